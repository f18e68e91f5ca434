import { useBlocker } from '@tanstack/react-router';

import { mayDiscard } from './confirm.ts';

/** Asks "Discard changes?" before another page takes the place of a changed form (R14). */
export function useLeaveGuard(isChanged: () => boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && isChanged() && !(await mayDiscard()),
    // A reload keeps the draft, so the browser need not ask.
    enableBeforeUnload: false,
  });
}
