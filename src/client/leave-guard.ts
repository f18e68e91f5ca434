import { useBlocker } from '@tanstack/react-router';

import { confirmDanger } from '#ui/confirm.ts';

/** Asks "Discard changes?" before another page takes the place of a changed form (R14). */
export function useLeaveGuard(isChanged: () => boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && isChanged() && !(await mayDiscard()),
    // A reload keeps the draft, so the browser need not ask.
    enableBeforeUnload: false,
  });
}

/** Whether the user lets go of what was typed. */
export function mayDiscard(): Promise<boolean> {
  return new Promise((resolve) => {
    confirmDanger({
      title: 'Discard changes?',
      body: 'What you typed has not been saved.',
      confirmLabel: 'Discard changes',
      cancelLabel: 'Keep editing',
      onConfirm: () => Promise.resolve(resolve(true)),
      onClose: () => resolve(false),
    });
  });
}
