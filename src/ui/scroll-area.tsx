import type { ComponentProps } from 'react';

type Props = ComponentProps<'div'> & {
  /** At most so high: pixels at the usual size of text, or a length of CSS. */
  mah?: number | string;
  // How Mantine draws its own bars; the browser's need none of it.
  type?: unknown;
  scrollbarSize?: unknown;
  offsetScrollbars?: unknown;
};

/** Stands in for Mantine's ScrollArea (vite.config.ts): the browser's own scrollbars, without the code for others. */
export function ScrollAreaAutosize({ mah, type, scrollbarSize, offsetScrollbars, style, ...others }: Props) {
  const maxHeight = typeof mah === 'number' ? `${mah / 16}rem` : mah;
  return <div {...others} style={{ maxHeight, overflowY: 'auto', ...bars, ...style }} />;
}

const bars = { scrollbarWidth: 'thin', scrollbarColor: 'var(--st-border-control) transparent' } as const;

export const ScrollArea = { Autosize: ScrollAreaAutosize };
