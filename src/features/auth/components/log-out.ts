import { signOut, type SignOutScope } from '#client/auth.ts';
import { errorMessage } from '#client/failure.ts';
import { leaveStudio } from '#client/session.ts';
import { confirmDanger, confirmPlain } from '#ui/confirm.ts';
import { toastError } from '#ui/toast.ts';

/** Signs out here and goes to /login; asks first when something would be lost. */
export async function logOut(): Promise<void> {
  try {
    const warning = await unsentWarning();
    if (warning) askAboutUnsent(warning);
    else await leaveBy('this-device');
  } catch (error) {
    toastError(errorMessage(error));
  }
}

/** Asks before every session ends, this one too, in the words of the place it is asked at. */
export async function askAboutEverywhere(words: 'Log out everywhere' | 'Sign out everywhere'): Promise<void> {
  try {
    const warning = await unsentWarning();
    confirmPlain({
      title: `${words}?`,
      body: `Every browser and phone has to sign in again, this one too. ${warning ?? ''}`,
      confirmLabel: words,
      cancelLabel: 'Cancel',
      errorText: errorMessage,
      onConfirm: () => leaveBy('everywhere'),
    });
  } catch (error) {
    toastError(errorMessage(error));
  }
}

/** Ends sessions and opens /login as a new document, so that nothing of the studio stays in memory. */
async function leaveBy(scope: Exclude<SignOutScope, 'other-devices'>): Promise<void> {
  const { forgetEverything } = await import('#client/offline-leave.ts');
  await signOut(scope);
  await forgetEverything();
  leaveStudio('/login');
}

/** What waits in this browser and would be lost; null when nothing does. */
async function unsentWarning(): Promise<string | null> {
  const offline = await import('#client/offline-leave.ts');
  return await offline.unsentWarning();
}

function askAboutUnsent(warning: string): void {
  confirmDanger({
    title: 'Log out before everything is sent?',
    body: warning,
    confirmLabel: 'Log out and delete',
    cancelLabel: 'Stay logged in',
    errorText: errorMessage,
    onConfirm: () => leaveBy('this-device'),
  });
}
