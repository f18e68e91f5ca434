import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as send, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { closeApp, openApp, serve, type App } from '#server/app.ts';
import { inTime, mostUnderWay } from '#server/in-time.ts';
import { signToken } from '#platform/caller.ts';
import { screenOwnerHeader } from '#shared/access.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** Only what never comes fails. */
const soon = { timeout: 20_000 };

let app: App;
let server: Server;
let bearer: string;

beforeAll(async () => {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret only these tests know, long enough',
  });
  app = await openApp(config, { database: await openTestDatabase() });
  server = serve(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const email = `owner-${randomUUID()}@barre.test`;
  const body = { name: 'Olive Owner', email, password: 'dance-with-us', organizationName: 'Alice School' };
  const { token } = await app.accounts.api.signUpEmail({ body });
  bearer = token ?? '';
});
afterAll(() => closeApp(app, server));

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer };

async function ask(
  path: string,
  { method = 'GET', headers = {}, parts = [] as (string | Buffer)[] } = {},
): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const request = send({
    port,
    host: '127.0.0.1',
    path,
    method,
    headers: { ...signedIn(), ...headers },
    agent: false,
  });
  request.on('error', () => {});
  for (const part of parts) request.write(part);
  request.end();
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

const signedIn = () => ({ authorization: `Bearer ${bearer}` });
const json = { 'content-type': 'application/json' };
const createRoom = '/rpc/catalog/classrooms/create';
const room = (name: string) => JSON.stringify({ json: { name } });

it('answers reads and writes, told apart by their method', async () => {
  const made = await ask(createRoom, { method: 'POST', headers: json, parts: [room('Studio Ä')] });
  expect([made.status, JSON.parse(made.bytes.toString())]).toMatchObject([
    200,
    { json: { name: 'Studio Ä' } },
  ]);
  const list = await ask('/rpc/catalog/classrooms/list');
  expect(list.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  expect(list.headers['content-length']).toBe(String(list.bytes.length));
  expect(JSON.parse(list.bytes.toString())).toMatchObject({ json: [{ name: 'Studio Ä' }] });
  expect((await ask(`${createRoom}?data=${encodeURIComponent(room('By link'))}`)).status).toBe(405);
});

it('does nothing for a screen of somebody else than who is signed in, and tells that screen who is', async () => {
  const session = await ask('/rpc/auth/session');
  const { profileId } = (JSON.parse(session.bytes.toString()) as { json: { profileId: string } }).json;
  const create = async (name: string, owner: string) =>
    await ask(createRoom, {
      method: 'POST',
      headers: { ...json, [screenOwnerHeader]: owner },
      parts: [room(name)],
    });
  const other = { [screenOwnerHeader]: randomUUID() };
  const refusal = await create('Of another studio', other[screenOwnerHeader]);
  expect([refusal.status, JSON.parse(refusal.bytes.toString())]).toMatchObject([
    409,
    {
      json: {
        code: 'OTHER_ACCOUNT',
        message: expect.stringMatching(/^Another account signed in in this browser.*Nothing was done/),
      },
    },
  ]);
  expect((await ask('/rpc/catalog/classrooms/list', { headers: other })).status).toBe(409);
  expect((await ask('/rpc/catalog/classrooms/list')).bytes.toString()).not.toContain('Of another studio');

  expect((await create('Of this one', profileId)).status).toBe(200);
  const told = await ask('/rpc/auth/session', { headers: other });
  expect(JSON.parse(told.bytes.toString())).toMatchObject({ json: { profileId } });
});

it('answers the public API alike', async () => {
  const made = await ask('/api/classrooms', {
    method: 'POST',
    headers: json,
    parts: [JSON.stringify({ name: 'Public' })],
  });
  const { id } = JSON.parse(made.bytes.toString()) as { id: string };
  const gone = await ask(`/api/classrooms/${id}`, { method: 'DELETE' });
  expect([made.status, gone.status]).toEqual([200, 200]);
  expect((await ask('/api/nowhere')).status).toBe(404);
});

it('compresses what is long, in the way the caller takes', async () => {
  const document = '/rpc/auth/session';
  expect(
    (await ask(document, { headers: { 'accept-encoding': 'gzip, br' } })).headers['content-encoding'],
  ).toBe(undefined);
  for (let nth = 0; nth < 30; nth++)
    await ask(createRoom, { method: 'POST', headers: json, parts: [room(`Room number ${nth}`)] });
  const plain = await ask('/rpc/catalog/classrooms/list');
  const brotli = await ask('/rpc/catalog/classrooms/list', {
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  });
  const gzip = await ask('/rpc/catalog/classrooms/list', { headers: { 'accept-encoding': 'gzip' } });
  expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 2);
});

