import { describe, expect, it } from 'vitest';
import { statementsOf } from '#tests/support/statements.ts';
import {
  codeByEmail,
  join,
  newAddress,
  parameterIn,
  password,
  signInElsewhere,
  useFrontDoor,
  type Visitor,
  withoutValue,
} from './front-door.ts';

const door = useFrontDoor();

it('takes few round trips to sign in with a password', async () => {
  const { email, visitor } = await join(door);
  const signIn = async (browser: Visitor) => {
    const answer = await browser.post('/api/auth/sign-in/email', { email, password });
    expect(answer.status).toBe(200);
  };
  const stranger = await statementsOf(door.app.database, () => signIn(door.visitor()));
  await visitor.post('/api/auth/sign-out', {});
  const known = await statementsOf(door.app.database, () => signIn(visitor));
  // Limits, user, password; session, what it leaves behind, limits.
  const asked = ['with', 'select', 'select', 'insert', 'delete', 'with'];
  for (const sent of [stranger, known])
    expect(sent.map((text) => text.trim().split(/\s/, 1)[0])).toEqual(asked);
});

describe('signing up', () => {
  it('opens the studio only once the address is confirmed', async () => {
    const email = newAddress('nell');
    const visitor = door.visitor();
    const answer = await visitor.post('/api/auth/sign-up/email', {
      email,
      password,
      name: 'Nell',
      organizationName: 'Tendu School',
      timeZone: 'Asia/Kathmandu',
    });
    expect(answer).toMatchObject({ status: 200, body: { isSignedIn: false } });
    expect(await visitor.session()).toBeNull();
    const early = await signInElsewhere(door, email);
    expect(early.answer).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });

    const letter = await door.mail.letterTo(email);
    expect(letter.subject).toBe('Confirm your email address for Barre');
    expect(letter.html).toContain('Confirm my address');
    // Anybody can type this address, and words of theirs in place of a name.
    expect(letter.text + letter.html).not.toMatch(/Nell|Tendu/);
    const token = parameterIn(letter.text, 'confirm');
    await visitor.post('/api/auth/verify-email', { token });
    expect(await visitor.session()).toMatchObject({
      user: { email, fullName: 'Nell' },
      role: 'owner',
      organization: { name: 'Tendu School', timeZone: 'Asia/Kathmandu' },
    });
    // The link confirms; it is no key to the account.
    const finder = door.visitor();
    await finder.post('/api/auth/verify-email', { token });
    expect(await finder.session()).toBeNull();
  });

  it('answers alike when the address has an account already, and tells only its owner', async () => {
    const { email } = await join(door);
    const details = { email, password: 'another password', name: 'Stranger', organizationName: 'Other' };
    const known = await door.visitor().post('/api/auth/sign-up/email', details);
    const unknown = await door
      .visitor()
      .post('/api/auth/sign-up/email', { ...details, email: newAddress('new') });
    expect(known.status).toBe(200);
    expect(shapeOf(known.body)).toEqual(shapeOf(unknown.body));
    expect(known.setCookies.map(withoutValue)).toEqual(unknown.setCookies.map(withoutValue));
    const letter = await door.mail.letterTo(email, 1);
    expect(letter.subject).toBe('You already have a Barre account');
    expect((await signInElsewhere(door, email, 'another password')).answer.status).toBe(401);
    expect((await signInElsewhere(door, email)).answer.status).toBe(200);
  });

  it('takes no studio, person or phone the caller names', async () => {
    for (const field of ['organizationId', 'profileId', 'phoneNumber', 'emailVerified']) {
      const email = newAddress('sly');
      await door.visitor().post('/api/auth/sign-up/email', {
        email,
        password,
        name: 'Sly',
        [field]: field === 'emailVerified' ? true : '00000000-0000-4000-8000-000000000000',
      });
      const { rows } = await door.app.database.pool.query(
        'select organization_id, profile_id, phone_number, email_verified from auth.user where email = $1',
        [email],
      );
      for (const row of rows)
        expect(row).toEqual({
          organization_id: null,
          profile_id: null,
          phone_number: null,
          email_verified: false,
        });
    }
    const phone = await door
      .visitor()
      .post('/api/auth/sign-up/email', { email: '15550100@phone.invalid', password, name: 'X' });
    expect(phone.status).toBe(400);
  });
});

