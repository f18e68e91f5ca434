import { ownAnswer } from '#client/own-answer.ts';
import { isRecord } from '#shared/record.ts';

// better-auth's own endpoints, by plain fetch: a client library would cost every visitor 13 kB.

type SignUp = {
  name: string;
  organizationName: string;
  email: string;
  password: string;
  timeZone: string;
};

/** Tells the browser's other tabs whose this one has become; null once they have left. */
export const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('barre.owner');

export async function signIn(input: { email: string; password: string }): Promise<void> {
  await callAuth('sign-in/email', input);
}

/** Creates the studio and its owner. Says whether they are signed in, or have to confirm their address first. */
export async function signUp(input: SignUp): Promise<{ isSignedIn: boolean }> {
  const answer = await callAuth('sign-up/email', input);
  return { isSignedIn: isRecord(answer) && answer['isSignedIn'] === true };
}

/** Confirms the address a letter was sent to; who signed up in this browser a moment ago is signed in. */
export async function confirmEmail(token: string): Promise<void> {
  await follow(
    'verify-email',
    token,
    'This link has expired or is not complete. Sign in, and we send it again.',
  );
}

/** Whether an address was not confirmed because its password has to be typed in this browser first. */
export function needsPassword(error: unknown): boolean {
  return codeOf(error) === 'PASSWORD_NEEDED';
}

/** Confirms the address a letter was sent to where its password was not typed before, and signs in. */
export async function confirmByPassword(
  token: string,
  input: { email: string; password: string },
): Promise<void> {
  try {
    // Tells the server that the letter is there already.
    await callAuth('sign-in/email', { ...input, callbackURL: `/login?confirm=${token}` });
  } catch (error) {
    if (codeOf(error) !== 'EMAIL_NOT_VERIFIED') throw error;
    await confirmEmail(token);
  }
}

/** Sends a link that signs in, here alone, and leads on to `next`. */
export async function sendMagicLink(email: string, next: string): Promise<void> {
  await callAuth('sign-in/magic-link', { email, callbackURL: next });
}

export async function signInByMagicLink(token: string): Promise<void> {
  await follow('magic-link/verify', token, 'This link was used already or has expired. Request a new one.');
}

/** Sends a link to set a new password; signing in with it leads on to `next`. */
export async function sendPasswordReset(email: string, next = '/dashboard'): Promise<void> {
  await callAuth('request-password-reset', { email, redirectTo: next });
}

/** Sets a new password with the token of a letter; every device is signed out. */
export async function resetPassword(input: { newPassword: string; token: string }): Promise<void> {
  await callAuth('reset-password', input);
}

/** Changes the password of whoever is signed in; the other devices are signed out. */
export async function changePassword(input: { currentPassword: string; newPassword: string }): Promise<void> {
  const call = callAuth('change-password', input);
  renewal = call.catch(() => {});
  await call;
}

let renewal: Promise<unknown> = Promise.resolve();

/**
 * Settles when no new session is on its way in place of the present one: what is asked before that is refused, though
 * nobody was signed out.
 */
export function sessionRenewed(): Promise<unknown> {
  return renewal;
}

export type CodeAddress = { type: 'email'; email: string } | { type: 'sms' | 'phone_change'; phone: string };

/** Sends a one-time code and gives the name of this request, without which the code is worth nothing. */
export async function sendCode(address: CodeAddress): Promise<string> {
  const answer = await callAuth('one-time-code/send', address);
  return isRecord(answer) ? String(answer['request']) : '';
}

export async function verifyCode(input: { request: string; token: string; timeZone: string }): Promise<void> {
  await callAuth('one-time-code/verify', input);
}

/** Whether whoever signs in here has a second step to take. */
export async function isTwoStepAwaited(): Promise<boolean> {
  return (await readRpc('auth/twoStep/isAwaited')) === true;
}

/** Takes the second step with a code of the authenticator app, or a recovery code. */
export async function takeTwoStep(code: string): Promise<void> {
  const response = await post('/rpc/auth/twoStep/take', { json: { code } });
  if (response.ok) return;
  const answer: unknown = await response.json().catch(() => null);
  throw new Error(refusalText(isRecord(answer) ? answer['json'] : null, response.status));
}

export type SocialName = 'github' | 'google' | 'microsoft';

/**
 * The address at a company where its account holders agree to sign in here; only with `requestSignUp` is a studio opened
 * for who has none.
 */
