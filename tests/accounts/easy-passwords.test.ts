import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { join, newAddress, parameterIn, password, useFrontDoor } from './front-door.ts';

const door = useFrontDoor();
const refusal = { status: 400, body: { message: expect.stringContaining('first to be guessed') } };

it('signs nobody up with a password that is guessed first, or that names them', async () => {
  const asked = {
    name: 'Olive',
    email: `olivetta-${randomUUID()}@barre.test`,
    organizationName: 'Riverside School',
  };
  for (const easy of ['Password123!', 'riverside99', '20261121', 'Starwars', 'blink182'])
    expect(await door.visitor().post('/api/auth/sign-up/email', { ...asked, password: easy })).toMatchObject(
      refusal,
    );
  const { status } = await door.visitor().post('/api/auth/sign-up/email', { ...asked, password });
  expect(status).toBe(200);
});

it('takes none in place of a good one either', async () => {
  const { email, visitor } = await join(door);
  const change = { currentPassword: password, newPassword: 'qwertyuiop1' };
  expect(await visitor.post('/api/auth/change-password', change)).toMatchObject(refusal);
  await door.visitor().post('/api/auth/request-password-reset', { email });
  const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
  const reset = { token, newPassword: 'iloveyou' };
  expect(await door.visitor().post('/api/auth/reset-password', reset)).toMatchObject(refusal);
  // The link is not used up by it.
  const again = await door
    .visitor()
    .post('/api/auth/reset-password', { token, newPassword: 'battement tendu' });
  expect(again.status).toBe(200);
});

const endless = (length: number) => `a${'1'.repeat(length)}a`;
const longInputs: [string, (secret: string) => object][] = [
  ['sign-up/email', (secret) => ({ name: 'Olive', email: newAddress('olive'), password: secret })],
  ['sign-in/email', (secret) => ({ email: newAddress('olive'), password: secret })],
  ['reset-password', (secret) => ({ token: 'x'.repeat(24), newPassword: secret })],
  ['change-password', (secret) => ({ currentPassword: secret, newPassword: secret })],
];

it.each(longInputs)('keeps nobody waiting over a password without end: %s', async (path, bodyWith) => {
  for (const secret of [endless(900_000), '\u0301\u0323'.repeat(200_000)]) {
    const started = performance.now();
    const answer = await door.visitor().post(`/api/auth/${path}`, bodyWith(secret));
    expect(answer).toMatchObject({ status: 413, body: { message: 'This request is too large.' } });
    // Some milliseconds where nothing else runs; many minutes if any pattern were tried on it.
    expect(performance.now() - started).toBeLessThan(20_000);
  }
});

it.each(['sign-up/email', 'reset-password'])(
  'says of a long password that it is too long: %s',
  async (path) => {
    const bodyWith = new Map(longInputs).get(path);
    const answer = await door.visitor().post(`/api/auth/${path}`, bodyWith?.(endless(15_000)));
    expect(answer).toMatchObject({ status: 400, body: { message: 'Password too long' } });
  },
);
