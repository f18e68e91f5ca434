import type { MouseEvent } from 'react';

/** On a link to a list: where one came from that list, goes back to it, so that its search and place stay (R9). */
export function goBack(event: MouseEvent<HTMLAnchorElement>): void {
  const isForHere = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!isForHere || event.currentTarget.pathname !== pathBefore()) return;
  event.preventDefault();
  window.history.back();
}

// Older browsers do not tell where one came from: there the link leads to the list as it begins.
function pathBefore(): string | null {
  if (!('navigation' in window)) return null;
  const { currentEntry } = window.navigation;
  const url = currentEntry && window.navigation.entries()[currentEntry.index - 1]?.url;
  return url ? new URL(url).pathname : null;
}
