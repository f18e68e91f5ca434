import { api } from '#client/api.ts';
import { signOut } from '#client/auth.ts';
import { errorMessage, isRefusedAs } from '#client/failure.ts';
import { queryClient } from '#client/query-client.ts';
import { leaveStudio, refreshSession } from '#client/session.ts';
import { confirmDanger, confirmPlain } from '#ui/confirm.ts';
import { toastError, toastSuccess } from '#ui/toast.ts';

/** Signs out here and goes to /login; asks first when something would be lost. */
export async function logOut(): Promise<void> {
  try {
    const warning = await unsentWarning();
    if (warning) askAboutUnsent(warning);
    else await leaveBy(signOut);
  } catch (error) {
    toastError(errorMessage(error));
  }
}

/** Asks before every session but this one ends. */
export function askAboutOtherDevices(): void {
  askToEnd({
    title: 'Sign out other devices?',
    body: 'You stay signed in here. Every other browser and phone has to sign in again.',
    confirmLabel: 'Sign out other devices',
    end: async () => {
      const { ended } = await api.auth.sessions.endMany.call({ which: 'others' });
      await queryClient.invalidateQueries({ queryKey: api.auth.sessions.key() });
      toastSuccess(ended > 0 ? 'Other devices were signed out.' : 'No other device is signed in now.');
    },
  });
}

/** Asks before every session ends, this one too. */
export async function askAboutEverywhere(): Promise<void> {
  try {
    const warning = await unsentWarning();
    askToEnd({
      title: 'Sign out everywhere?',
      body: `Every browser and phone has to sign in again, this one too. ${warning ?? ''}`,
      confirmLabel: 'Sign out everywhere',
      end: () => leaveBy(() => api.auth.sessions.endMany.call({ which: 'all' })),
    });
  } catch (error) {
    toastError(errorMessage(error));
  }
}

type Ending = { title: string; body: string; confirmLabel: string; end: () => Promise<unknown> };

function askToEnd({ end, ...question }: Ending): void {
  let refusal: unknown;
  confirmPlain({
    ...question,
    cancelLabel: 'Cancel',
    errorText: errorMessage,
    onConfirm: () =>
      end().catch((error: unknown) => {
        if (!mustSignInAgain(error)) throw error;
        refusal = error;
      }),
    onClose: () => refusal && askToSignInAgain(refusal),
  });
}

/** Whether somebody signed in too long ago for what they asked. */
export function mustSignInAgain(error: unknown): boolean {
  return isRefusedAs(error, 'SIGN_IN_AGAIN');
}

/** Offers to sign in anew, in the words of the refusal. */
export function askToSignInAgain(refusal: unknown): void {
  confirmPlain({
    title: 'Sign in again first',
    body: errorMessage(refusal),
    confirmLabel: 'Sign in again',
    cancelLabel: 'Not now',
    errorText: errorMessage,
    onConfirm: signInAgain,
  });
}

/** Leads to the sign-in page and back here. Not as by "Log out": what they typed and did not send is there when they are back. */
export async function signInAgain(): Promise<void> {
  await signOut();
  await refreshSession();
}

/** Ends sessions and opens /login as a new document, so that nothing of the studio stays in memory. */
async function leaveBy(end: () => Promise<unknown>): Promise<void> {
  const { forgetEverything } = await import('#client/offline-leave.ts');
  await end();
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
    onConfirm: () => leaveBy(signOut),
  });
}
