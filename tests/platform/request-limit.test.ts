import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openLog } from '#platform/log.ts';
import { openRequestLimit } from '#platform/request-limit.ts';
import { openApp, serve, type App } from '#server/app.ts';
import { testClock, useTestApp, type Actor } from '../support/test-app.ts';

// What one login may ask for in a minute. Here it is sixty requests, so that one comes back each second.
const past = useTestApp();
const perMinute = 60;
const refusal = { status: 429, message: 'Too many requests. Wait a moment and try again.' };

const lines: string[] = [];
/** Of the limit, which stands still unless a test lets it go on. */
let now = 0;
let app: App;
let server: Server;

beforeAll(async () => {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DEMO: 'false',
    AUTH_SECRET: 'a secret only these tests know, long enough',
    REQUESTS_PER_MINUTE: String(perMinute),
  });
  app = await openApp(config, { database: past.database, clock: testClock });
  const limit = openRequestLimit(perMinute);
  app.requestLimit = (userId, kind) => limit(userId, kind, now);
  app.log = openLog('warn', { write: (line) => void lines.push(line) });
  server = serve(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await app.live.close();
});

/** A new session of somebody, who may have many. */
async function newSession({ userId }: Actor): Promise<string> {
  const token = randomUUID();
  await past.database.pool.query(
    `insert into auth.session (user_id, token, expires_at) values ($1, $2, now() + interval '1 day')`,
    [userId, token],
  );
  return token;
}

const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

/** A program of its own, with a session of its own. */
async function signIn(actor: Actor) {
  const token = await newSession(actor);
  return async (path: string, body?: unknown, site = 'none') => {
    const answer = await fetch(at(path), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'sec-fetch-site': site,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = path === '/live' && answer.ok ? await close(answer) : await answer.text();
    return { status: answer.status, after: answer.headers.get('retry-after'), text };
  };
}

async function close({ body }: Response): Promise<string> {
  await body?.cancel();
  return '';
}

type Asks = Awaited<ReturnType<typeof signIn>>;

/** Asks until nothing is left. */
async function useUp(ask: Asks): Promise<void> {
  for (let nth = 0; nth < 2 * perMinute; nth += 1) if ((await ask('/api/profile')).status === 429) return;
  throw new Error('there was no end to it');
}

it('refuses a login its requests beyond the limit, from whichever session, and nobody else', async () => {
  const { owner, staff } = await past.studio();
  const [desk, phone, colleague] = [await signIn(owner), await signIn(owner), await signIn(staff)];
  for (let nth = 0; nth < perMinute / 2; nth += 1) {
    expect((await desk('/api/classrooms')).status).toBe(200);
    expect((await phone('/rpc/catalog/classrooms/list')).status).toBe(200);
  }
  await useUp(desk);
  const refused = await phone('/api/classrooms');
  expect(refused).toMatchObject({ status: 429, after: '1' });
  expect(JSON.parse(refused.text)).toMatchObject({ ...refusal, code: 'TOO_MANY_REQUESTS' });
  expect(JSON.parse((await desk('/rpc/catalog/classrooms/list')).text)).toMatchObject({ json: refusal });
  expect((await colleague('/api/classrooms')).status).toBe(200);

  now += 1_000;
  expect((await phone('/api/classrooms')).status).toBe(200);
});

it('counts what saves for more, and stores nothing of what it refuses', async () => {
  const { owner } = await past.studio();
  const ask = await signIn(owner);
  let stored = 0;
  let answer = await ask('/api/classrooms', { name: 'Room 0' });
  for (; answer.status === 200; answer = await ask('/api/classrooms', { name: `Room ${stored}` }))
    stored += 1;
  expect(stored).toBeGreaterThanOrEqual(perMinute / 10);
  expect(stored).toBeLessThan(perMinute);
  expect(answer.status).toBe(429);
  expect(await owner.api.catalog.classrooms.list()).toHaveLength(stored);

  expect(Number(answer.after)).toBeLessThanOrEqual(10);
  now += Number(answer.after) * 1_000;
  expect((await ask('/api/classrooms', { name: `Room ${stored}` })).status).toBe(200);
});

it('counts archives, live streams, the session itself and what is refused for other reasons', async () => {
  const { owner, student } = await past.studio();
  const ask = await signIn(owner);
  expect((await ask('/api/archive')).status).toBe(200);
  for (const path of ['/api/archive', '/live', '/api/session', '/rpc/auth/session', '/api/imports']) {
    await useUp(ask);
    const { status, after, text } = await ask(path, path === '/api/imports' ? {} : undefined);
    expect([path, status, Number(after) > 0]).toEqual([path, 429, true]);
    expect(text).toContain(refusal.message);
  }
  const pupil = await signIn(student);
  for (let nth = 0; nth < perMinute; nth += 1) expect((await pupil('/api/team')).status).toBe(403);
  await useUp(pupil);
});

it('lets no page of another site use them up with archives, which a browser it sends there would have made', async () => {
  const { owner } = await past.studio();
  const ask = await signIn(owner);
  for (const site of ['cross-site', 'same-site'])
    expect((await ask('/api/archive', undefined, site)).status).toBe(403);
  expect((await ask('/api/archive', undefined, 'same-origin')).status).toBe(200);
});

it('notes in the log that the limit was reached, and not by whom', async () => {
  const { owner } = await past.studio();
  await useUp(await signIn(owner));
  const noted = lines.map((line) => JSON.parse(line) as object).filter((line) => 'limit' in line);
  expect(noted).toMatchObject([{ level: 40, limit: 'requestsOfOneLogin', msg: 'limit reached' }]);
  expect(lines.join()).not.toContain(owner.userId);
});

it('keeps a hundred live streams open for a login, in all its sessions, and one more for each that ends', async () => {
  const { owner, staff } = await past.studio();
  const tokens = [await newSession(owner), await newSession(owner)];
  const colleague = await newSession(staff);
  const open = async (token = '') => {
    now += 1_000;
    return await fetch(at('/live'), { headers: { authorization: `Bearer ${token}` } });
  };
  const streams: Response[] = [];
  for (let nth = 0; nth < 100; nth += 1) streams.push(await open(tokens[nth % 2]));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  for (const token of tokens) {
    const refused = await open(token);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject(refusal);
  }
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ limit: 'streamsOfOneLogin', msg: 'limit reached' }),
  );
  const other = await open(colleague);
  expect(other.status).toBe(200);
  await streams.pop()?.body?.cancel();
  await expect.poll(async () => streams.push(await open(tokens[0])) && streams.at(-1)?.status).toBe(200);
  expect((await open(tokens[0])).status).toBe(429);
});
