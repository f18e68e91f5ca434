import { describe, expect, it } from 'vitest';
import { signToken } from '#platform/caller.ts';
import { asOwner } from '#tests/support/test-database.ts';
import {
  codeByEmail,
  join,
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
  'a magic link': async ({ email, visitor }) => {
    await visitor.post('/api/auth/sign-in/magic-link', { email });
    const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    await visitor.post('/api/auth/magic-link/verify', { token });
  },
  'a code by email': async ({ email, visitor }) => {
    await visitor.post('/api/auth/one-time-code/verify', await codeByEmail(door, visitor, email));
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

it.each([true, false])(
  'gives nobody a stranger’s login by the link of its sign-up, having signed up too: %s',
  async (hasSignedUp) => {
    const email = newAddress('squatted');
    await squat(email);
    const visitor = door.visitor();
    if (hasSignedUp) await signUp(visitor, email, ownersPassword);
    await confirm(visitor, email);
    expect(await visitor.session()).toBeNull();
    const { rows } = await door.app.database.pool.query(
      'select email_verified from auth.user where email = $1',
      [email],
    );
    expect(rows).toEqual([{ email_verified: false }]);
  },
);

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

const asked: Record<string, (email: string) => Promise<unknown>> = {
  'an account': (email) => signUp(door.visitor(), email, ownersPassword),
  'a magic link': (email) => door.visitor().post('/api/auth/sign-in/magic-link', { email }),
  'a code by email': (email) => door.visitor().post('/api/auth/one-time-code/send', { type: 'email', email }),
  'a new password': (email) => door.visitor().post('/api/auth/request-password-reset', { email }),
};

it.each(Object.keys(asked))(
  'tells who asks for %s whose studio has invited their address, until they have come in',
  async (way) => {
    const email = newAddress('invited');
    await invite((await join(door)).visitor, email);
    await asked[way]?.(email);
    expect((await door.mail.letterTo(email, 1)).text).toContain(
      'This address was invited to Tendu School, the studio of Nell Tendu on Barre, and signing in with it joins that studio. Do so only if you know them. For a studio of your own, sign up with another address.',
    );
    await accept(email, 0);
    await door.mail.letterTo(email, 2);
    await asked[way]?.(email);
    expect((await door.mail.letterTo(email, 3)).text).not.toContain('Tendu');
  },
);

it.each(Object.keys(asked))(
  'says to who asks for %s nothing of a studio they began themselves',
  async (way) => {
    const email = newAddress('founder');
    await signUp(door.visitor(), email, ownersPassword);
    await door.mail.letterTo(email);
    await asked[way]?.(email);
    expect((await door.mail.letterTo(email, 1)).text).not.toContain('Tendu');
  },
);

describe('an address whose link is dead, and by which nobody ever came in,', () => {
  it('goes from a sign-up to the studio that invites it', async () => {
    const email = newAddress('teacher');
    await signUp(door.visitor(), email, strangersPassword);
    await age(email, 2);
    const { visitor: owner } = await join(door);
    await invite(owner, email);
    const visitor = await accept(email, 1);
    expect(await visitor.session()).toMatchObject({
      user: { email, fullName: 'Tessa Tendu' },
      role: 'staff',
      organization: { name: 'Tendu School' },
    });
    expect((await signInElsewhere(door, email, strangersPassword)).answer.status).toBe(401);
  });

  it('goes from one studio’s invitation to another’s, and back', async () => {
    const email = newAddress('teacher');
    const [first, second] = [await join(door), await join(door)];
    await invite(first.visitor, email);
    await age(email, 8);
    await invite(second.visitor, email);
    expect((await door.mail.letterTo(email, 1)).text).toContain('token=');
    // The first studio is told nothing of it.
    expect(await accessOf(first.visitor, email)).toBe('invited');
    await age(email, 8);
    await invite(first.visitor, email);
    const visitor = await accept(email, 2);
    expect(await visitor.session()).toMatchObject({ user: { email }, role: 'staff' });
    expect(await accessOf(first.visitor, email)).toBe('active');
    expect(await accessOf(second.visitor, email)).toBe('invited');
  });

  it.each(['a sign-up', 'an invitation'])('goes from %s to who signs up with it', async (holder) => {
    const email = newAddress('teacher');
    if (holder === 'a sign-up') await signUp(door.visitor(), email, strangersPassword);
    else await invite((await join(door)).visitor, email);
    await age(email, 8);
    const visitor = door.visitor();
    const [known, other] = [
      await signUp(visitor, email.toUpperCase(), ownersPassword),
      await signUp(door.visitor(), newAddress('free'), ownersPassword),
    ];
    expect(known.status).toBe(other.status);
    expect(Object.keys(userIn(known.body))).toEqual(Object.keys(userIn(other.body)));
    await confirm(visitor, email, 1);
    expect(await visitor.session()).toMatchObject({ user: { email, fullName: 'Nell Tendu' }, role: 'owner' });
    expect((await signInElsewhere(door, email, ownersPassword)).answer.status).toBe(200);
  });
});

describe('the studio of a sign-up nobody confirmed', () => {
  it.each(['a sign-up', 'an invitation'])('goes with its login once %s needs the address', async (taker) => {
    const email = newAddress('gone');
    const { visitor: owner } = await join(door);
    await signUp(door.visitor(), email, strangersPassword);
    await age(email, 2);
    const left = await studioOf(email);
    expect(await peopleOf(left)).toEqual(['Nell Tendu']);
    if (taker === 'a sign-up') await signUp(door.visitor(), email, ownersPassword);
    else await invite(owner, email);
    expect(await studioOf(email)).not.toBe(left);
    expect(await peopleOf(left)).toEqual([]);
    const found = await asOwner(door.app.database, { organizationId: left }, (db) =>
      db.selectFrom('organizations').select('id').where('id', '=', left).execute(),
    );
    expect(found).toEqual([]);
    expect(await owner.session()).toMatchObject({ organization: { name: 'Tendu School' } });
  });

  it('stays where there is somebody beside its founder', async () => {
    const email = newAddress('shared');
    await signUp(door.visitor(), email, strangersPassword);
    await age(email, 2);
    const left = await studioOf(email);
    await asOwner(door.app.database, { organizationId: left }, (db) =>
      db.insertInto('profiles').values({ role: 'student', fullName: 'Ada Plié' }).execute(),
    );
    await signUp(door.visitor(), email, ownersPassword);
    expect(await studioOf(email)).not.toBe(left);
    expect(await peopleOf(left)).toEqual(['Ada Plié', 'Nell Tendu']);
  });
});

describe('an address is not taken', () => {
  it('from a sign-up whose letter may still be read', async () => {
    const email = newAddress('pending');
    const visitor = door.visitor();
    await signUp(visitor, email, ownersPassword);
    await age(email, 0.9);
    await invite((await join(door)).visitor, email);
    expect((await door.mail.letterTo(email, 1)).text).toContain('has a sign-in already');
    await signUp(door.visitor(), email, strangersPassword);
    await confirm(visitor, email);
    expect(await visitor.session()).toMatchObject({ user: { email }, role: 'owner' });
    expect((await signInElsewhere(door, email, ownersPassword)).answer.status).toBe(200);
  });

  it('from an invitation whose letter may still be read, also where it is a repeated one', async () => {
    const email = newAddress('invited');
    const { visitor: owner } = await join(door);
    await invite(owner, email);
    await age(email, 8);
    await invite(owner, email);
    await age(email, 6);
    await invite((await join(door)).visitor, email);
    expect((await door.mail.letterTo(email, 2)).text).toContain('has a sign-in already');
    await signUp(door.visitor(), email, strangersPassword);
    expect((await door.mail.letterTo(email, 3)).subject).toBe('You already have a Barre account');
    const visitor = await accept(email, 1);
    expect(await visitor.session()).toMatchObject({ user: { email }, role: 'staff' });
  });

  it('from who has come in by it, not even where no address was ever confirmed and they signed out', async () => {
    const email = newAddress('used');
    await squat(email);
    const { pool } = door.app.database;
    await pool.query(
      `with login as (update auth.user set phone_number = null, phone_number_verified = null where email = $1 returning id),
        linked as (delete from auth.account a using login where a.user_id = login.id and provider_id = 'google')
        delete from auth.session s using login where s.user_id = login.id`,
      [email],
    );
    await age(email, 400);
    await invite((await join(door)).visitor, email);
    expect((await door.mail.letterTo(email, 1)).text).toContain('has a sign-in already');
    await signUp(door.visitor(), email, ownersPassword);
    expect((await door.mail.letterTo(email, 2)).subject).toBe('You already have a Barre account');
    const { rows } = await pool.query('select organization_id from auth.user where email = $1', [email]);
    expect(rows).toEqual([{ organization_id: null }]);
  });

  it('from who confirms it in the moment they are invited elsewhere', async () => {
    for (let round = 0; round < 4; round++) {
      const email = newAddress('racing');
      const visitor = door.visitor();
      await signUp(visitor, email, ownersPassword);
      await age(email, 2);
      const { visitor: owner } = await join(door);
      await Promise.all([confirm(visitor, email), invite(owner, email)]);
      const session = (await visitor.session()) as { role: string } | null;
      const { text } = await door.mail.letterTo(email, 1);
      expect(session?.role === 'owner', 'one of the two has it').toBe(!text.includes('token='));
    }
  });
});

it('says of an owner who has only a phone number that they are active, also while they are signed out', async () => {
  const owner = door.visitor();
  const phone = `+1${++phones}`;
  const asked = await owner.post('/api/auth/one-time-code/send', { type: 'sms', phone });
  const token = /^\d{6}/.exec(door.messages[0]?.text ?? '')?.[0];
  await owner.post('/api/auth/one-time-code/verify', {
    request: (asked.body as { request: string }).request,
    token,
  });
  const email = newAddress('admin');
  await invite(owner, email, 'admin');
  const admin = await accept(email, 0);
  await owner.post('/api/auth/sign-out', {});
  const { body } = await admin.get('/api/team');
  expect(body).toEqual([
    expect.objectContaining({ role: 'owner', access: 'active' }),
    expect.objectContaining({ role: 'admin', access: 'active' }),
  ]);
});

function userIn(body: unknown): object {
  return Object((body as { user: unknown }).user);
}

async function studioOf(email: string): Promise<string> {
  const { rows } = await door.app.database.pool.query<{ studio: string }>(
    'select m.organization_id as studio from auth.membership m join auth.user u on u.id = m.user_id where u.email = $1',
    [email],
  );
  return rows[0]?.studio ?? '';
}

async function peopleOf(organizationId: string): Promise<string[]> {
  const people = await asOwner(door.app.database, { organizationId }, (db) =>
    db
      .selectFrom('profiles')
      .select('fullName')
      .where('organizationId', '=', organizationId)
      .orderBy('fullName')
      .execute(),
  );
  return people.map(({ fullName }) => fullName);
}

/** Lets a login with an address, and the invitations to it, be so many days older. */
async function age(email: string, days: number): Promise<void> {
  await door.app.database.pool.query(
    `with logins as (update auth.user set created_at = created_at - $2 * interval '1 day' where email = $1)
      update auth.invitation set invited_at = invited_at - $2 * interval '1 day' where email = $1`,
    [email, days],
  );
}

async function invite(owner: Visitor, email: string, role = 'staff'): Promise<void> {
  const answer = await owner.post('/api/team', { fullName: 'Tessa Tendu', email, role });
  expect(answer.status).toBe(200);
}

/** Sets a password by the link of the nth letter to an address and signs in with it. */
async function accept(email: string, nth: number): Promise<Visitor> {
  const token = parameterIn((await door.mail.letterTo(email, nth)).text, 'token');
  await door.visitor().post('/api/auth/reset-password', { token, newPassword: ownersPassword });
  return (await signInElsewhere(door, email, ownersPassword)).visitor;
}

async function accessOf(owner: Visitor, email: string): Promise<string | undefined> {
  const { body } = await owner.get('/api/team');
  return (body as { email: string; access: string }[]).find((each) => each.email === email)?.access;
}

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
  visitor.cookies.set('barre.session_token', signToken(token, door.app.secrets[0]));
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

async function confirm(visitor: Visitor, email: string, nth = 0): Promise<void> {
  const { text } = await door.mail.letterTo(email, nth);
  await visitor.post('/api/auth/verify-email', { token: parameterIn(text, 'confirm') });
}
