import { useBlocker } from '@tanstack/react-router';

import { mayDiscard } from './confirm.ts';

/**
 * Asks "Discard changes?" before another page takes the place of a changed form (R14); `part` is what of an address's
 * search makes another page of the same path.
 */
export function useLeaveGuard(isChanged: () => boolean, part?: string): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isAnother(current, next, part) && isChanged() && !(await mayDiscard()),
    // A reload keeps the draft, so the browser need not ask.
    enableBeforeUnload: false,
  });
}

type Place = { pathname: string; search: Readonly<Record<string, unknown>> };

function isAnother(current: Place, next: Place, part = ''): boolean {
  return current.pathname !== next.pathname || current.search[part] !== next.search[part];
}
