import type { MouseEvent } from 'react';

/** On a link to a list: where one came from that list, goes back to it, so that its search and place stay (R9). */
export function goBack(event: MouseEvent<HTMLAnchorElement>): void {
  if (!opensHere(event) || event.currentTarget.pathname !== pathBefore()) return;
  event.preventDefault();
  window.history.back();
}

/** Whether a link that is pressed so opens in this tab. */
export function opensHere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}

// Older browsers do not tell where one came from: there the link leads to the list as it begins.
function pathBefore(): string | null {
  if (!('navigation' in window)) return null;
  const { currentEntry } = window.navigation;
  const url = currentEntry && window.navigation.entries()[currentEntry.index - 1]?.url;
  return url ? new URL(url).pathname : null;
}
