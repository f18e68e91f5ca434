import { useBlocker } from '@tanstack/react-router';

import { confirmDanger } from '#ui/confirm.ts';

/**
 * Asks before a page with unsaved changes is left (R14), by a link, the back button or closing the tab:
 * `useDiscardGuard(() => form.isDirty())`.
 */
export function useDiscardGuard(isDirty: () => boolean): void {
  useBlocker({
    shouldBlockFn: async () => isDirty() && !(await mayDiscard()),
    enableBeforeUnload: isDirty,
  });
}

function mayDiscard(): Promise<boolean> {
  return new Promise((resolve) => {
    confirmDanger({
      title: 'Discard changes?',
      body: 'What you typed on this page has not been saved.',
      confirmLabel: 'Discard changes',
      cancelLabel: 'Keep editing',
      onConfirm: async () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
