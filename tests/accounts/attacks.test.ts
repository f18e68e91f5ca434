import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
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
const evil = 'https://evil.test';

describe('tokens', () => {
  it('of a letter work until they expire and not a moment longer', async () => {
    const { email } = await join(door);
    const late = door.visitor();
    await late.post('/api/auth/sign-in/magic-link', { email });
    await door.visitor().post('/api/auth/request-password-reset', { email });
    const link = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    const reset = parameterIn((await door.mail.letterTo(email, 2)).text, 'token');
    const code = await codeByEmail(door, door.visitor(), email, 3);
    await door.app.database.pool.query(
      `update auth.verification set expires_at = now() - interval '1 second'`,
    );
    await late.post('/api/auth/magic-link/verify', { token: link });
    expect(
      await late.post('/api/auth/reset-password', { token: reset, newPassword: password }),
    ).toMatchObject({
      status: 400,
    });
    expect(await late.post('/api/auth/one-time-code/verify', code)).toMatchObject({ status: 400 });
    expect(await late.session()).toBeNull();
  });

  it('last ten minutes where they sign in, an hour for a new password, and seven days as an invitation', async () => {
    const { visitor: owner, email } = await join(door);
    const invited = newAddress('invited');
    const invite = async () => {
      await owner.post('/api/team', { fullName: 'Ina Vited', email: invited, role: 'staff' });
      await door.mail.letterTo(invited);
    };
    const ask = (path: string, body: unknown) => () => door.visitor().post(`/api/auth/${path}`, body);
    const byPhone = { type: 'sms', phone: '+15550107778' };
    expect(await minutesLeft(ask('one-time-code/send', { type: 'email', email }))).toEqual([10]);
    expect(await minutesLeft(ask('one-time-code/send', byPhone))).toEqual([10]);
    expect(await minutesLeft(ask('sign-in/magic-link', { email }))).toEqual([10]);
    expect(await minutesLeft(ask('request-password-reset', { email }))).toEqual([60]);
    expect(await minutesLeft(invite)).toEqual([7 * 24 * 60]);
  });

  it('are kept as hashes only', async () => {
    const { email } = await join(door);
    const asked = await door
      .visitor()
      .post('/api/auth/one-time-code/send', { type: 'sms', phone: '+15550107777' });
    await door.visitor().post('/api/auth/sign-in/magic-link', { email });
    await door.visitor().post('/api/auth/request-password-reset', { email });
    const secrets = [
      /^\d{6}/.exec(door.messages[0]?.text ?? '')?.[0],
      (asked.body as { request: string }).request,
      parameterIn((await door.mail.letterTo(email, 1)).text, 'token'),
      parameterIn((await door.mail.letterTo(email, 2)).text, 'token'),
    ];
    const { rows } = await door.app.database.pool.query<{ kept: string }>(
      `select identifier || ' ' || value as kept from auth.verification`,
    );
    const kept = rows.map((row) => row.kept).join('\n');
    for (const secret of secrets) expect(kept).not.toContain(secret);
  });

  it('made up or of another kind open nothing', async () => {
    const { email } = await join(door);
    await door.visitor().post('/api/auth/sign-in/magic-link', { email });
    const link = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    const thief = door.visitor();
    // A magic link sets no password, and a hash read from the database is no token.
    const hash = createHash('sha256').update(link).digest('base64url');
    for (const token of [link, hash, '', 'x', "' or 1=1 --", '../..', 'null']) {
      expect(
        await thief.post('/api/auth/reset-password', { token, newPassword: 'battement tendu' }),
      ).toMatchObject({ status: 400 });
      expect((await thief.post('/api/auth/verify-email', { token })).status).not.toBe(200);
    }
    await thief.post('/api/auth/magic-link/verify', { token: hash });
    // Signed with another key, and with none.
    for (const forged of [
      'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6Im93bmVyQGJhcnJlLnRlc3QifQ.',
      'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6Im93bmVyQGJhcnJlLnRlc3QifQ.2D5XuvhMwqHPyVdsxQ0YzN1fHnY2xLQ0nS8u6p1dEGs',
    ])
      expect((await thief.post('/api/auth/verify-email', { token: forged })).status).toBe(401);
    expect(await thief.session()).toBeNull();
  });

  it('sign in nobody whom another site sends on with one of its own', async () => {
    const { email } = await join(door);
    const victim = door.visitor();
    await victim.post('/api/auth/sign-in/magic-link', { email });
    const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    const plain = { 'content-type': 'text/plain' };
    for (const path of ['/api/auth/magic-link/verify', '/api/auth/verify-email']) {
      expect((await victim.get(`${path}?token=${token}`)).status).toBe(405);
      expect((await victim.post(path, { token }, plain)).status).toBe(405);
      for (const none of [[token], `${token}\ud800`])
        expect((await victim.post(path, { token: none })).status).toBe(405);
    }
    expect(await victim.session()).toBeNull();
    await victim.post('/api/auth/magic-link/verify', { token });
    expect(await victim.session()).toMatchObject({ user: { email } });
  });

  it('of a magic link sign in nobody but in the browser it was asked for in', async () => {
    const { email } = await join(door);
    const asker = door.visitor();
    await asker.post('/api/auth/sign-in/magic-link', { email });
    const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    const elsewhere = door.visitor();
    const other = door.visitor();
    // One that asked for a link of its own, and one with a name of the asker's that it made up.
    await elsewhere.post('/api/auth/sign-in/magic-link', { email: newAddress('other') });
    other.cookies.set('barre.link_asker', 'A'.repeat(32));
    const [bare, binding] = token.split('.');
    for (const visitor of [elsewhere, other, door.visitor()])
      for (const tried of [token, bare, `${bare}.`, `${bare}.x`, `${bare}.${bare}`, `.${binding}`, binding])
        expect(await visitor.post('/api/auth/magic-link/verify', { token: tried })).toMatchObject({
          status: 403,
          body: { code: 'ASKED_ELSEWHERE' },
        });
    for (const visitor of [elsewhere, other]) expect(await visitor.session()).toBeNull();
    // It was not used up, nor by asking for another.
    await asker.post('/api/auth/sign-in/magic-link', { email });
    await door.mail.letterTo(email, 2);
    await asker.post('/api/auth/magic-link/verify', { token });
    expect(await asker.session()).toMatchObject({ user: { email } });
  });

  it('sign in only once when used by many at the same moment', async () => {
    const { email } = await join(door);
    const asker = door.visitor();
    await asker.post('/api/auth/sign-in/magic-link', { email });
    const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    const visitors = Array.from({ length: 10 }, () => door.visitor());
    for (const { cookies } of visitors) for (const [name, value] of asker.cookies) cookies.set(name, value);
    await Promise.all(visitors.map((each) => each.post('/api/auth/magic-link/verify', { token })));
    const sessions = await Promise.all(visitors.map((each) => each.session()));
    expect(sessions.filter(Boolean)).toHaveLength(1);
  });
});

