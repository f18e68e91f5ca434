import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { useFrontDoor } from './front-door.ts';

const door = useFrontDoor({ SMTP_URL: '' });
const password = 'dance-with-us';

it('notes every try to sign in and whom it let in, but no address and no password', async () => {
  const noted = vi.spyOn(door.app.log, 'info');
  const email = `olive-${randomUUID()}@barre.test`;
  const visitor = door.visitor();
  await visitor.post('/api/auth/sign-up/email', {
    name: 'Olive',
    email,
    password,
    organizationName: 'School',
  });
  await door.visitor().post('/api/auth/sign-in/email', { email, password: 'not the password' });
  await door.visitor().post('/api/auth/sign-in/email', { email, password });
  const tries = noted.mock.calls.filter((call) => call.at(1) === 'sign-in').map(([what]) => what);
  const known = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(tries).toEqual([
    { way: '/sign-up/email', userId: known, isRefused: false },
    { way: '/sign-in/email', userId: null, isRefused: true },
    { way: '/sign-in/email', userId: known, isRefused: false },
  ]);
  expect(JSON.stringify(noted.mock.calls)).not.toMatch(/olive|password"|dance-with-us/i);
});
