export type Shortcut = { keys: readonly string[]; does: string };

const isMac = navigator.platform.startsWith('Mac');

/** The single keys, as the help lists them. What each does stands where it is done (`press-key.ts`). */
export const singleKeys: readonly Shortcut[] = [
  { keys: ['/'], does: 'Search this screen, or everything where it has no search' },
  { keys: ['n'], does: 'Add something new on this screen, or log the next session' },
  { keys: ['t'], does: 'Show today, on the schedule and the daily log' },
  { keys: ['←', '→'], does: 'Show the day or week before, or after' },
  { keys: ['?'], does: 'Show these shortcuts' },
];

/** Keys that always work. */
export const otherKeys: readonly Shortcut[] = [
  { keys: [isMac ? '⌘' : 'Ctrl', 'K'], does: 'Search people, screens and actions' },
  { keys: ['Esc'], does: 'Close what is on top' },
];
