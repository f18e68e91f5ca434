import type { AnyRouter } from '@tanstack/react-router';
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

/** Of the steps of this tab's history that were taken in this document. */
const pathAt = new Map<number, string>();
let here = 0;

/** Call once: older browsers do not tell where one came from, Safari before 26.2 among them. */
export function followPaths(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
    if (fromLocation) pathAt.set(fromLocation.state.__TSR_index, fromLocation.pathname);
    here = toLocation.state.__TSR_index;
  });
}

// Where nobody knows, as there after a reload, the link leads to the list as it begins.
function pathBefore(): string | undefined {
  if (!('navigation' in window)) return pathAt.get(here - 1);
  const { currentEntry } = window.navigation;
  const url = currentEntry && window.navigation.entries()[currentEntry.index - 1]?.url;
  return url ? new URL(url).pathname : undefined;
}
