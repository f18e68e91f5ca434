import { describe, expect, it } from 'vitest';
import { signToken } from '#platform/caller.ts';
import {
  newAddress,
  parameterIn,
  password,
  signInElsewhere,
  useFrontDoor,
  type Visitor,
} from './front-door.ts';

// A stranger signs up with somebody's address before they do, and waits for them with every way in a login can have.
// Where letters are sent nobody comes to most of these unconfirmed, but a server may have had no mail server before.

const door = useFrontDoor();
const strangersPassword = 'arabesque at dawn';
const ownersPassword = 'grand battement 9';
let phones = 5_550_170_000;

type Stranger = { visitor: Visitor; phone: string; phoneChange: string };
type Owner = { email: string; visitor: Visitor };

const waysIn: Record<string, (owner: Owner) => Promise<void>> = {
  'the link of the sign-up': ({ email, visitor }) => confirm(visitor, email),
  'the link of the sign-up, after signing up too': async ({ email, visitor }) => {
    await signUp(visitor, email, ownersPassword);
    await confirm(visitor, email);
  },
  'a magic link': async ({ email, visitor }) => {
    await visitor.post('/api/auth/sign-in/magic-link', { email });
    const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    await visitor.get(`/api/auth/magic-link/verify?token=${token}`);
  },
  'a code by email': async ({ email, visitor }) => {
    const { body } = await visitor.post('/api/auth/one-time-code/send', { type: 'email', email });
    const token = /\b\d{6}\b/.exec((await door.mail.letterTo(email, 1)).subject)?.[0];
    const { request } = body as { request: string };
    await visitor.post('/api/auth/one-time-code/verify', { request, token });
  },
  'a new password': async ({ email, visitor }) => {
    await visitor.post('/api/auth/request-password-reset', { email });
    const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    await visitor.post('/api/auth/reset-password', { token, newPassword: ownersPassword });
    await visitor.post('/api/auth/sign-in/email', { email, password: ownersPassword });
  },
};

describe.each(Object.keys(waysIn))('who comes in by %s', (way) => {
  it('finds the address theirs, and nothing a stranger left on it opens it', async () => {
    const email = newAddress('squatted');
    const stranger = await squat(email);
    const visitor = door.visitor();
    await waysIn[way]?.({ email, visitor });
    expect(await visitor.session()).toMatchObject({ user: { email } });
    expect(await waysLeftTo(stranger, email)).toEqual([]);
    expect(await visitor.session()).toMatchObject({ user: { email } });
  });
});

it('tells whoever signs up with an address a stranger has taken nothing but their letter', async () => {
  const email = newAddress('squatted');
  const free = newAddress('free');
  await squat(email);
  const [known, other] = [
    await signUp(door.visitor(), email, ownersPassword),
    await signUp(door.visitor(), free, ownersPassword),
  ];
  expect(known.status).toBe(other.status);
  const { subject, text } = await door.mail.letterTo(email, 1);
  expect(subject).toBe('You already have a Barre account');
  expect(text).toContain('A forgotten password can be set anew');
});

/** Signs up with an address and leaves a session, a phone number, another company's account and a code on the login. */
async function squat(email: string): Promise<Stranger> {
  const visitor = door.visitor();
  await signUp(visitor, email, strangersPassword);
  const { pool } = door.app.database;
  const phone = `+1${++phones}`;
  const token = crypto.randomUUID();
  await pool.query(
    `with login as (update auth.user set phone_number = $2, phone_number_verified = true where email = $1 returning id),
      linked as (insert into auth.account (user_id, account_id, provider_id) select id, $3, 'google' from login)
      insert into auth.session (user_id, token, expires_at) select id, $3, now() + interval '30 days' from login`,
    [email, phone, token],
  );
  visitor.cookies.set('barre.session_token', signToken(token, door.app.secret));
  expect(await visitor.session()).toMatchObject({ user: { email } });
  const asked = await visitor.post('/api/auth/one-time-code/send', {
    type: 'phone_change',
    phone: `+1${++phones}`,
  });
  return { visitor, phone, phoneChange: (asked.body as { request: string }).request };
}

async function waysLeftTo({ visitor, phone, phoneChange }: Stranger, email: string): Promise<string[]> {
  const { pool } = door.app.database;
  const left = [];
  if (await visitor.session()) left.push('session');
  const code = { request: phoneChange, token: /^\d{6}/.exec(door.messages[0]?.text ?? '')?.[0] };
  if ((await visitor.post('/api/auth/one-time-code/verify', code)).status === 200) left.push('phone change');
  for (const secret of [strangersPassword, password])
    if ((await signInElsewhere(door, email, secret)).answer.status === 200) left.push('password');
  const again = await visitor.post('/api/auth/sign-in/email', { email, password: strangersPassword });
  if (again.status === 200) left.push('password in the browser of the sign-up');
  const accounts = await pool.query(
    `select from auth.account a join auth.user u on u.id = a.user_id where u.email = $1 and provider_id = 'google'`,
    [email],
  );
  if (accounts.rows.length > 0) left.push('account of another company');
  const caller = door.visitor();
  const asked = await caller.post('/api/auth/one-time-code/send', { type: 'sms', phone });
  const token = /^\d{6}/.exec(door.messages[0]?.text ?? '')?.[0];
  await caller.post('/api/auth/one-time-code/verify', {
    request: (asked.body as { request: string }).request,
    token,
  });
  if ((await caller.session())?.user.email === email) left.push('phone');
  return left;
}

function signUp(visitor: Visitor, email: string, secret: string) {
  return visitor.post('/api/auth/sign-up/email', { email, password: secret, name: 'Nell Tendu' });
}

async function confirm(visitor: Visitor, email: string): Promise<void> {
  const { text } = await door.mail.letterTo(email);
  await visitor.get(`/api/auth/verify-email?token=${parameterIn(text, 'confirm')}`);
}
