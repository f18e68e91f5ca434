import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { join, newAddress, parameterIn, password, useFrontDoor } from './front-door.ts';

// A list as Have I Been Pwned offers it, on this machine: what is asked for, and what it answers to the next question.
const asked: string[] = [];
let answer: (stolen: string) => { status?: number; body: string; location?: string } | null;
const stolen = 'grand battement';
const list = createServer((request, response) => {
  asked.push(request.url ?? '');
  const answered = answer(digestOf(stolen).slice(5));
  if (answered === null) return; // never
  const { status = 200, body, location } = answered;
  response.writeHead(status, location ? { location } : {}).end(body);
});

const settings: Record<string, string> = {};
beforeAll(async () => {
  await new Promise<void>((resolve) => list.listen(0, '127.0.0.1', resolve));
  settings['BREACHED_PASSWORDS_URL'] = `http://127.0.0.1:${(list.address() as AddressInfo).port}/range`;
});
const door = useFrontDoor(settings);
afterAll(() => {
  list.closeAllConnections();
  list.close();
});
beforeEach(() => {
  asked.length = 0;
  answer = (rest) => ({ body: `${'0'.repeat(35)}:12\r\n${rest}:3\r\n${'F'.repeat(35)}:0` });
});

const refusal = { status: 400, body: { message: expect.stringContaining('stolen somewhere else') } };

it('are taken nowhere, and nothing but the beginning of their hash is shown to the list', async () => {
  const { email, visitor } = await join(door);
  await door.visitor().post('/api/auth/request-password-reset', { email });
  const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
  asked.length = 0;
  expect(await signUp(stolen)).toMatchObject(refusal);
  const change = { currentPassword: password, newPassword: stolen };
  expect(await visitor.post('/api/auth/change-password', change)).toMatchObject(refusal);
  const reset = { token, newPassword: stolen };
  expect(await visitor.post('/api/auth/reset-password', reset)).toMatchObject(refusal);
  expect(asked).toEqual(Array.from({ length: 3 }, () => `/range/${digestOf(stolen).slice(0, 5)}`));

  // The link is not used up by it, and another password is taken.
  expect(
    await visitor.post('/api/auth/reset-password', { ...reset, newPassword: 'petit saut' }),
  ).toMatchObject({ status: 200 });
});

it('are those that were seen at least once: a list is filled up with some that never were', async () => {
  answer = (rest) => ({ body: `${rest}:0` });
  expect(await signUp(stolen)).toMatchObject({ status: 200 });
});

it.each<[string, typeof answer]>([
  ['fails', () => ({ status: 503, body: '' })],
  ['answers nothing that it should', () => ({ body: '<html>' })],
  ['leads elsewhere', () => ({ status: 302, body: '', location: 'http://127.0.0.1:9/' })],
  ['never answers', () => null],
])('keep nobody out where the list %s', async (_, given) => {
  answer = given;
  const started = performance.now();
  expect(await signUp(stolen)).toMatchObject({ status: 200 });
  expect(asked).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(10_000);
});

async function signUp(secret: string) {
  const body = { name: 'Olive', email: newAddress('olive'), password: secret };
  return await door.visitor().post('/api/auth/sign-up/email', body);
}

function digestOf(secret: string): string {
  return createHash('sha1').update(secret).digest('hex').toUpperCase();
}