/** For how long each token is good that is made by `ask`. */
async function minutesLeft(ask: () => Promise<unknown>): Promise<number[]> {
  const { pool } = door.app.database;
  await pool.query('delete from auth.verification');
  await ask();
  const { rows } = await pool.query<{ minutes: number }>(
    'select round(extract(epoch from expires_at - now()) / 60)::int as minutes from auth.verification',
  );
  return rows.map(({ minutes }) => minutes);
}

describe('one-time codes', () => {
  it('end after five wrong tries, also at the same moment', async () => {
    const { email } = await join(door);
    const visitor = door.visitor();
    const { request, token } = await codeByEmail(door, visitor, email);
    const wrong = token === '000000' ? '000001' : '000000';
    await Promise.all(
      Array.from({ length: 8 }, () =>
        door.visitor().post('/api/auth/one-time-code/verify', { request, token: wrong }),
      ),
    );
    for (let tries = 0; tries < 5; tries++)
      await door.visitor().post('/api/auth/one-time-code/verify', { request, token: wrong });
    expect(await visitor.post('/api/auth/one-time-code/verify', { request, token })).toMatchObject({
      status: 400,
    });
  });

  it('can be neither guessed nor used up by somebody who did not ask for them', async () => {
    const { email } = await join(door);
    const owner = door.visitor();
    const attacker = door.visitor();
    const code = await codeByEmail(door, owner, email);
    const own = await attacker.post('/api/auth/one-time-code/send', { type: 'email', email });
    // With the right code, but of the other request.
    expect(
      await attacker.post('/api/auth/one-time-code/verify', {
        request: (own.body as { request: string }).request,
        token: code.token,
      }),
    ).toMatchObject({ status: 400 });
    for (let tries = 0; tries < 10; tries++)
      await door.visitor().post('/api/auth/one-time-code/verify', {
        request: (own.body as { request: string }).request,
        token: '123456',
      });
    await owner.post('/api/auth/one-time-code/verify', code);
    expect(await owner.session()).toMatchObject({ user: { email } });
  });
});

