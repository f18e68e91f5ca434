import { expect, it } from 'vitest';
import { join, newAddress, password, useFrontDoor, type Visitor } from './front-door.ts';

const door = useFrontDoor();

it('a whole school signs in from one network, where guessing is stopped as ever', async () => {
  const { email } = await join(door);
  const signIn = async (visitor: Visitor, secret: string) =>
    (await visitor.post('/api/auth/sign-in/email', { email, password: secret })).status;
  const atSchool = () => door.visitor({ address: '192.0.2.60' });
  const known = atSchool();
  expect(await signIn(known, password)).toBe(200);
  const together = await Promise.all(Array.from({ length: 16 }, () => signIn(atSchool(), password)));
  expect(together).toEqual(together.map(() => 200));
  for (let nth = 0; nth < 18; nth++) expect(await signIn(atSchool(), password)).toBe(200);
  const guesses: number[] = [];
  const guess = async (secret: string) => {
    // Whatever a busy machine takes over them, it is one minute.
    await door.app.database.pool.query(`update auth.turns set began_at = now() where key like 'network:%'`);
    guesses.push(await signIn(atSchool(), secret));
  };
  for (let nth = 0; nth < 40; nth++) await guess(nth % 4 ? 'guess-guess' : password);
  for (let nth = 0; nth < 4; nth++) await guess('guess-guess');
  expect(guesses.filter((status) => status === 401)).toHaveLength(30);
  expect(guesses.filter((status) => status === 429)).toHaveLength(4);
  // Who has signed in there before is not one of the crowd.
  expect(await signIn(known, password)).toBe(200);
});

it('one device that keeps asking locks nobody out whose browser is known there', async () => {
  const { email } = await join(door);
  const atStudio = () => door.visitor({ address: '192.0.2.63' });
  const signIn = (visitor: Visitor, secret = password) =>
    visitor.post('/api/auth/sign-in/email', { email, password: secret });
  const known = atStudio();
  expect((await signIn(known)).status).toBe(200);
  const flood = atStudio();
  for (let nth = 0; nth < 110; nth++) await flood.post('/api/auth/sign-in/email', {});
  expect((await signIn(known)).status).toBe(200);
  expect((await signIn(atStudio())).status).toBe(429);
});

it('from one network nobody signs in more than a hundred times a minute, and to one account in its known browsers thirty', async () => {
  const { email } = await join(door);
  const { pool } = door.app.database;
  const signIn = (visitor: Visitor) => visitor.post('/api/auth/sign-in/email', { email, password });
  const attacker = door.visitor({ address: '192.0.2.64' });
  for (const _ of ['unknown', 'known']) expect((await signIn(attacker)).status).toBe(200);
  const setCounts = (count: number) =>
    pool.query(`update auth.turns set count = $1, began_at = now() where key like 'sign-in:%'`, [count]);
  await setCounts(29);
  expect((await signIn(attacker)).status).toBe(200);
  expect((await signIn(attacker)).status).toBe(429);
  // Another browser that is known to the same account has no share of its own.
  await setCounts(29);
  const other = door.visitor({ address: '192.0.2.65' });
  expect((await signIn(other)).status).toBe(200);
  expect((await signIn(other)).status).toBe(200);
  expect((await signIn(attacker)).status).toBe(429);
  await setCounts(99);
  expect((await signIn(door.visitor({ address: '192.0.2.65' }))).status).toBe(200);
  expect((await signIn(door.visitor({ address: '192.0.2.65' }))).status).toBe(429);
});

it('a school that signs in all at once is never told that it failed, and uses up no tries by coming back', async () => {
  const { email } = await join(door);
  const { pool } = door.app.database;
  const emails = Array.from({ length: 45 }, () => newAddress('pupil'));
  await pool.query(
    `with made as (
        insert into auth.user (name, email, email_verified) select 'Pupil', unnest($2::text[]), true returning id)
      insert into auth.account (user_id, account_id, provider_id, password)
        select made.id, made.id::text, 'credential', a.password
        from made, auth.account a join auth.user u on u.id = a.user_id and u.email = $1`,
    [email, emails],
  );
  const signIn = async (each: string) => {
    const visitor = door.visitor({ address: '192.0.2.62' });
    return (await visitor.post('/api/auth/sign-in/email', { email: each, password })).status;
  };
  const statuses = await Promise.all(emails.map(signIn));
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const { rows } = await pool.query(`select count from auth.turns where key = 'network:192.0.2.62'`);
  expect(rows).toEqual([{ count: 0 }]);
});

it('a flood of guesses keeps nobody waiting who works, and nobody for long who signs in', async () => {
  const { visitor, email } = await join(door);
  const flood = Array.from({ length: 300 }, () =>
    door.visitor().post('/api/auth/sign-in/email', { email: newAddress('guess'), password: 'guess-guess' }),
  );
  await Promise.race(flood);
  expect((await visitor.get('/api/classrooms')).status).toBe(200);
  // Refused at once while the flood arrives, and answered soon after, not at the end of a line.
  const again = async () => (await visitor.post('/api/auth/sign-in/email', { email, password })).status;
  await expect.poll(again, { interval: 500, timeout: 30_000 }).toBe(200);
  const refused = (await Promise.all(flood)).filter(({ status }) => status === 503);
  expect(refused.filter(({ text }) => /try again in a moment/i.test(text)).length).toBeGreaterThan(100);
  // On a machine that is kept busy some of those that are let in take too long, which is told in other words.
  for (const { text } of refused) expect(text).toMatch(/try again/i);
});

it('floods no mailbox by adding to its name', async () => {
  const mailbox = newAddress('flooded').replace('@barre.test', '');
  const letters = () => door.mail.letters.filter(({ to }) => to[0]?.startsWith(mailbox)).length;
  const added = (nth: string) => `${mailbox}+${nth}@barre.test`;
  const statuses = [];
  for (let nth = 0; nth < 7; nth++) {
    const visitor = door.visitor({ address: '192.0.2.61' });
    const path = nth % 2 ? 'request-password-reset' : 'sign-in/magic-link';
    statuses.push((await visitor.post(`/api/auth/${path}`, { email: added(`${nth}`) })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  await expect.poll(letters).toBe(5);
  for (let pair = 0; pair < 14; pair++) {
    const signUp = (half: string) =>
      door.visitor().post('/api/auth/sign-up/email', {
        email: added(`${pair}${half}`),
        password,
        name: 'Stranger',
      });
    const answers = await Promise.all([signUp('a'), signUp('b')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  await expect.poll(letters, { timeout: 20_000 }).toBe(5 + 25);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(letters()).toBe(5 + 25);
  // The mailbox itself can still open a studio.
  await join(door, `${mailbox}@barre.test`);
});