it('says what to enter in place of what is no address, in the same words wherever one is asked for', async () => {
  const doors: [string, object][] = [
    ['sign-up/email', { password, name: 'Nell' }],
    ['sign-in/email', { password }],
    ['sign-in/magic-link', {}],
    ['request-password-reset', {}],
    ['one-time-code/send', { type: 'email' }],
  ];
  for (const email of ['nell@studio', 'nell', ''])
    for (const [path, fields] of doors)
      expect(await door.visitor().post(`/api/auth/${path}`, { ...fields, email })).toMatchObject({
        status: 400,
        body: { message: 'Enter an email address such as name@example.com.' },
      });
  const long = { email: `nell@${'studio.'.repeat(36)}com`, password, name: 'Nell' };
  expect(await door.visitor().post('/api/auth/sign-up/email', long)).toMatchObject({
    status: 400,
    body: { message: 'Use at most 254 characters.' },
  });
});

describe('a magic link', () => {
  it('signs in once, without a password', async () => {
    const { email } = await join(door);
    const visitor = door.visitor();
    expect(await visitor.post('/api/auth/sign-in/magic-link', { email })).toMatchObject({ status: 200 });
    const letter = await door.mail.letterTo(email, 1);
    expect(letter.subject).toBe('Your link to sign in to Barre');
    const token = parameterIn(letter.text, 'token');
    expect(parameterIn(letter.text, 'view')).toBe('magic_link');
    await visitor.post('/api/auth/magic-link/verify', { token });
    expect(await visitor.session()).toMatchObject({ user: { email } });
    const again = door.visitor();
    await again.post('/api/auth/magic-link/verify', { token });
    expect(await again.session()).toBeNull();
    // The password still works.
    expect((await signInElsewhere(door, email)).answer.status).toBe(200);
  });

  it('for an unknown address is a letter that says so, and the same answer', async () => {
    const email = newAddress('nobody');
    const { email: known } = await join(door);
    const answer = await door.visitor().post('/api/auth/sign-in/magic-link', { email });
    expect(answer.body).toEqual(
      (await door.visitor().post('/api/auth/sign-in/magic-link', { email: known })).body,
    );
    const letter = await door.mail.letterTo(email);
    expect(letter.subject).toBe('No Barre account for this address yet');
    expect(letter.text).not.toContain('token=');
  });
});

describe.each([
  ['a magic link', 'sign-in/magic-link', 'callbackURL'],
  ['a link to set a new password', 'request-password-reset', 'redirectTo'],
])('%s, asked for on the way to a page,', (_, path, field) => {
  it('leads on to the page its reader was going to, only ever to one of ours', async () => {
    const { email } = await join(door);
    let count = 0;
    const nextIn = async (target?: string) => {
      await door.visitor().post(`/api/auth/${path}`, { email, [field]: target });
      const { text } = await door.mail.letterTo(email, ++count);
      expect(parameterIn(text, 'token')).not.toBe('');
      return text.includes('next=') ? decodeURIComponent(parameterIn(text, 'next')) : null;
    };
    const page = '/dashboard/insights?start=2030-01-01&q=50%25+(a*b)#money';
    expect(await nextIn(page)).toBe(page);
    for (const target of [
      undefined,
      '/dashboard',
      '/',
      '/api/auth/sign-out',
      '/dashboards',
      `${door.url}/mailbox`,
    ])
      expect(await nextIn(target)).toBeNull();
    for (const target of ['//evil.test', 'https://evil.test', '/\\evil.test', 'javascript:alert(1)']) {
      const answer = await door.visitor().post(`/api/auth/${path}`, { email, [field]: target });
      expect(answer).toMatchObject({ status: 403 });
    }
  });
});

