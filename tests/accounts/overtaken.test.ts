import { beforeEach, expect, it, vi } from 'vitest';
import { join, parameterIn, password, useFrontDoor } from './front-door.ts';

// One password is being checked while the other is set: on two cores the second would wait for the first.
vi.mock('node:os', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:os')>()),
  availableParallelism: () => 4,
}));

let checked = Promise.resolve();
vi.mock('#features/auth/stored-password.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#features/auth/stored-password.ts')>();
  return {
    ...original,
    verifyPassword: async (given: Parameters<typeof original.verifyPassword>[0]) => {
      const isRight = await original.verifyPassword(given);
      await checked;
      return isRight;
    },
  };
});

const door = useFrontDoor();

beforeEach(() => {
  checked = Promise.resolve();
});

it('a password that is set anew signs out whoever was signing in with the old one', async () => {
  const { email } = await join(door);
  await door.visitor().post('/api/auth/request-password-reset', { email });
  const { text } = await door.mail.letterTo(email, 1);
  const held = Promise.withResolvers<void>();
  checked = held.promise;
  const thief = door.visitor();
  const signIn = thief.post('/api/auth/sign-in/email', { email, password });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const newPassword = 'grand battement 9';
  const token = parameterIn(text, 'token');
  const reset = await door.visitor().post('/api/auth/reset-password', { newPassword, token });
  expect(reset.status).toBe(200);
  held.resolve();
  expect((await signIn).status).toBe(401);
  expect(await thief.session()).toBeNull();
  const owner = door.visitor();
  await owner.post('/api/auth/sign-in/email', { email, password: newPassword });
  expect(await owner.session()).toMatchObject({ user: { email } });
});
