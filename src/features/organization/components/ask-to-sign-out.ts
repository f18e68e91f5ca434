import { errorMessage } from '#client/failure.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { toastSuccess } from '#ui/toast.ts';

/** Asks before somebody is signed out on every device of theirs, and says what became of it. */
export function askToSignOut(fullName: string, signOut: () => Promise<{ ended: number }>): void {
  confirmDanger({
    title: `Sign ${fullName} out everywhere?`,
    body: `${fullName} is signed out on every device, such as one that was lost, and can sign in again.`,
    confirmLabel: 'Sign out everywhere',
    cancelLabel: 'Keep signed in',
    errorText: errorMessage,
    onConfirm: async () => {
      const { ended } = await signOut();
      toastSuccess(
        ended > 0 ? `${fullName} was signed out everywhere.` : `${fullName} is signed in nowhere now.`,
      );
    },
  });
}
