import { base32 } from '@better-auth/utils/base32';
import { symmetricEncrypt } from 'better-auth/crypto';
import { describe, expect, it } from 'vitest';
import type { Role } from '#shared/access.ts';
import { turnOn } from './authenticator.ts';
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

const door = useFrontDoor();

async function joinWithTwoSteps() {
  const { visitor, email } = await join(door);
  return { visitor, email, ...(await turnOn(visitor)) };
}

async function takeStep(visitor: Visitor, code: string) {
  return await visitor.post('/api/two-step/take', { code });
}

describe('turning two-step sign-in on', () => {
  it('takes a first code, gives recovery codes, signs the other devices out and tells its owner', async () => {
    const { visitor, email } = await join(door);
    const other = (await signInElsewhere(door, email)).visitor;
    expect((await visitor.get('/api/two-step')).body).toEqual({
      since: null,
      recoveryCodesLeft: 0,
      isAskedOfTeam: false,
    });
    const { recoveryCodes } = await turnOn(visitor);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z0-9]{6}-[a-z0-9]{6}$/);
    expect((await visitor.get('/api/two-step')).body).toEqual({
      since: expect.any(String),
      recoveryCodesLeft: 10,
      isAskedOfTeam: false,
    });
    expect(await visitor.session()).toMatchObject({ user: { email } });
    expect(await other.session()).toBeNull();
    expect((await visitor.get('/api/sessions')).body).toHaveLength(1);
    const letter = await door.mail.letterTo(email, 1);
    expect(letter.subject).toBe('Two-step sign-in was turned on for your Barre account');
    expect(letter.text).toContain('set a new password now and write to hello@barre.example.');
  });

  it('is nothing before the first code, and is refused with a wrong one', async () => {
    const { visitor, email } = await join(door);
    await visitor.post('/api/two-step/begin', {});
    expect(await visitor.post('/api/two-step/turn-on', { code: '000000' })).toMatchObject({
      status: 400,
      body: { message: 'This code is wrong or was used already. Check it, or wait for the next one.' },
    });
    const again = await signInElsewhere(door, email);
    expect(await again.visitor.session()).toMatchObject({ user: { email } });
    expect((await again.visitor.get('/api/two-step/awaited')).body).toBe(false);
  });

  it('is for who has just signed in', async () => {
    const { visitor, email } = await join(door);
    await door.app.database.pool.query(
      `update auth.session set created_at = now() - interval '16 minutes'
        where user_id = (select id from auth.user where email = $1)`,
      [email],
    );
    expect(await visitor.post('/api/two-step/begin', {})).toMatchObject({
      status: 403,
      body: {
        code: 'SIGN_IN_AGAIN',
        message: 'You signed in a while ago. Sign in again, then turn on two-step sign-in.',
      },
    });
  });

  it('happens once, and its key is not shown again', async () => {
    const { visitor, app } = await joinWithTwoSteps();
    expect(await visitor.post('/api/two-step/begin', {})).toMatchObject({ status: 409 });
    expect(await visitor.post('/api/two-step/turn-on', { code: await app.next() })).toMatchObject({
      status: 409,
    });
  });
});