describe('a one-time code', () => {
  it('by email signs in once', async () => {
    const { email } = await join(door);
    const visitor = door.visitor();
    const { request, token } = await codeByEmail(door, visitor, email);
    const right = { request, token: `${token.slice(0, 3)} ${token.slice(3)}` };
    expect(await visitor.post('/api/auth/one-time-code/verify', right)).toMatchObject({ status: 200 });
    expect(await visitor.session()).toMatchObject({ user: { email } });
    expect(await door.visitor().post('/api/auth/one-time-code/verify', right)).toMatchObject({ status: 400 });
  });

  it('by phone founds a studio, and then signs in to it', async () => {
    const phone = '+1 (555) 010-4321';
    for (const time of ['first', 'second']) {
      const visitor = door.visitor();
      const sent = await visitor.post('/api/auth/one-time-code/send', { type: 'sms', phone });
      expect(sent).toMatchObject({ status: 200, body: { request: expect.any(String) } });
      expect(door.messages[0]?.to).toBe('+15550104321');
      const token = /^\d{6}/.exec(door.messages[0]?.text ?? '')?.[0];
      const { request } = sent.body as { request: string };
      await visitor.post('/api/auth/one-time-code/verify', { request, token, timeZone: 'America/Chicago' });
      const session = await visitor.session();
      // The address invented for the login is nowhere to be seen.
      expect(session, time).toMatchObject({
        user: { email: '', fullName: '+15550104321' },
        organization: { name: 'My School', timeZone: 'America/Chicago' },
      });
      expect((await visitor.get('/api/profile')).text).not.toContain('phone.invalid');
    }
    const { rows } = await door.app.database.pool.query(
      `select count(*)::int as n from auth.user where phone_number = '+15550104321'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
    // Nobody is ever written to at that address.
    await door.visitor().post('/api/auth/request-password-reset', { email: '15550104321@phone.invalid' });
    await door
      .visitor()
      .post('/api/auth/one-time-code/send', { type: 'email', email: '15550104321@phone.invalid' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(door.mail.letters.filter(({ to }) => to.some((each) => each.endsWith('.invalid')))).toEqual([]);
  });

  it('changes the phone number one signs in with', async () => {
    const { visitor, email } = await join(door);
    const phone = '+15550105555';
    const sent = await visitor.post('/api/auth/one-time-code/send', { type: 'phone_change', phone });
    const { request } = sent.body as { request: string };
    const token = /^\d{6}/.exec(door.messages[0]?.text ?? '')?.[0];
    // Another person's session can not use it, though they see the code.
    const { visitor: thief } = await join(door);
    expect(await thief.post('/api/auth/one-time-code/verify', { request, token })).toMatchObject({
      status: 400,
    });
    const resent = await visitor.post('/api/auth/one-time-code/send', { type: 'phone_change', phone });
    const right = {
      request: (resent.body as { request: string }).request,
      token: /^\d{6}/.exec(door.messages[0]?.text ?? '')?.[0],
    };
    expect(await visitor.post('/api/auth/one-time-code/verify', right)).toMatchObject({ status: 200 });
    const elsewhere = door.visitor();
    const asked = await elsewhere.post('/api/auth/one-time-code/send', { type: 'sms', phone });
    await elsewhere.post('/api/auth/one-time-code/verify', {
      request: (asked.body as { request: string }).request,
      token: /^\d{6}/.exec(door.messages[0]?.text ?? '')?.[0],
    });
    expect(await elsewhere.session()).toMatchObject({ user: { email } });
    // Whoever did not set it is told, and a new password takes it away again.
    const told = await door.mail.letterTo(email, 1);
    expect(told.subject).toBe('A phone number can sign in to your Barre account');
    await visitor.post('/api/auth/request-password-reset', { email });
    const { text } = await door.mail.letterTo(email, 2);
    const reset = { token: parameterIn(text, 'token'), newPassword: 'battement tendu' };
    expect(await visitor.post('/api/auth/reset-password', reset)).toMatchObject({ status: 200 });
    const { rows } = await door.app.database.pool.query(
      'select phone_number from auth."user" where email = $1',
      [email],
    );
    expect(rows).toEqual([{ phone_number: null }]);
  });

  it('changes no phone number long after the sign-in', async () => {
    const { visitor, email } = await join(door);
    const body = { type: 'phone_change', phone: '+15550106666' };
    const signedIn = (minutesAgo: number) =>
      door.app.database.pool.query(
        `update auth.session set created_at = now() - make_interval(mins => $2)
         where user_id = (select id from auth."user" where email = $1)`,
        [email, minutesAgo],
      );
    await signedIn(14);
    expect(await visitor.post('/api/auth/one-time-code/send', body)).toMatchObject({ status: 200 });
    await signedIn(16);
    const told = door.messages.length;
    expect(await visitor.post('/api/auth/one-time-code/send', body)).toMatchObject({
      status: 403,
      body: { message: 'You signed in a while ago. Sign in again, then change the phone number.' },
    });
    expect(door.messages).toHaveLength(told);
  });

  it('refuses what is no phone number', async () => {
    for (const phone of ['', 'call me', '5550100', '+0 555 0100', '+1555', `+${'1'.repeat(20)}`])
      expect(await door.visitor().post('/api/auth/one-time-code/send', { type: 'sms', phone })).toMatchObject(
        { status: 400 },
      );
  });
});

describe('a forgotten password', () => {
  it('of an unknown address is a letter that says so, and the same answer', async () => {
    const email = newAddress('nobody');
    const { email: known } = await join(door);
    const path = '/api/auth/request-password-reset';
    const answer = await door.visitor().post(path, { email });
    expect(answer.body).toEqual((await door.visitor().post(path, { email: known })).body);
    const letter = await door.mail.letterTo(email);
    expect(letter.subject).toBe('No Barre account for this address yet');
    expect(letter.text).not.toContain('token=');
    await door.mail.letterTo(known, 1);
    expect(door.mail.letters.filter(({ to }) => to.includes(known))).toHaveLength(2);
  });

  it('is set anew by a link that works once, and signs every device out', async () => {
    const { visitor, email } = await join(door);
    const asked = await door.visitor().post('/api/auth/request-password-reset', { email });
    const unknown = await door
      .visitor()
      .post('/api/auth/request-password-reset', { email: newAddress('nobody') });
    expect(asked.body).toEqual(unknown.body);
    const letter = await door.mail.letterTo(email, 1);
    expect(letter.subject).toBe('Set a new password for Barre');
    const token = parameterIn(letter.text, 'token');
    const right = { newPassword: 'battement tendu', token };
    expect(
      await door.visitor().post('/api/auth/reset-password', { newPassword: 'short', token }),
    ).toMatchObject({
      status: 400,
    });
    expect(await door.visitor().post('/api/auth/reset-password', right)).toMatchObject({ status: 200 });
    expect(await door.visitor().post('/api/auth/reset-password', right)).toMatchObject({ status: 400 });
    expect(await visitor.session()).toBeNull();
    expect((await signInElsewhere(door, email)).answer.status).toBe(401);
    expect((await signInElsewhere(door, email, 'battement tendu')).answer.status).toBe(200);
    expect((await door.mail.letterTo(email, 2)).subject).toBe('Your Barre password was changed');
  });

  it('leaves no second link behind', async () => {
    const { email } = await join(door);
    for (const _ of ['first', 'second'])
      await door.visitor().post('/api/auth/request-password-reset', { email });
    const tokens = [
      parameterIn((await door.mail.letterTo(email, 1)).text, 'token'),
      parameterIn((await door.mail.letterTo(email, 2)).text, 'token'),
    ];
    const reset = (token = '') =>
      door.visitor().post('/api/auth/reset-password', { newPassword: 'battement tendu', token });
    expect(await reset(tokens[1])).toMatchObject({ status: 200 });
    expect(await reset(tokens[0])).toMatchObject({ status: 400 });
  });
});

describe('an invitation', () => {
  it('lets its reader set a password and sign in to the studio that invited them', async () => {
    const { visitor: owner } = await join(door);
    const email = newAddress('percy');
    await owner.post('/api/team', { fullName: 'Percy Coda', email, role: 'staff' });
    const letter = await door.mail.letterTo(email);
    expect(letter.subject).toBe('Nell Tendu invited you to Tendu School');
    expect(letter.html).toContain('Set my password');
    const token = parameterIn(letter.text, 'token');
    expect((await signInElsewhere(door, email)).answer.status).toBe(401);
    await door.visitor().post('/api/auth/reset-password', { newPassword: password, token });
    const { visitor } = await signInElsewhere(door, email);
    expect(await visitor.session()).toMatchObject({
      user: { email, fullName: 'Percy Coda' },
      role: 'staff',
      organization: { name: 'Tendu School' },
    });
  });
});

describe('a changed password', () => {
  it('signs the other devices out, whether or not the caller asks for it', async () => {
    const { visitor, email } = await join(door);
    const { visitor: phone } = await signInElsewhere(door, email);
    expect(await phone.session()).not.toBeNull();
    const wrong = await visitor.post('/api/auth/change-password', {
      currentPassword: 'not it',
      newPassword: 'battement tendu',
    });
    expect(wrong.status).toBe(400);
    const changed = await visitor.post('/api/auth/change-password', {
      currentPassword: password,
      newPassword: 'battement tendu',
      revokeOtherSessions: false,
    });
    expect(changed.status).toBe(200);
    expect(await phone.session()).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email } });
  });

  it('is told to its owner in one letter, by who is signed in and by email alike', async () => {
    const { visitor, email } = await join(door);
    const change = { currentPassword: password, newPassword: 'battement tendu' };
    await visitor.post('/api/auth/change-password', { ...change, currentPassword: 'not it' });
    await visitor.post('/api/auth/change-password', change);
    await door.mail.letterTo(email, 1);
    await visitor.post('/api/auth/request-password-reset', { email });
    const token = parameterIn((await door.mail.letterTo(email, 2)).text, 'token');
    await visitor.post('/api/auth/reset-password', { newPassword: password, token });
    await door.mail.letterTo(email, 3);
    await visitor.post('/api/auth/request-password-reset', { email });
    await door.mail.letterTo(email, 4);
    const letters = door.mail.letters.filter(({ to }) => to.includes(email));
    expect(letters.slice(1).map(({ subject }) => subject)).toEqual([
      'Your Barre password was changed',
      'Set a new password for Barre',
      'Your Barre password was changed',
      'Set a new password for Barre',
    ]);
  });
});

describe('the session', () => {
  it('says at once what the caller saved, and what somebody else made of their role', async () => {
    const { visitor, email } = await join(door);
    const { version } = (await visitor.get('/api/profile')).body as { version: number };
    await visitor.session();
    await visitor.post('/rpc/organization/profile/save', {
      json: { version, fullName: 'Nell Coda', phoneNumber: null, school: null },
    });
    expect(await visitor.session()).toMatchObject({ user: { fullName: 'Nell Coda' }, role: 'owner' });

    const { profileId, organization } = (await visitor.get('/api/session')).body as {
      profileId: string;
      organization: { id: string };
    };
    await door.app.database.inTenant({ profileId, organizationId: organization.id }, (db) =>
      db.updateTable('profiles').set({ role: 'staff' }).where('email', '=', email).execute(),
    );
    expect(await visitor.session()).toMatchObject({ role: 'staff' });
    expect((await visitor.get('/api/team')).status, 'of what an owner may see').toBe(403);
  });
});

describe('signed-in devices', () => {
  it('are listed and ended one by one, all others, or everywhere', async () => {
    const { visitor, email } = await join(door);
    const devices = [await signInElsewhere(door, email), await signInElsewhere(door, email)];
    const { visitor: stranger } = await join(door);
    const list = async () =>
      (await visitor.get('/api/sessions')).body as { id: string; isCurrent: boolean }[];
    expect(await list()).toHaveLength(3);
    expect((await list()).filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect((await visitor.get('/api/sessions')).text).not.toMatch(/token/i);

    const other = (await list()).find(({ isCurrent }) => !isCurrent);
    expect((await stranger.get('/api/sessions')).body).toHaveLength(1);
    await remove(stranger, other?.id);
    expect(await list()).toHaveLength(3);
    await remove(visitor, other?.id);
    expect(await list()).toHaveLength(2);
    expect(await visitor.post('/api/sessions/end', { which: 'others' })).toMatchObject({
      body: { ended: 1 },
    });
    for (const device of devices) expect(await device.visitor.session()).toBeNull();
    expect(await visitor.session()).not.toBeNull();
    await visitor.post('/api/sessions/end', { which: 'all' });
    expect(await visitor.session()).toBeNull();
    expect(await stranger.session()).not.toBeNull();
  });

  it('are signed out by who has signed in just now alone', async () => {
    const { visitor, email } = await join(door);
    const { visitor: thief } = await signInElsewhere(door, email);
    const { body } = await visitor.get('/api/sessions');
    const mine = (body as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent);
    await door.app.database.pool.query(
      `update auth.session set created_at = now() - interval '16 minutes' where token = $1`,
      [decodeURIComponent(thief.cookies.get('barre.session_token') ?? '').split('.')[0]],
    );
    for (const refused of [
      await thief.post('/api/sessions/end', { which: 'all' }),
      await thief.post('/api/sessions/end', { which: 'others' }),
      await thief.post('/rpc/auth/sessions/end', { json: { id: mine?.id } }),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.text).toContain('SIGN_IN_AGAIN');
      expect(refused.text).toContain('Sign in again, then sign devices out.');
    }
    expect((await visitor.get('/api/sessions')).body).toHaveLength(2);
    const { visitor: again } = await signInElsewhere(door, email);
    expect((await again.post('/api/sessions/end', { which: 'others' })).body).toEqual({ ended: 2 });
    expect(await visitor.session()).toBeNull();
  });

  it.each(['by signing out', 'by its id'])(
    'leave a program alone, which ends its own token %s however long it has had it',
    async (way) => {
      const { visitor, email } = await join(door);
      const { visitor: made } = await signInElsewhere(door, email);
      const token = decodeURIComponent(made.cookies.get('barre.session_token') ?? '').split('.')[0];
      await door.app.database.pool.query(
        `update auth.session set created_at = now() - interval '5 days' where token = $1`,
        [token],
      );
      const program = door.visitor();
      const bearer = { authorization: `Bearer ${token}` };
      const { body } = await program.get('/api/sessions', bearer);
      const own = (body as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent);
      for (const which of ['all', 'others'])
        expect((await program.post('/api/sessions/end', { which }, bearer)).status).toBe(403);
      const ended =
        way === 'by its id'
          ? await program.post('/rpc/auth/sessions/end', { json: { id: own?.id } }, bearer)
          : await program.post('/api/auth/sign-out', {}, bearer);
      expect(ended.status).toBe(200);
      expect((await program.get('/api/session', bearer)).body).toBeNull();
      expect(await visitor.session()).toMatchObject({ user: { email } });
    },
  );
});

async function remove(visitor: ReturnType<typeof door.visitor>, id = ''): Promise<void> {
  await visitor.post(`/rpc/auth/sessions/end`, { json: { id } });
}

/** Names and kinds of what an answer holds, without its values. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, each]) => [key, shapeOf(each)]),
  );
}