it.each([
  ['is cut off in the middle', json, '{"json": {', 400],
  ['is no JSON', { 'content-type': 'text/plain' }, 'name=Studio', 415],
  ['is a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'json=1', 415],
])('refuses a body that %s', async (_, headers, body, status) => {
  expect((await ask(createRoom, { method: 'POST', headers, parts: [body] })).status).toBe(status);
});

it('refuses a body that is too long, announced or not', async () => {
  const big = Buffer.alloc(300_000, ' ');
  const announced = { ...json, 'content-length': '2000000' };
  expect((await ask(createRoom, { method: 'POST', headers: announced, parts: [big] })).status).toBe(413);
  const unannounced = await ask(createRoom, { method: 'POST', headers: json, parts: [big, big, big, big] });
  expect([unannounced.status, unannounced.headers.connection]).toEqual([413, 'close']);
});

it('sends away who comes when it is full, in words that screens and programs can read', async () => {
  const opened = Promise.withResolvers<void>();
  const all = Array.from({ length: mostUnderWay }, () => inTime(() => opened.promise));
  const call = await ask('/rpc/auth/session');
  const request = await ask('/api/classes');
  const page = await ask('/healthz');
  opened.resolve();
  await Promise.all(all);
  const message = 'Too much is asked for at once right now. Nothing was saved; try again in a moment.';
  const refusal = { code: '503', status: 503, message };
  expect(JSON.parse(call.bytes.toString())).toEqual({ json: { defined: false, ...refusal } });
  expect(JSON.parse(request.bytes.toString())).toEqual(refusal);
  expect([call, request].map(({ headers }) => headers['retry-after'])).toEqual(['2', '2']);
  expect(page.status).toBe(200);
  expect((await ask('/rpc/auth/session')).status).toBe(200);
});

it('outlives a live stream that ends before it is read', async () => {
  const { port } = server.address() as AddressInfo;
  const reader = connect(port, '127.0.0.1').pause();
  reader.write(`GET /live HTTP/1.1\r\nhost: barre\r\nauthorization: Bearer ${bearer}\r\n\r\n`);
  await vi.waitFor(() => expect(app.streams.size).toBe(1), soon);
  const [stream] = app.streams;
  stream?.write('x'.repeat(20_000_000));
  stream?.end();
  await ask(createRoom, { method: 'POST', headers: json, parts: [room('Told nobody')] });
  await wait(200);
  expect(app.streams.size).toBe(1);
  expect((await ask('/healthz')).status).toBe(200);
  reader.destroy();
});

it('keeps nothing of a live stream whose reader left before it began', async () => {
  await vi.waitFor(() => expect(app.streams.size).toBe(0), soon);
  const { port } = server.address() as AddressInfo;
  const { findCaller } = app;
  let find = () => {};
  const found = new Promise<void>((resolve) => (find = resolve));
  const finding = vi.spyOn(app, 'findCaller').mockImplementationOnce(async (headers) => {
    await found;
    return await findCaller(headers);
  });
  const subscribed = vi.spyOn(app.live, 'subscribe');
  const reader = connect(port, '127.0.0.1');
  reader.write(`GET /live HTTP/1.1\r\nhost: barre\r\nauthorization: Bearer ${bearer}\r\n\r\n`);
  await vi.waitFor(() => expect(finding).toHaveBeenCalled(), soon);
  reader.destroy();
  await wait(200);
  find();
  await wait(200);
  expect(app.streams.size).toBe(0);
  expect(subscribed).not.toHaveBeenCalled();
  finding.mockRestore();
  subscribed.mockRestore();
});

it('cuts off a live stream whose reader does not take its end', async () => {
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const reader = connect(port, '127.0.0.1').pause();
  reader.write(`GET /live HTTP/1.1\r\nhost: barre\r\nauthorization: Bearer ${bearer}\r\n\r\n`);
  await vi.waitUntil(() => app.streams.size === 1, soon);
  const [stream] = app.streams;
  stream?.write('x'.repeat(20_000_000));
  stream?.end();
  await wait(50);
  expect(app.streams.size).toBe(1);
  vi.advanceTimersByTime(20_000);
  await vi.waitUntil(() => app.streams.size === 0, soon);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  reader.destroy();
});

it('takes no sign-in without its length', async () => {
  const body = JSON.stringify({ email: 'nobody@barre.test', password: 'dance-with-us' });
  const unsaid = await ask('/api/auth/sign-in/email', { method: 'POST', headers: json, parts: [body] });
  expect(unsaid.status).toBe(411);
  const said = { ...json, 'content-length': String(body.length) };
  expect(
    (await ask('/api/auth/sign-in/email', { method: 'POST', headers: said, parts: [body] })).status,
  ).toBe(401);
});

it('founds no studio in a time zone it can not tell the day of', async () => {
  const email = `owner-${randomUUID()}@barre.test`;
  const body = { name: 'Zoe', email, password: 'dance-with-us', organizationName: 'Zone', timeZone: 'EST5' };
  const { token } = await app.accounts.api.signUpEmail({ body });
  const session = await ask('/rpc/auth/session', { headers: { authorization: `Bearer ${token}` } });
  expect(JSON.parse(session.bytes.toString())).toMatchObject({
    json: { organization: { timeZone: 'UTC' } },
  });
});

it('lets a session in use roll on, by a cookie in the answer', async () => {
  const token = randomUUID();
  await app.database.pool.query(
    `insert into auth.session (token, user_id, expires_at, updated_at)
      select $1, user_id, now() + interval '5 days', now() - interval '2 hours' from auth.session where token = $2`,
    [token, bearer],
  );
  const cookie = `barre.session_token=${signToken(token, app.secrets[0])}`;
  const session = await ask('/rpc/auth/session', { headers: { authorization: '', cookie } });
  expect(session.headers['set-cookie']?.[0]).toMatch(/^barre\.session_token=.*Max-Age=2592000/);
});

it('believes a session only in the form it was given in', async () => {
  const signed = signToken(bearer, app.secrets[0]);
  const mail = async (headers: Record<string, string>) => {
    const { bytes } = await ask('/rpc/auth/session', { headers: { authorization: '', ...headers } });
    return (
      (JSON.parse(bytes.toString()) as { json?: { user: { email: string } } | null }).json?.user.email ?? null
    );
  };
  const cookie = (value: string) => mail({ cookie: `theme=dark; barre.session_token=${value}` });
  expect(await cookie(signed)).toMatch(/@barre\.test$/);
  expect(await mail({ authorization: `Bearer ${bearer}` })).toMatch(/@barre\.test$/);
  expect(await cookie(bearer)).toBeNull();
  expect(await cookie(`${signed.slice(0, -8)}AAAAAAA%3D`)).toBeNull();
  expect(await cookie('%E0%A4%A')).toBeNull();
  expect(await mail({ authorization: `Bearer ${signed}` })).toBeNull();
});

it('lets no answer be framed or taken for something else, and leaves what pages need out of JSON', async () => {
  const data = await ask('/rpc/payments/students', { headers: { 'sec-fetch-site': 'same-origin' } });
  const page = await ask('/login');
  for (const { headers } of [data, page]) {
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
  expect(data.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect(page.headers['referrer-policy']).toBe('same-origin');
  expect(page.headers['x-frame-options']).toBe('DENY');
});