describe('guessing passwords', () => {
  it('is stopped per network address', async () => {
    const visitor = door.visitor();
    const statuses = [];
    for (let tries = 0; tries < 34; tries++)
      statuses.push(
        (
          await visitor.post('/api/auth/sign-in/email', {
            email: newAddress('spray'),
            password: 'guess-guess',
          })
        ).status,
      );
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(statuses.slice(30)).toEqual(Array(4).fill(429));
  });

  it('is stopped per account from any number of addresses, and locks its owner out of no browser of theirs', async () => {
    const { visitor: owner, email } = await join(door);
    await owner.post('/api/auth/sign-out', {});
    const guesses = await Promise.all(
      // As many strangers as are let in at once.
      Array.from({ length: 25 }, () =>
        door.visitor().post('/api/auth/sign-in/email', { email, password: 'guess-guess' }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
    // What the library forgets after a minute is not what counts here.
    await door.app.database.pool.query('delete from auth.rate_limit');
    // Even the right password from an unknown browser has to wait, or guessing on would pay.
    expect((await signInElsewhere(door, email)).answer.status).toBe(429);
    expect(await owner.post('/api/auth/sign-in/email', { email, password })).toMatchObject({ status: 200 });
    // From elsewhere there is the magic link.
    const elsewhere = door.visitor();
    await elsewhere.post('/api/auth/sign-in/magic-link', { email });
    const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    await elsewhere.post('/api/auth/magic-link/verify', { token });
    expect(await elsewhere.session()).toMatchObject({ user: { email } });
  });

  it('is stopped with a borrowed session too, from any number of addresses', async () => {
    const { visitor, email } = await join(door);
    const statuses = [];
    for (let nth = 0; nth < 13; nth++) {
      const body = { currentPassword: `guess-guess-${nth}`, newPassword: 'grand battement 9' };
      const elsewhere = { 'x-forwarded-for': `198.51.100.${nth}` };
      statuses.push((await visitor.post('/api/auth/change-password', body, elsewhere)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429, 429]);
    const known = { currentPassword: password, newPassword: 'grand battement 9' };
    const refused = await visitor.post('/api/auth/change-password', known);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_REQUESTS',
        message: 'Too many wrong passwords. Wait 15 minutes, or log out and ask for a link to set a new one.',
      },
    });
    // Who it belongs to signs in as ever.
    expect((await signInElsewhere(door, email)).answer.status).toBe(200);
  });

  it('gains nothing by a made-up sign of a known browser', async () => {
    const { email } = await join(door);
    const { visitor: other } = await join(door);
    const stolen = other.cookies.get('barre.browser') ?? '';
    expect(stolen).not.toBe('');
    const attacker = door.visitor();
    let counted = 0;
    for (let tries = 0; tries < 24; tries++) {
      attacker.cookies.clear();
      attacker.cookies.set('barre.browser', tries % 2 ? stolen : `made-up.${tries}.signature`);
      const answer = await door
        .visitor()
        .post(
          '/api/auth/sign-in/email',
          { email, password: 'guess-guess' },
          { cookie: `barre.browser=${attacker.cookies.get('barre.browser')}` },
        );
      if (answer.status === 401) counted += 1;
    }
    expect(counted).toBe(20);
  });

  it('floods nobody’s mailbox', async () => {
    const email = newAddress('flooded');
    const letters = () => door.mail.letters.filter(({ to }) => to.includes(email)).length;
    const statuses = await Promise.all(
      Array.from({ length: 40 }, () => door.visitor().post('/api/auth/sign-in/magic-link', { email })),
    );
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(30);
    await expect.poll(letters, { timeout: 20_000 }).toBe(30);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(letters()).toBe(30);
    // From one network, five.
    const visitor = door.visitor();
    const other = newAddress('flooded');
    const answers = [];
    for (let tries = 0; tries < 7; tries++)
      answers.push((await visitor.post('/api/auth/request-password-reset', { email: other })).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(5);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const email = newAddress('flooded');
    const statuses = [];
    for (let tries = 0; tries < 7; tries++) {
      const visitor = door.visitor({ address: `2001:db8:1:2:${tries}::${tries}` });
      const path = tries % 2 ? 'sign-in/magic-link' : 'request-password-reset';
      statuses.push((await visitor.post(`/api/auth/${path}`, { email })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('floods nobody’s mailbox by signing up, and answers as ever', async () => {
    const { email } = await join(door);
    const letters = () => door.mail.letters.filter(({ to }) => to.includes(email)).length;
    const before = letters();
    const signUp = () =>
      door.visitor().post('/api/auth/sign-up/email', { email, password, name: 'Stranger' });
    for (let pair = 0; pair < 17; pair++) {
      const answers = await Promise.all([signUp(), signUp()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    await expect.poll(() => letters() - before, { timeout: 20_000 }).toBe(30);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(letters() - before).toBe(30);
  });

  it('locks nobody out of their letters: their own browsers have a share of their own', async () => {
    const { visitor: owner, email } = await join(door);
    const strangers = await Promise.all(
      Array.from({ length: 31 }, () => door.visitor().post('/api/auth/sign-in/magic-link', { email })),
    );
    const refused = strangers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.text).toContain('Try again in an hour');
    const statuses = [];
    for (let tries = 0; tries < 6; tries++)
      statuses.push((await owner.post('/api/auth/request-password-reset', { email })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('leaves a new owner their letter, though strangers have used up those for the address', async () => {
    const email = newAddress('late');
    const ask = () => door.visitor().post('/api/auth/sign-in/magic-link', { email });
    await Promise.all(Array.from({ length: 31 }, ask));
    await join(door, email, 30);
  });
});

it('floods nobody’s phone, however its number is written and whatever else is named', async () => {
  const sent = () => door.messages.filter(({ to }) => to === '+15550102468').length;
  const spellings = ['+1 555 010 2468', '+1 (555) 010-2468', '0015550102468', '+1.555.010.2468'];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, nth) =>
      door.visitor().post('/api/auth/one-time-code/send', {
        type: 'sms',
        phone: spellings[nth % spellings.length],
        email: newAddress('decoy'),
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  await expect.poll(sent, { timeout: 20_000 }).toBe(30);
});

it('floods no mailbox behind the name of a phone', async () => {
  const email = newAddress('flooded');
  const visitor = door.visitor();
  const statuses = [];
  for (const [nth, path] of [
    'sign-in/magic-link',
    'request-password-reset',
    'one-time-code/send',
    'sign-in/magic-link',
    'request-password-reset',
    'one-time-code/send',
  ].entries()) {
    const type = path === 'one-time-code/send' ? 'email' : 'sms';
    const body = { type, phone: `+1555010300${nth}`, email: nth % 2 ? email : email.toUpperCase() };
    statuses.push((await visitor.post(`/api/auth/${path}`, body)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

it('signing up at once with many keeps nobody waiting who works', async () => {
  const { visitor } = await join(door);
  let signedUp = 0;
  const crowd = Array.from({ length: 34 }, async () => {
    const account = { email: newAddress('crowd'), password, name: 'Crowd' };
    await door.visitor().post('/api/auth/sign-up/email', account);
    signedUp += 1;
  });
  await Promise.race(crowd);
  expect((await visitor.get('/api/classrooms')).status).toBe(200);
  expect(signedUp, 'sign-ups answered before').toBeLessThan(17);
  await Promise.all(crowd);
});

describe('who has an account', () => {
  it('is told by no answer', async () => {
    const { email } = await join(door);
    const unknown = newAddress('nobody');
    const questions: [string, (email: string) => unknown][] = [
      ['/api/auth/sign-in/email', (address) => ({ email: address, password: 'not the one' })],
      ['/api/auth/sign-in/magic-link', (address) => ({ email: address })],
      ['/api/auth/request-password-reset', (address) => ({ email: address })],
      ['/api/auth/send-verification-email', (address) => ({ email: address })],
    ];
    for (const [path, body] of questions) {
      const [known, other] = [
        await door.visitor().post(path, body(email)),
        await door.visitor().post(path, body(unknown)),
      ];
      // A random name of the browser that asks, as long for everybody.
      const cookies = (answer: typeof known) =>
        answer.setCookies.map((line) => line.replace(/=[^;]*/, (value) => `=${value.length}`));
      expect({ ...known, setCookies: cookies(known), path }).toEqual({
        ...other,
        setCookies: cookies(other),
        path,
      });
    }
  });

  it('is told by no clock', async () => {
    const questions: [string, (email: string) => unknown][] = [
      ['/api/auth/sign-in/email', (address) => ({ email: address, password: 'not the one' })],
      ['/api/auth/sign-up/email', (address) => ({ email: address, password, name: 'Who' })],
      ['/api/auth/request-password-reset', (address) => ({ email: address })],
      ['/api/auth/one-time-code/send', (address) => ({ type: 'email', email: address })],
    ];
    for (const [path, body] of questions) {
      const { email } = await join(door);
      const quickest = { known: Infinity, unknown: Infinity };
      // A password takes some 80 ms to check and a letter longer to send: leaving either out would show.
      const isTold = () => {
        const { known, unknown } = quickest;
        return Math.abs(known - unknown) >= Math.max(25, 0.5 * Math.max(known, unknown));
      };
      // A busy machine only ever adds to a time: the quickest of each kind are compared, of more when in doubt, and
      // neither kind is always the one that is asked while the letter of the other is being sent.
      for (let round = 0; round < 5 || (round < 18 && isTold()); round++) {
        const kinds = ['known', 'unknown'] as const;
        for (const kind of round % 2 ? kinds.toReversed() : kinds) {
          const address = kind === 'known' ? email : newAddress('nobody');
          const time = await timeOf(() => door.visitor().post(path, body(address)));
          quickest[kind] = Math.min(quickest[kind], time);
        }
      }
      expect(isTold(), `${path}: ${quickest.known} ms, ${quickest.unknown} ms`).toBe(false);
    }
  }, 300_000);
});

describe('redirects', () => {
  it('lead nowhere but here', async () => {
    const { email } = await join(door);
    await door.visitor().post('/api/auth/sign-in/magic-link', { email });
    const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    const { visitor } = await join(door);
    for (const target of [
      evil,
      '//evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      'https://127.0.0.1.evil.test',
    ]) {
      const answers = [
        await visitor.post('/api/auth/magic-link/verify', { token, callbackURL: target }),
        await visitor.post('/api/auth/magic-link/verify', { token: 'x', errorCallbackURL: target }),
        await visitor.post('/api/auth/verify-email', { token: 'x', callbackURL: target }),
        await visitor.post('/api/auth/sign-in/email', { email, password, callbackURL: target }),
        await visitor.post('/api/auth/sign-in/magic-link', { email, callbackURL: target }),
        await visitor.post('/api/auth/request-password-reset', { email, redirectTo: target }),
      ];
      for (const { location } of answers) expect(location ?? '').not.toContain('evil');
      for (const { status } of answers.slice(3)) expect(status).toBe(403);
    }
  });
});

describe('other sites', () => {
  it('change nothing with a visitor’s cookie', async () => {
    const { visitor, email } = await join(door);
    const forged: Record<string, string>[] = [
      { origin: evil, 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: door.url.replace('127.0.0.1', 'localhost') + '.evil.test' },
    ];
    for (const headers of forged) {
      expect(await visitor.post('/api/auth/sign-out', {}, headers)).toMatchObject({ status: 403 });
      expect(
        await visitor.post(
          '/api/auth/change-password',
          { currentPassword: password, newPassword: 'battement tendu' },
          headers,
        ),
      ).toMatchObject({ status: 403 });
      expect(await visitor.post('/api/sessions/end', { which: 'all' }, headers)).toMatchObject({
        status: 403,
      });
    }
    expect(await visitor.session()).toMatchObject({ user: { email } });
  });

  it('sign nobody in to an account of theirs', async () => {
    const { email } = await join(door);
    const victim = door.visitor();
    const answer = await victim.post('/api/auth/sign-in/email', new URLSearchParams({ email, password }), {
      origin: evil,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    });
    expect(answer.status).toBe(403);
    expect(await victim.session()).toBeNull();
  });
});

describe('the session', () => {
  it('is a cookie no script reads and no other site sends', async () => {
    const { visitor, email } = await join(door);
    const { setCookies } = await visitor.post('/api/auth/sign-in/email', { email, password });
    const cookie = setCookies.find((line) => line.includes('session_token')) ?? '';
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Path=\//);
    expect(cookie).not.toMatch(/Domain=/i);
    for (const line of setCookies) expect(line).toMatch(/HttpOnly/i);
  });

  it('is in no answer to a page, whatever signs in there', async () => {
    const { visitor, email } = await join(door);
    const page = { 'sec-fetch-site': 'same-origin' };
    const secret = 'battement tendu';
    const body = { email, password };
    const signUp = { ...body, email: newAddress(), name: 'Nell Tendu' };
    const change = { currentPassword: password, newPassword: secret };
    await visitor.post('/api/auth/sign-in/magic-link', { email });
    const link = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    const code = await codeByEmail(door, visitor, email, 2);
    const answers = [
      [await visitor.post('/api/auth/sign-up/email', signUp), false],
      [await visitor.post('/api/auth/sign-in/email', body), true],
      [await visitor.post('/api/auth/sign-in/email', body, { 'sec-fetch-site': 'same-site' }), true],
      [await visitor.post('/api/auth/magic-link/verify', { token: link }, page), true],
      [await visitor.post('/api/auth/one-time-code/verify', code), true],
      [await visitor.post('/api/auth/change-password', change), true],
    ] as const;
    for (const [{ status, body: told, text }, isSignedIn] of answers) {
      expect({ status, told }).toMatchObject({ status: 200, told: { isSignedIn } });
      expect(text).not.toContain('token');
    }
    const { rows } = await door.app.database.pool.query<{ token: string }>('select token from auth.session');
    for (const { token } of rows) for (const [{ text }] of answers) expect(text).not.toContain(token);

    const program = await fetch(`${door.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: door.url },
      body: JSON.stringify({ email, password: secret }),
    });
    expect(await program.json()).toMatchObject({ token: expect.any(String) });
  });

  it('is a new one at every sign-in, never one the visitor brings', async () => {
    const { visitor, email } = await join(door);
    const before = visitor.cookies.get('barre.session_token');
    const { visitor: attacker } = await join(door);
    const planted = attacker.cookies.get('barre.session_token') ?? '';
    const victim = door.visitor();
    victim.cookies.set('barre.session_token', planted);
    await victim.post('/api/auth/sign-in/email', { email, password });
    expect(victim.cookies.get('barre.session_token')).not.toBe(planted);
    expect(victim.cookies.get('barre.session_token')).not.toBe(before);
    expect(await victim.session()).toMatchObject({ user: { email } });
    // The planted one still is the attacker's own and nobody else's.
    expect(await attacker.session()).not.toMatchObject({ user: { email } });
  });

  it('takes the place of the one the browser had, which ends, and of no other', async () => {
    const { visitor, email } = await join(door);
    const { visitor: phone } = await signInElsewhere(door, email);
    const { visitor: other } = await join(door);
    const before = new Map(visitor.cookies);
    for (const [name, value] of other.cookies)
      if (name.endsWith('session_token')) phone.cookies.set(name, value);
    for (const each of [visitor, phone]) await each.post('/api/auth/sign-in/email', { email, password });
    const thief = door.visitor();
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect(await thief.session()).toBeNull();
    expect(await other.session()).toBeNull();
    expect((await visitor.get('/api/sessions')).body).toHaveLength(3);
  });

  it('ends for good when one signs out', async () => {
    const { visitor } = await join(door);
    const kept = new Map(visitor.cookies);
    await visitor.post('/api/auth/sign-out', {});
    expect(visitor.cookies.has('barre.session_token')).toBe(false);
    const thief = door.visitor();
    for (const [name, value] of kept) thief.cookies.set(name, value);
    expect(await thief.session()).toBeNull();
  });

  it('is refused when its signature is not ours', async () => {
    const { visitor } = await join(door);
    const [token = ''] = decodeURIComponent(visitor.cookies.get('barre.session_token') ?? '').split('.');
    for (const value of [token, `${token}.`, `${token}.AAAA`, `${token}x.${'A'.repeat(43)}=`]) {
      const thief = door.visitor();
      thief.cookies.set('barre.session_token', encodeURIComponent(value));
      expect(await thief.session()).toBeNull();
    }
  });
});

describe('what the account service does not offer', () => {
  it('is not there', async () => {
    const { visitor } = await join(door);
    for (const path of [
      'get-session',
      'list-sessions',
      'update-user',
      'delete-user',
      'change-email',
      'set-password',
      'link-social',
      'list-accounts',
      'get-access-token',
      'revoke-session',
      'revoke-sessions',
      'revoke-other-sessions',
      'error',
      'ok',
      'reset-password/token',
      'callback/evil/more',
      'sign-in/anonymous',
    ]) {
      expect((await visitor.get(`/api/auth/${path}`)).status, path).toBe(404);
      expect((await visitor.post(`/api/auth/${path}`, {})).status, path).toBe(404);
    }
  });
});

async function timeOf(work: () => ReturnType<Visitor['post']>): Promise<number> {
  const started = performance.now();
  expect((await work()).status).toBeLessThan(429);
  return Math.round(performance.now() - started);
}