describe('a login with two steps', () => {
  it('is let in by neither step alone, whichever way it takes the first', async () => {
    const { email } = await joinWithTwoSteps();
    const halves: Visitor[] = [(await signInElsewhere(door, email)).visitor];
    const byLink = door.visitor();
    await byLink.post('/api/auth/sign-in/magic-link', { email });
    const link = await door.mail.letterTo(email, 2);
    await byLink.post('/api/auth/magic-link/verify', { token: parameterIn(link.text, 'token') });
    const byCode = door.visitor();
    const code = await codeByEmail(door, byCode, email, 3);
    expect(await byCode.post('/api/auth/one-time-code/verify', code)).toMatchObject({ status: 200 });
    halves.push(byLink, byCode);
    for (const half of halves) {
      expect(half.cookies.has('barre.session_token')).toBe(true);
      expect(await half.session()).toBeNull();
      expect((await half.get('/api/organization')).status).toBe(401);
      expect((await half.get('/api/two-step')).status).toBe(401);
      expect((await half.post('/api/sessions/end', { which: 'all' })).status).toBe(401);
      expect((await half.get('/live')).status).toBe(401);
      const changed = { currentPassword: password, newPassword: 'another plié entirely' };
      expect((await half.post('/api/auth/change-password', changed)).status).toBe(401);
      expect((await half.get('/api/two-step/awaited')).body).toBe(true);
    }
    expect(await takeStep(door.visitor(), '123456')).toMatchObject({ status: 401 });
  });

  it('is let in by no other spelling of the cookie either, past which a new password would make a session', async () => {
    const { email } = await joinWithTwoSteps();
    const { visitor: half } = await signInElsewhere(door, email);
    const name = 'barre.session_token';
    const value = half.cookies.get(name) ?? '';
    const changed = { currentPassword: password, newPassword: 'another plié entirely' };
    const phone = { type: 'phone_change', phone: '+1 555 010 0199' };
    for (const cookie of [
      `a=b;${name}=${value}`,
      `a=b;  ${name}=${value}`,
      `${name} =${value}`,
      `a=b;\t${name}\t=${value}`,
      `${name}="${value}"`,
      `a;${name}=${value}`,
      `${name}=${value};`,
    ]) {
      const headers = { cookie };
      expect(await half.post('/api/auth/change-password', changed, headers), cookie).toMatchObject({
        status: 401,
      });
      expect(await half.session()).toBeNull();
    }
    const headers = { cookie: `a=b;${name}=${value}` };
    expect((await half.post('/api/auth/one-time-code/send', phone, headers)).status).toBe(401);
  });

  it('is let in by a code of the app after the password, by another session than before', async () => {
    const { email, app } = await joinWithTwoSteps();
    const { visitor } = await signInElsewhere(door, email);
    const before = visitor.cookies.get('barre.session_token');
    expect(await takeStep(visitor, '000000')).toMatchObject({ status: 400 });
    const answer = await takeStep(visitor, await app.next());
    expect(answer).toMatchObject({ status: 200, body: { token: null } });
    expect(visitor.cookies.get('barre.session_token')).not.toBe(before);
    expect(await visitor.session()).toMatchObject({ user: { email } });
    expect((await visitor.get('/api/organization')).status).toBe(200);
    const thief = door.visitor();
    thief.cookies.set('barre.session_token', before ?? '');
    expect(await thief.session()).toBeNull();
    expect((await thief.get('/api/two-step/awaited')).body).toBe(false);
  });

  it('takes no code a second time, not even at the same moment, and none from before it', async () => {
    const { email, app } = await joinWithTwoSteps();
    const code = await app.next();
    const halves = [
      await signInElsewhere(door, email),
      await signInElsewhere(door, email),
      await signInElsewhere(door, email),
    ].map(({ visitor }) => visitor);
    const answers = await Promise.all(halves.map((half) => takeStep(half, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const left = halves[answers.findIndex(({ status }) => status === 400)] as Visitor;
    expect((await takeStep(left, code)).status).toBe(400);
    expect((await takeStep(left, await app.first())).status).toBe(400);
  });

  it('takes each recovery code once, however it is typed, and new ones in place of the old', async () => {
    const { visitor, email, app, recoveryCodes } = await joinWithTwoSteps();
    const [first = '', second = ''] = recoveryCodes;
    const half = (await signInElsewhere(door, email)).visitor;
    expect((await takeStep(half, ` ${first.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
    expect((await visitor.get('/api/two-step')).body).toMatchObject({ recoveryCodesLeft: 9 });
    const again = (await signInElsewhere(door, email)).visitor;
    expect((await takeStep(again, first)).status).toBe(400);
    const renewed = await visitor.post('/api/two-step/recovery-codes', { code: await app.next() });
    const { recoveryCodes: made } = renewed.body as { recoveryCodes: string[] };
    expect((await takeStep(again, second)).status).toBe(400);
    expect((await takeStep(again, made[0] ?? '')).status).toBe(200);
  });

  it('takes ten wrong codes in an hour, from all browsers together', async () => {
    const { email, app } = await joinWithTwoSteps();
    const halves = [
      (await signInElsewhere(door, email)).visitor,
      (await signInElsewhere(door, email)).visitor,
    ];
    const statuses = await Promise.all(
      Array.from({ length: 14 }, async (_, nth) =>
        takeStep(halves[nth % 2] as Visitor, `00000${nth % 10}`).then(({ status }) => status),
      ),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect(await takeStep(halves[0] as Visitor, await app.next())).toMatchObject({
      status: 429,
      body: { message: 'Too many wrong codes. Wait an hour and try again.' },
    });
  });

  it('has ten minutes for the second step', async () => {
    const { email, app } = await joinWithTwoSteps();
    const { visitor } = await signInElsewhere(door, email);
    await door.app.database.pool.query(
      `update auth.session set created_at = now() - interval '11 minutes' where two_step_at is null
        and user_id = (select id from auth.user where email = $1)`,
      [email],
    );
    expect((await visitor.get('/api/two-step/awaited')).body).toBe(false);
    expect(await takeStep(visitor, await app.next())).toMatchObject({
      status: 401,
      body: { message: 'Your sign-in has expired. Sign in again.' },
    });
  });

  it('stays signed in with a new password, and one set by e-mail lets nobody past the second step', async () => {
    const { visitor, email } = await joinWithTwoSteps();
    const newPassword = 'another plié entirely';
    expect(
      await visitor.post('/api/auth/change-password', { currentPassword: password, newPassword }),
    ).toMatchObject({ status: 200 });
    expect(await visitor.session()).toMatchObject({ user: { email } });
    await door.mail.letterTo(email, 2);
    await door.visitor().post('/api/auth/request-password-reset', { email });
    const letter = await door.mail.letterTo(email, 3);
    const forgetful = door.visitor();
    await forgetful.post('/api/auth/reset-password', {
      token: parameterIn(letter.text, 'token'),
      newPassword: 'a third plié entirely',
    });
    expect(await forgetful.session()).toBeNull();
    const half = (await signInElsewhere(door, email, 'a third plié entirely')).visitor;
    expect(await half.session()).toBeNull();
    expect((await half.get('/api/two-step/awaited')).body).toBe(true);
  });

  it('says what to do where the key was kept with another secret of the installation', async () => {
    const { email, app, recoveryCodes } = await joinWithTwoSteps();
    const unreadable = await symmetricEncrypt({
      key: 'another secret of at least 32 characters',
      data: 'key',
    });
    await door.app.database.pool.query(
      'update auth.two_step set secret = $1 where user_id = (select id from auth.user where email = $2)',
      [unreadable, email],
    );
    const half = (await signInElsewhere(door, email)).visitor;
    for (const code of [await app.next(), recoveryCodes[0] ?? ''])
      expect(await takeStep(half, code)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Ask whoever runs it') },
      });
  });

  it('gives a program the token to go on with', async () => {
    const { email, app } = await joinWithTwoSteps();
    const signedIn = await fetch(`${door.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: door.url },
      body: JSON.stringify({ email, password }),
    });
    const { token } = (await signedIn.json()) as { token: string };
    const bearing = (given: string) => ({ authorization: `Bearer ${given}` });
    const visitor = door.visitor();
    expect((await visitor.get('/api/organization', bearing(token))).status).toBe(401);
    const code = await app.next();
    const taken = await visitor.post('/api/two-step/take', { code }, bearing(token));
    expect(taken).toMatchObject({ status: 200, setCookies: [] });
    const { token: whole } = taken.body as { token: string };
    expect((await visitor.get('/api/organization', bearing(whole))).status).toBe(200);
    expect((await visitor.get('/api/organization', bearing(token))).status).toBe(401);
  });

  it('is turned off by a code alone, and then by one step as before', async () => {
    const { visitor, email, app } = await joinWithTwoSteps();
    expect((await visitor.post('/api/two-step/turn-off', { code: '000000' })).status).toBe(400);
    expect((await visitor.post('/api/two-step/turn-off', { code: await app.next() })).status).toBe(200);
    expect((await door.mail.letterTo(email, 2)).subject).toBe(
      'Two-step sign-in was turned off for your Barre account',
    );
    expect(await visitor.session()).toMatchObject({ user: { email } });
    expect(await (await signInElsewhere(door, email)).visitor.session()).toMatchObject({ user: { email } });
    expect(await visitor.post('/api/two-step/turn-off', { code: '000000' })).toMatchObject({
      status: 409,
      body: { message: 'Two-step sign-in is off.' },
    });
  });

  it('keeps neither the key nor a recovery code readable', async () => {
    const { email, secret, recoveryCodes } = await joinWithTwoSteps();
    const { rows } = await door.app.database.pool.query<{ kept: string }>(
      `select t::text as kept from auth.two_step t join auth.user u on u.id = t.user_id where u.email = $1`,
      [email],
    );
    const [{ kept } = { kept: '' }] = rows;
    expect(kept).not.toBe('');
    const key = new TextDecoder().decode(base32.decode(secret));
    for (const hidden of [
      secret,
      key,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replace('-', '')),
    ])
      expect(kept).not.toContain(hidden);
  });
});

describe('a studio that asks everybody who works there for two steps', () => {
  /** An owner who uses two steps, and somebody of the team who does not. */
  async function openStudio(role: Role = 'staff') {
    const owner = await joinWithTwoSteps();
    const email = newAddress('desk');
    await owner.visitor.post('/api/team', { fullName: 'Percy Coda', email, role: 'staff' });
    const token = parameterIn((await door.mail.letterTo(email)).text, 'token');
    await door.visitor().post('/api/auth/reset-password', { token, newPassword: password });
    const { visitor: member } = await signInElsewhere(door, email);
    const { profileId, organization } = (await member.get('/api/session')).body as {
      profileId: string;
      organization: { id: string };
    };
    await door.app.database.inTenant({ profileId, organizationId: organization.id }, (db) =>
      db.updateTable('profiles').set({ role }).where('id', '=', profileId).execute(),
    );
    const ask = (isAsked: boolean, code = owner.recoveryCodes.pop()) =>
      owner.visitor.post('/api/two-step/team', { isAsked, code });
    return { owner: owner.visitor, member, profileId, email, ask };
  }

  it.each(['admin', 'staff', 'instructor'] as const)(
    'shows nothing of itself to who does not use them as %s, and all at once to who turns them on',
    async (role) => {
      const { owner, member, email, ask } = await openStudio(role);
      expect((await member.get('/api/organization')).status).toBe(200);
      expect(await member.session()).toMatchObject({ lacksTwoStep: false });
      expect((await ask(true)).status).toBe(200);
      expect((await owner.get('/api/two-step')).body).toMatchObject({ isAskedOfTeam: true });
      expect(await owner.session()).toMatchObject({ lacksTwoStep: false });
      expect((await owner.get('/api/organization')).status).toBe(200);
      const again = (await signInElsewhere(door, email)).visitor;
      expect(await again.session()).toMatchObject({ user: { email }, lacksTwoStep: true });
      expect(await again.get('/api/organization')).toMatchObject({
        status: 403,
        body: { message: 'Your studio asks for two-step sign-in. Turn it on to go on.' },
      });
      for (const path of ['/live', '/api/archive']) expect((await again.get(path)).status, path).toBe(401);
      expect((await again.post('/api/sessions/end', { which: 'all' })).status).toBe(403);
      const longNotes = { notes: 'x'.repeat(100_000) };
      expect((await again.post('/api/sessions/end', longNotes)).status).toBe(403);
      expect((await turnOn(again)).recoveryCodes).toHaveLength(10);
      expect((await again.get('/api/organization')).status).toBe(200);
      expect(await again.session()).toMatchObject({ lacksTwoStep: false });
    },
  );

  it('asks who is signed in already within a second, and lets them go again when it asks no more', async () => {
    const { member, ask } = await openStudio();
    expect((await member.get('/api/organization')).status).toBe(200);
    await ask(true);
    await expect.poll(() => member.get('/api/organization').then(({ status }) => status)).toBe(403);
    expect((await ask(false)).status).toBe(200);
    expect((await member.get('/api/organization')).status).toBe(200);
  });

  it('does not ask students, nor anybody of another studio', async () => {
    const { member, email, ask } = await openStudio('student');
    const other = await openStudio();
    await ask(true);
    const { visitor } = await signInElsewhere(door, email);
    for (const somebody of [member, visitor, other.member]) {
      expect(await somebody.session()).toMatchObject({ lacksTwoStep: false });
      expect((await somebody.get('/api/organization')).status).toBe(200);
    }
    expect((await other.owner.get('/api/two-step')).body).toMatchObject({ isAskedOfTeam: false });
  });

  it('asks, and asks no more, at the word of who manages it and has a code', async () => {
    const { visitor } = await join(door);
    expect(await visitor.post('/api/two-step/team', { isAsked: true, code: '000000' })).toMatchObject({
      status: 409,
      body: { message: 'Two-step sign-in is off.' },
    });
    const { owner, member, ask } = await openStudio();
    expect((await member.post('/api/two-step/team', { isAsked: true, code: '000000' })).status).toBe(403);
    for (const isAsked of [true, false]) {
      expect((await ask(isAsked, '000000')).status).toBe(400);
      expect((await owner.get('/api/two-step')).body).toMatchObject({ isAskedOfTeam: !isAsked });
      expect((await ask(isAsked)).status).toBe(200);
    }
  });

  it.each(['staff', 'instructor'] as const)('says which %s uses them to who manages it', async (role) => {
    const { owner, member, email, profileId } = await openStudio(role);
    const shown = async () => {
      if (role === 'instructor') return (await owner.get(`/api/people/${profileId}/sign-in`)).body;
      const team = (await owner.get('/api/team')).body as { id: string }[];
      return team.find(({ id }) => id === profileId);
    };
    expect(await shown()).toMatchObject({ access: 'active', hasTwoStep: false });
    await turnOn(member);
    expect(await shown()).toMatchObject({ access: 'active', hasTwoStep: true });
    expect((await door.mail.letterTo(email, 2)).text).toContain(
      'set a new password now and tell your studio’s owner.',
    );
  });

  it('lets who does not use them sign out', async () => {
    const { email, ask } = await openStudio();
    await ask(true);
    const { visitor } = await signInElsewhere(door, email);
    const token = visitor.cookies.get('barre.session_token') ?? '';
    expect((await visitor.post('/api/auth/sign-out', {})).status).toBe(200);
    const thief = door.visitor();
    thief.cookies.set('barre.session_token', token);
    expect(await thief.session()).toBeNull();
  });
});

it('is of one login alone', async () => {
  const first = await joinWithTwoSteps();
  const second = await join(door, newAddress());
  expect((await second.visitor.get('/api/two-step')).body).toMatchObject({ since: null });
  const third = await joinWithTwoSteps();
  const half = (await signInElsewhere(door, first.email)).visitor;
  expect((await takeStep(half, await third.app.next())).status).toBe(400);
  expect((await takeStep(half, third.recoveryCodes[0] ?? '')).status).toBe(400);
});
