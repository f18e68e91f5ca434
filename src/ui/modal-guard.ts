import { mayDiscard, useQuestion } from './confirm.ts';
import { useLeaveGuard } from './leave-guard.ts';

/** What a modal knows of the form in it. */
export type GuardedForm = { isDirty: () => boolean; saving: boolean };

/**
 * Keeps a modal open while its form is being saved, so that the answer is seen, and asks before typed changes are
 * lost (R14), be it by closing it or by going to another page. `close` is for the form's own Cancel, `modalProps` for the Modal.
 */
export function useModalGuard(
  formInside: () => GuardedForm | null,
  onClose: () => void,
  { isKept = false } = {},
) {
  const isAsking = useQuestion() !== null;
  useLeaveGuard(() => formInside()?.isDirty() ?? false, { isKept });

  async function close() {
    const form = formInside();
    if (form?.saving) return;
    if (!form?.isDirty() || (await mayDiscard())) onClose();
  }

  return {
    close: () => void close(),
    modalProps: {
      opened: true,
      onClose: () => void close(),
      // A question stands above this modal: Escape is its alone then.
      closeOnEscape: !isAsking,
      closeOnClickOutside: false,
    },
  };
}
