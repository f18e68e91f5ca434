import { afterEach, expect, it, vi } from 'vitest';

import {
  changePassword,
  confirmEmail,
  sendMagicLink,
  sendPasswordReset,
  signIn,
  signInByMagicLink,
  signOut,
} from '#client/auth.ts';
import { errorMessage, fieldIssues } from '#client/failure.ts';

afterEach(() => vi.unstubAllGlobals());

it('says of a wrong current password that it is the current one', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const refusal = { code: 'INVALID_PASSWORD', message: 'Invalid password' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 400 })));
  const input = { currentPassword: 'not it', newPassword: 'battement tendu' };
  const error: unknown = await changePassword(input).catch((thrown: unknown) => thrown);
  expect(fieldIssues(error)).toEqual([{ field: 'currentPassword', message: 'Invalid password' }]);
  expect(errorMessage(error)).toBe('Invalid password');
});

it('says what a server says that has too much to do', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const message = 'Too many are signing in right now. Try again in a moment.';
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message }, { status: 503 })));
  const error: unknown = await signIn({ email: 'a@b.test', password: 'plié' }).catch(
    (thrown: unknown) => thrown,
  );
  expect(errorMessage(error)).toBe(message);
});

it('says how long to wait where the account library does not', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const refusedWith = async (answer: object) => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer, { status: 429 })));
    return await sendMagicLink('a@b.test', '/dashboard').catch((error: unknown) => errorMessage(error));
  };
  expect(await refusedWith({ message: 'Too many requests. Please try again later.' })).toBe(
    'Too many attempts. Wait a minute and try again.',
  );
  const message = 'Too many requests for this address. Try again in 15 minutes.';
  expect(await refusedWith({ code: 'TOO_MANY_REQUESTS', message })).toBe(message);
});

it('takes the page of a network in place of the server for no success', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const headers = { 'content-type': 'text/html' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Sign in to the Wi-Fi</h1>', { headers })));
  const calls = [sendPasswordReset('a@b.test'), confirmEmail('token'), signOut()];
  for (const call of calls)
    expect(await call.catch((error: unknown) => errorMessage(error))).toBe(
      'The server cannot be reached. Try again in a moment.',
    );
});

it('calls a letter’s link used up only where the server says so, not where it failed', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const follow = async (answer: Response) => {
    vi.stubGlobal('fetch', () => Promise.resolve(answer));
    return await signInByMagicLink('token').catch((error: unknown) => errorMessage(error));
  };
  const used = 'This link was used already or has expired. Request a new one.';
  expect(await follow(Response.redirect('http://barre.test/login?error=INVALID_TOKEN'))).toBe(used);
  for (const status of [500, 502, 503])
    expect(await follow(new Response('Bad gateway', { status }))).toBe(
      'Something went wrong on our side. Try again in a moment.',
    );
  expect(await follow(new Response(null, { status: 429 }))).toBe(
    'Too many attempts. Wait a minute and try again.',
  );
  const elsewhere = { code: 'ASKED_ELSEWHERE', message: 'Open it where you asked for it.' };
  expect(await follow(Response.json(elsewhere, { status: 403 }))).toBe('Open it where you asked for it.');
});
