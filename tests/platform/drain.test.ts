import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '#platform/config.ts';
import type { Letter, Mail } from '#platform/mail.ts';
import { closeApp, openApp, serve } from '#server/app.ts';
import { builtServer } from '#tests/support/built-server.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'barre-drain-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('lets a letter leave that was asked for before the end', async () => {
  const { mail, letters, leave } = slowMail();
  const { app, server, port } = await listening(mail);
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in/magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.config.BASE_URL },
    body: JSON.stringify({ email: 'nobody@barre.test' }),
  });
  expect(answer.status).toBe(200);
  await answer.text();
  const closed = closeApp(app, server);
  await once(server, 'close');
  await app.database.pool.query('select 1');
  expect(letters).toEqual([]);
  leave();
  await closed;
  expect(letters).toEqual(['nobody@barre.test']);
});

it('keeps no connection open whose request was under way', async () => {
  const { mail, asked, leave } = slowMail();
  const { app, server, port } = await listening(mail);
  const answered = fetch(`http://127.0.0.1:${port}/demo-request`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Ana', email: 'ana@barre.test' }),
  });
  await asked;
  const closed = closeApp(app, server);
  leave();
  expect((await answered).status).toBe(200);
  const isClosed = await Promise.race([closed.then(() => true), wait(10_000, false)]);
  expect(isClosed).toBe(true);
});

it('cuts off nobody who goes on asking by the connection of a request that was under way', async () => {
  const { mail, asked, leave } = slowMail();
  const { app, server, port } = await listening(mail, { DRAIN_SECONDS: '3' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string, form?: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const method = form === undefined ? 'GET' : 'POST';
    const asking = request({ host: '127.0.0.1', port, path, method, headers, agent }).end(form);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    const { statusCode, headers: told } = answer;
    return { status: statusCode, connection: told.connection, isReused: asking.reusedSocket };
  };
  const underWay = ask('/demo-request', 'name=Ana&email=ana@barre.test');
  await asked;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const closed = closeApp(app, server);
  leave();
  expect(await underWay).toMatchObject({ status: 200, connection: 'keep-alive' });
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'close', isReused: true });
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'close', isReused: false });
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  await closed;
});

it('ends though somebody never sends the rest of their request, and letters leave before', async () => {
  const { mail, letters, leave } = slowMail();
  const { app, server, port } = await listening(mail);
  app.sender.sendAside(() => app.mail.send({ to: 'nobody@barre.test', subject: '', text: '' }));
  const half = connect(port, '127.0.0.1').on('error', () => {});
  half.write('POST /demo-request HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nname');
  await once(server, 'request');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = closeApp(app, server);
  await vi.advanceTimersByTimeAsync(15_000);
  vi.useRealTimers();
  leave();
  await closed;
  expect(letters).toEqual(['nobody@barre.test']);
});

/** Mail that lets nothing leave before it is told to; `asked` comes true with the first letter. */
function slowMail() {
  const letters: string[] = [];
  const [asked, leaving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send = async ({ to }: Letter) => {
    asked.resolve();
    await leaving.promise;
    letters.push(to);
  };
  const mail: Mail = { send, sent: () => [] };
  return { mail, letters, asked: asked.promise, leave: () => leaving.resolve() };
}

/** An app on a database of its own that listens. */
async function listening(mail: Mail, settings: Record<string, string> = {}) {
  const config = readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: 'x'.repeat(32), ...settings });
  const app = await openApp(config, { database: await openTestDatabase(), mail });
  const server = serve(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { app, server, port: (server.address() as AddressInfo).port };
}

it('ends once, however often it is told to', async () => {
  const settings = { MODE: '', BASE_URL: '', DATA_DIR: folder, PORT: '0', DEMO: 'false', DRAIN_SECONDS: '1' };
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [builtServer()], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let words = '';
  child.stderr.on('data', (text) => (words += String(text)));
  await Promise.race([once(child.stdout, 'data'), ended]);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGTERM', 'SIGINT'] as const) child.kill(signal);
  expect(await ended, words).toEqual([0, null]);
  expect(words).toBe('');
});

it('goes on answering for a while after it was told to end, and says that it is not ready', async () => {
  const config = readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: 'x'.repeat(32), DRAIN_SECONDS: '3' });
  const app = await openApp(config, { database: await openTestDatabase() });
  const server = serve(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await ask('/readyz')).status).toBe(200);
  // However long the machine takes over the questions, the while is not over before they are answered.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = closeApp(app, server);
  expect((await ask('/readyz')).status).toBe(503);
  const answer = await ask('/healthz');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  await closed;
  await expect(ask('/healthz')).rejects.toThrow('fetch failed');
});

it('notes once that the database does not answer, and once that it does again', async () => {
  const { app, server, port } = await listening(slowMail().mail);
  const warned = vi.spyOn(app.log, 'warn');
  const told = vi.spyOn(app.log, 'info');
  const statuses = async () => {
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
    return [await ask(), await ask()];
  };
  const { pool } = app.database;
  expect(await statuses()).toEqual([200, 200]);
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  expect(await statuses()).toEqual([503, 503]);
  expect(warned.mock.calls).toEqual([['the database does not answer: /readyz says no']]);
  for (const client of held) client.release();
  expect(await statuses()).toEqual([200, 200]);
  // Requests are told of, too.
  expect(told.mock.calls.filter((call) => call.length === 1)).toEqual([
    ['the database answers again: /readyz says yes'],
  ]);
  await closeApp(app, server);
});
