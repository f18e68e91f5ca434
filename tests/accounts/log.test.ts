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

it('logs a fault with its request, which whoever met it is told', async () => {
  const faults: unknown[] = [];
  const child = door.app.log.child.bind(door.app.log);
  vi.spyOn(door.app.log, 'child').mockImplementation((bindings, options) => {
    const log = child(bindings, options);
    vi.spyOn(log, 'error').mockImplementation((what, text) => void faults.push({ ...bindings, what, text }));
    return log;
  });
  const { pool } = door.app.database;
  await pool.query('alter table auth."user" rename to mislaid');
  try {
    const signIn = { email: 'olive@barre.test', password };
    const answer = await door.visitor().post('/api/auth/sign-in/email', signIn);
    expect(answer.status).toBe(500);
    expect(answer.text).toMatch(/Something went wrong on our side\. Request [0-9a-f-]{36}/);
    const [requestId] = /[0-9a-f-]{36}/.exec(answer.text) ?? [];
    expect(faults).toMatchObject([{ requestId, what: { err: { code: '42P01' } }, text: 'request failed' }]);
  } finally {
    await pool.query('alter table auth.mislaid rename to "user"');
    vi.restoreAllMocks();
  }
});
