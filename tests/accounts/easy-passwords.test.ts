import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { join, parameterIn, password, useFrontDoor } from './front-door.ts';

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
