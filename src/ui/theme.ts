import { createTheme, type MantineColorsTuple } from '@mantine/core';

import { pressToReplace, takeMarked } from './take-marked.ts';

const purple: MantineColorsTuple = [
  '#F5F3FF',
  '#EDE9FE',
  '#DDD6FE',
  '#C4B5FD',
  '#A78BFA',
  '#8B5CF6',
  '#7C3AED',
  '#6D28D9',
  '#5B21B6',
  '#4C1D95',
];

const dark: MantineColorsTuple = [
  '#E9ECF8',
  '#D5DBF0',
  '#B3BCDC',
  '#97A2CA',
  '#2B3662',
  '#25305A',
  '#1B2444',
  '#131A33',
  '#0F1530',
  '#0B1020',
];

// Shades 6 and 7 are the danger fills of the two schemes, so that `color="red"` is the design's danger.
const red: MantineColorsTuple = [
  '#FDECEC',
  '#FEE4E4',
  '#FECACA',
  '#FCA5A5',
  '#F87171',
  '#EF4444',
  '#DC2626',
  '#C81E1E',
  '#9B1C1C',
  '#8F1515',
];

/** Mantine's share of the design; colours that change with the scheme come from tokens.css. */
export const theme = createTheme({
  primaryColor: 'purple',
  primaryShade: { light: 7, dark: 6 },
  colors: { purple, dark, red },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  defaultRadius: 'md',
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h2: { fontSize: '1.25rem', lineHeight: '1.75rem' },
    },
  },
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { size: 'sm' } },
    Select: {
      defaultProps: {
        checkIconPosition: 'right',
        // A form that is refused focuses its first field: a list that opens then hides what is wrong below it.
        openOnFocus: false,
        onKeyDownCapture: takeMarked,
        onPointerDownCapture: pressToReplace,
        // From the start of the field: a list placed by its middle while it is hidden first shows half outside of a
        // phone, which widens the page, which places it anew.
        comboboxProps: { shadow: 'none', position: 'bottom-start' },
      },
    },
    Paper: { defaultProps: { radius: 'lg' } },
    Menu: {
      defaultProps: {
        shadow: 'none',
        radius: 'md',
        transitionProps: { duration: 120 },
        // Opening by keyboard then lands on the first item, and the menu holds nothing but items.
        withInitialFocusPlaceholder: false,
        // With room neither below nor above, it covers its button rather than open past the edge of the screen.
        middlewares: { shift: { crossAxis: true } },
      },
    },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        centered: true,
        radius: 'lg',
        // Mantine draws a <header>, which would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
        transitionProps: { duration: 180 },
      },
    },
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
  },
});