export async function socialAddress(
  provider: SocialName,
  { next, timeZone, requestSignUp }: { next: string; timeZone: string; requestSignUp: boolean },
): Promise<string> {
  const answer = await callAuth('sign-in/social', {
    provider,
    requestSignUp,
    callbackURL: next,
    errorCallbackURL: '/login',
    disableRedirect: true,
    additionalData: { timeZone },
  });
  return isRecord(answer) ? String(answer['url']) : '/login';
}

/** The ways to sign in that are set up on this server, besides the password, and who helps with them once it has said so. */
export type SignInWays = {
  social: SocialName[];
  phone: boolean;
  mailbox: boolean;
  contactEmail: string | null;
};

export const noWays: SignInWays = { social: [], phone: false, mailbox: false, contactEmail: null };

export async function signInWays(): Promise<SignInWays> {
  const ways = await readRpc('auth/providers');
  return isRecord(ways) && Array.isArray(ways['social'])
    ? {
        social: socialNames.filter((name) => Object(ways['social']).includes(name)),
        phone: ways['phone'] === true,
        mailbox: ways['mailbox'] === true,
        contactEmail: typeof ways['contactEmail'] === 'string' ? ways['contactEmail'] : null,
      }
    : noWays;
}

const socialNames: SocialName[] = ['github', 'google', 'microsoft'];

let isSignedOut = false;

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await callAuth('sign-out', {});
  isSignedOut = true;
}

/** Whether who had this page signed out by it; otherwise their session ended without them. */
export function hasSignedOut(): boolean {
  return isSignedOut;
}

/** Who is signed in by this browser; asked without the API client, which /login does not load. */
export async function whoIsSignedIn(): Promise<{ fullName: string | null; email: string } | null> {
  const session = await readRpc('auth/session');
  if (!isRecord(session) || !isRecord(session['user'])) return null;
  const { fullName, email } = session['user'];
  return { fullName: typeof fullName === 'string' ? fullName : null, email: String(email) };
}

/** The address a confirmation link was sent to; null of one that is not whole. */
export function addressOf(token: string): string | null {
  const [, body = ''] = token.split('.');
  try {
    const claims: unknown = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')));
    return isRecord(claims) ? String(claims['email']) : null;
  } catch {
    return null;
  }
}

/** Posts to an account endpoint; a refusal is thrown as an Error with the service's own text (spec §8). */
async function callAuth(endpoint: string, body: Record<string, unknown>): Promise<unknown> {
  const response = await post(`/api/auth/${endpoint}`, body);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusalOf(answer, response.status);
  return answer;
}

async function post(path: string, body: Record<string, unknown>): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
  return response.ok ? ownAnswer(response) : response;
}

/** Uses the token of a letter. A refused one is answered by a redirect, which is not followed. */
async function follow(endpoint: string, token: string, refusal: string): Promise<void> {
  const response = await post(`/api/auth/${endpoint}`, { token });
  if (response.ok) return;
  const { status } = response;
  if (status === 403) throw refusalOf(await response.json().catch(() => null), status);
  throw new Error(status === 429 || status >= 500 ? refusalText(null, status) : refusal);
}

async function readRpc(name: string): Promise<unknown> {
  const response = await fetch(`/rpc/${name}?data=%7B%7D`).catch(() => null);
  const answer: unknown = response?.ok ? await response.json().catch(() => null) : null;
  return isRecord(answer) ? answer['json'] : null;
}

function refusalOf(answer: unknown, status: number): Error {
  const message = refusalText(answer, status);
  const code = isRecord(answer) && answer['code'];
  if (code !== 'INVALID_PASSWORD') return Object.assign(new Error(message), { code });
  // It names its field as the API's refusals do.
  const issues = [{ path: ['currentPassword'], message }];
  return Object.assign(new Error(message), { status, code, data: { issues } });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

const tooManyText = 'Too many attempts. Wait a minute and try again.';

function refusalText(answer: unknown, status: number): string {
  if (isRecord(answer)) {
    if (answer['code'] === 'EMAIL_NOT_VERIFIED')
      return 'Confirm your email address first: the link was sent to it again.';
    // The account library's own refusal has no code, and does not say how long to wait.
    if (status === 429 && !answer['code']) return tooManyText;
    // A 503 is written for people, any other 5xx never is.
    if (typeof answer['message'] === 'string' && (status < 500 || status === 503)) return answer['message'];
  }
  if (status === 429) return tooManyText;
  return 'Something went wrong on our side. Try again in a moment.';
}
