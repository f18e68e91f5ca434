import { beforeEach, describe, expect, it, vi } from 'vitest';
import { appOf, turnOn } from './authenticator.ts';
import { join, parameterIn, password, signInElsewhere, useFrontDoor, type Visitor } from './front-door.ts';

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

describe('a change of the password is not made that was overtaken by', () => {
  /** Somebody who knows the password changes it, and meanwhile its owner does something about them. */
  async function overtake(act: (owner: Visitor, email: string) => Promise<unknown>) {
    const { email, visitor: owner } = await join(door);
    const { visitor: thief } = await signInElsewhere(door, email);
    const held = Promise.withResolvers<void>();
    checked = held.promise;
    const chosen = { currentPassword: password, newPassword: 'entrechat quatre 4' };
    const change = thief.post('/api/auth/change-password', chosen);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await act(owner, email);
    held.resolve();
    expect((await change).status).toBe(401);
    expect(await thief.session()).toBeNull();
    return { owner, email };
  }

  it('one that is set anew by email', async () => {
    const newPassword = 'grand battement 9';
    const { email } = await overtake(async (_, address) => {
      await door.visitor().post('/api/auth/request-password-reset', { email: address });
      const { text } = await door.mail.letterTo(address, 1);
      const token = parameterIn(text, 'token');
      await door.visitor().post('/api/auth/reset-password', { newPassword, token });
    });
    const owner = door.visitor();
    await owner.post('/api/auth/sign-in/email', { email, password: newPassword });
    expect(await owner.session()).toMatchObject({ user: { email } });
  });

  it('the end of all other sessions', async () => {
    const { owner, email } = await overtake((by) => by.post('/api/sessions/end', { which: 'others' }));
    expect(await owner.session()).toMatchObject({ user: { email } });
  });

  it('two-step sign-in', async () => {
    const { owner, email } = await overtake(turnOn);
    expect(await owner.session()).toMatchObject({ user: { email } });
  });
});

it('nobody turns two-step sign-in on in a session that has just ended', async () => {
  const { email, visitor: owner } = await join(door);
  const { visitor: thief } = await signInElsewhere(door, email);
  const { secret } = (await thief.post('/api/two-step/begin', {})).body as { secret: string };
  await thief.session();
  await owner.post('/api/sessions/end', { which: 'others' });
  await thief.post('/api/two-step/turn-on', { code: await appOf(secret).next() });
  expect(await owner.session()).toMatchObject({ user: { email } });
});
