import { expect, it } from 'vitest';
import { codeByEmail, join, useFrontDoor, type Visitor } from './front-door.ts';

const door = useFrontDoor();

it('lets nobody guess a code in hours, however many are asked for, and its owner’s browsers count for themselves', async () => {
  const { visitor: owner, email } = await join(door);
  await owner.post('/api/auth/sign-out', {});
  let letters = 0;
  const ask = (visitor: Visitor) => codeByEmail(door, visitor, email, ++letters);
  const verify = (visitor: Visitor, request: string, token: string) =>
    visitor.post('/api/auth/one-time-code/verify', { request, token });
  const statuses: number[] = [];
  for (let asked = 0; asked < 21; asked++) {
    const { request, token } = await ask(door.visitor());
    const wrong = token === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++)
      statuses.push((await verify(door.visitor(), request, wrong)).status);
  }
  expect(statuses.slice(0, 101)).toEqual([...Array<number>(100).fill(400), 429]);
  const elsewhere = await ask(door.visitor());
  expect(await verify(door.visitor(), elsewhere.request, elsewhere.token)).toMatchObject({
    status: 429,
    body: {
      message: expect.stringMatching(
        /^Too many wrong codes\. Sign in another way, or try again after \d+:\d\d [AP]M UTC( tomorrow)?\.$/,
      ),
    },
  });
  const own = await ask(owner);
  expect(await verify(owner, own.request, own.token)).toMatchObject({ status: 200 });
  expect(await owner.session()).toMatchObject({ user: { email } });
});

it('tells who has nothing but a phone number until when no code is taken, and where it is taken sooner', async () => {
  const owner = door.visitor();
  const phone = '+15550140001';
  const ask = async (visitor: Visitor) => {
    const { body } = await visitor.post('/api/auth/one-time-code/send', { type: 'sms', phone });
    const token = /\b\d{6}\b/.exec(door.messages[0]?.text ?? '')?.[0] ?? '';
    return { request: (body as { request: string }).request, token, timeZone: 'Asia/Tokyo' };
  };
  const verify = (visitor: Visitor, body: object) => visitor.post('/api/auth/one-time-code/verify', body);
  expect(await verify(owner, await ask(owner))).toMatchObject({ status: 200 });
  await owner.post('/api/auth/sign-out', {});

  const stranger = door.visitor();
  await verify(stranger, { ...(await ask(stranger)), token: 'none' });
  await door.app.database.pool.query(`update auth.turns set count = 100 where key like 'code:%'`);
  const refused = await verify(stranger, await ask(stranger));
  expect(refused.status).toBe(429);
  expect((refused.body as { message: string }).message).toMatch(
    /^Too many wrong codes for this number\. Try again after \d+:\d\d [AP]M( tomorrow)?, or sign in with your email address, or on another device you have used before\.$/,
  );
  expect(await verify(owner, await ask(owner))).toMatchObject({ status: 200 });
});

it('sends no more than thirty text messages in an hour to the numbers one network names', async () => {
  const visitor = door.visitor();
  const statuses = [];
  for (let nth = 0; nth < 33; nth++) {
    const body = { type: 'sms', phone: `+155501${50_000 + nth}` };
    // The account library has a limit for a minute.
    await door.app.database.pool.query('delete from auth.rate_limit');
    statuses.push((await visitor.post('/api/auth/one-time-code/send', body)).status);
  }
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429, 429, 429]);
});

it('sends no more than ten text messages in a day to the numbers one account names, from anywhere', async () => {
  const { visitor } = await join(door);
  const statuses = [];
  for (let nth = 0; nth < 12; nth++) {
    const body = { type: 'phone_change', phone: `+155501${60_000 + nth}` };
    const elsewhere = { 'x-forwarded-for': `198.51.100.${nth}` };
    statuses.push((await visitor.post('/api/auth/one-time-code/send', body, elsewhere)).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
});
