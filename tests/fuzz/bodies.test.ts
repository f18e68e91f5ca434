import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareServer } from '#tests/support/server-process.ts';
import { openServer } from './world.ts';

// What is wrong with a request before anybody reads what it asks: its size, its depth, its bytes and its pace. A
// server is asked over plain sockets; whatever comes, it answers and lives. `npm run fuzz` gives it little memory.

const isFull = process.env['FUZZ_REQUESTS'] !== undefined;
// Within the other tests, what a loaded machine of two cores never takes to refuse something.
const slowestMs = isFull ? 1000 : 20_000;
const growsAtMostMb = 50;

let server: { url: string; token: string; close(): Promise<void> };
let sizeBefore: number;

beforeAll(async () => {
  server = isFull ? await startSmallServer() : await openServer();
  // What a server grows by anyway, once everything has been used.
  for (let nth = 0; nth < 20; nth++) await post(room, json({ name: `Warm ${nth} ${'x'.repeat(50)}` }));
  await post(room, Buffer.alloc(900_000, ' '));
  sizeBefore = await size();
});
afterAll(() => server.close());

/** A process of its own. Where its memory does not do, it ends: whatever it kept of what it refuses would show. */
async function startSmallServer(): Promise<typeof server> {
  const folder = mkdtempSync(join(tmpdir(), 'barre-bodies-'));
  const { start, kill, call, url } = await prepareServer({
    DATA_DIR: folder,
    NODE_OPTIONS: '--max-old-space-size=192',
    // As `npm start` sets them, or the allocator keeps a heap for each of its threads.
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  });
  await start();
  const person = { name: 'Nell Tendu', email: 'nell@barre.test', password: 'plié and relevé' };
  const { token } = await call<{ token: string }>('POST', '/api/auth/sign-up/email', '', person);
  return { url, token, close: () => kill().finally(() => rmSync(folder, { recursive: true, force: true })) };
}

const room = '/api/classrooms';
const signIn = '/api/auth/sign-in/email';
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const nested = (depth: number) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`;
const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, nth) => [nth.toString(36), 1]));

type Answer = { status: number; headers: string; text: string; ms: number };

describe('a body', () => {
  it.each<[string, Buffer]>([
    ['is 10,000 levels deep', bytes(`{"name":${nested(5000)}}`)],
    ['is 80,000 levels deep', bytes(`{"name":${nested(40_000)}}`)],
    ['never closes what it opens', bytes('['.repeat(500_000))],
    ['has 100,000 fields', json(keys)],
    ['is a list of 100,000', json(Array.from({ length: 100_000 }, () => 1))],
    ['has broken UTF-8', bytes('{"name":"Room ', [0xff, 0xfe, 0xc3], '"}')],
    ['has UTF-8 for half a character', bytes('{"name":"Room ', [0xed, 0xa0, 0x80], '"}')],
    ['has a longer form of a character', bytes('{"name":"Room ', [0xc0, 0xaf], '"}')],
    ['has a NUL', bytes('{"name":"Room \u0000"}')],
    ['has a NUL written out', bytes(String.raw`{"name":"Room \u0000"}`)],
    ['has half a character written out', bytes(String.raw`{"name":"Room \ud800"}`)],
    ['is UTF-16', Buffer.from('{"name":"Room"}', 'utf16le')],
    ['is compressed and does not say so', gzipSync(json({ name: 'Room' }))],
    ['is not the JSON it says', bytes('name=Room')],
    ['is followed by another', bytes('{"name":"Room"}{"name":"Room"}')],
    ['is a number that is none', bytes('{"name":NaN}')],
    ['is empty', Buffer.alloc(0)],
    ['is null', bytes('null')],
    ['is text', bytes('"Room"')],
  ])('that %s is refused, in few words', async (_, body) => {
    const answer = await post(room, body);
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.text.length).toBeLessThan(20_000);
    expect(answer.ms).toBeLessThan(slowestMs);
    const screens = await post(
      '/rpc/catalog/classrooms/create',
      Buffer.concat([bytes('{"json":'), body, bytes('}')]),
    );
    expect(screens).toMatchObject({ status: 400 });
    expect(screens.text.length).toBeLessThan(20_000);
  });

  it('that names a field twice says it the second time', async () => {
    const answer = await post(room, bytes('{"name":"First","name":"Second","__proto__":{}}'));
    expect(answer).toMatchObject({ status: 400 });
    const taken = await post(room, bytes('{"name":"First","name":"Second"}'));
    expect(JSON.parse(taken.text)).toMatchObject({ name: 'Second' });
  });

  it.each([
    ['text/plain', 415],
    ['application/xml', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json; charset=utf-16', 400],
    ['\u00ff', 415],
  ])('of the type %j is refused', async (type, status) => {
    const answer = await post(room, bytes('<a>', [0xff], '</a>'), { 'content-type': type });
    expect(answer.status).toBe(status);
  });
});

describe('ten megabytes', () => {
  const much = Buffer.alloc(10_000_000, 'x');

  it.each([room, '/rpc/catalog/classrooms/create', signIn, '/demo-request', '/live', '/nowhere'])(
    'are refused by %s before they have come, when announced',
    async (path) => {
      const answer = await exchange([
        head('POST', path, { 'content-length': '10000000' }),
        much.subarray(0, 1000),
      ]);
      expect(answer).toMatchObject({ status: 413 });
      expect(answer.ms).toBeLessThan(slowestMs);
    },
  );

  it.each<[string, number, string]>([
    [room, 413, 'application/json'],
    ['/rpc/catalog/classrooms/create', 413, 'application/json'],
    [signIn, 411, 'application/json'],
    ['/demo-request', 400, 'application/x-www-form-urlencoded'],
  ])('are refused by %s while they come, when not', async (path, status, type) => {
    const answer = await exchange(tenMegabytes(path, type));
    // Who still talks when the refusal comes may be cut off before reading it.
    expect([status, 0]).toContain(answer.status);
    expect(answer.ms).toBeLessThan(slowestMs);
  });

  it('many times at once are never kept', async () => {
    const answers = await Promise.all(
      Array.from({ length: isFull ? 30 : 5 }, () => exchange(tenMegabytes(room, 'application/json'))),
    );
    expect(answers.filter(({ status }) => status !== 413 && status !== 0)).toEqual([]);
    expect(await post(room, json({ name: 'After many' }))).toMatchObject({ status: 200 });
  });

  function tenMegabytes(path: string, type: string): (string | Buffer)[] {
    const parts = Array.from({ length: 100 }, (_, nth) =>
      chunk(much.subarray(nth * 100_000, (nth + 1) * 100_000)),
    );
    const headers = { 'transfer-encoding': 'chunked', 'content-type': type };
    return [head('POST', path, headers), ...parts, '0\r\n\r\n'];
  }
});

describe('a request', () => {
  const chunked = { 'transfer-encoding': 'chunked' };
  it.each<[string, () => string[], number]>([
    ['is cut into pieces of no size', () => [head('POST', room, chunked), 'zz\r\nhello\r\n'], 400],
    ['is cut into pieces of a size below none', () => [head('POST', room, chunked), '-5\r\nhello\r\n'], 400],
    ['has pieces longer than they say', () => [head('POST', room, chunked), '2\r\nhello\r\n0\r\n\r\n'], 400],
    [
      'says its length in two ways',
      () => [head('POST', room, { ...chunked, 'content-length': '5' }), '0\r\n\r\n'],
      400,
    ],
    [
      'says two lengths',
      () => [`POST ${room} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
      400,
    ],
    ['says a length that is none', () => [head('POST', room, { 'content-length': '-1' })], 400],
    ['is no HTTP', () => ['\u0016\u0003\u0001 hello\r\n\r\n'], 400],
    ['has a header without a name', () => ['GET / HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n'], 400],
    ['has a header of two lines', () => ['GET / HTTP/1.1\r\nhost: x\r\nx-a: b\r\n c\r\n\r\n'], 400],
    ['names no host', () => ['GET / HTTP/1.1\r\n\r\n'], 400],
    ['has headers without end', () => [head('GET', '/', { 'x-long': 'x'.repeat(40_000) })], 431],
    ['has an address without end', () => [head('GET', `/${'x'.repeat(40_000)}`, {})], 431],
    ['has a broken address', () => [head('GET', '/api/classes/%zz', {})], 400],
    ['asks for a file outside', () => [head('GET', '/..%2f..%2fpackage.json', {})], 404],
    ['asks for another machine', () => [head('GET', 'http://evil.test/api/nowhere', {})], 404],
    ['has a method nobody knows', () => [head('BREW', '/', {})], 400],
    ['wants to be a tunnel', () => [head('CONNECT', 'evil.test:443', {})], 0],
  ])('that %s is refused', async (_, parts, status) => {
    const answer = await exchange(parts());
    expect([answer.status, answer.ms < slowestMs]).toEqual([status, true]);
  });
});

describe('what stands around a request', () => {
  const odd = [
    '%00',
    '%zz',
    '%ff%fe',
    '%ED%A0%80',
    '..%5c..%5c',
    '%2e%2e%2f',
    '//evil.test/',
    ';x=1',
    '%0d%0aX:1',
    '\u00ff',
  ];
  const places = [
    '/',
    '/login?view=',
    '/dashboard/',
    '/assets/',
    '/api/',
    '/api/classes/',
    '/api/students?q=',
    '/api/archive',
  ];
  const more = [
    '/api/auth/',
    '/api/docs/',
    '/rpc/',
    '/rpc/auth/session?data=',
    '/live?',
    '/mailbox?',
    '/metrics',
    '/healthz',
  ];

  it('is no address that makes the server stumble', async () => {
    const found: string[] = [];
    for (const place of [...places, ...more])
      for (const text of odd) {
        const path = `${place}${text}`;
        const { status, ms } = await exchange(
          [head('GET', path, { connection: 'close', accept: 'text/html' })],
          /\r\n\r\n/,
        );
        if (status === 0 || status >= 500 || ms > slowestMs) found.push(`${path}: ${status} after ${ms} ms`);
      }
    expect(found).toEqual([]);
  });

  it.each([
    'authorization',
    'cookie',
    'origin',
    'accept-encoding',
    'x-forwarded-for',
    'range',
    'if-none-match',
    'upgrade',
  ])('is no %s that makes it stumble', async (name) => {
    const values = [
      '',
      'Bearer',
      'Bearer \u00ff',
      'barre.session_token=%zz',
      'null',
      ','.repeat(5000),
      '=',
      'bytes=9-1',
      'h2c',
      'x y',
    ];
    const found: string[] = [];
    for (const value of values) {
      const get = await exchange([head('GET', '/api/session', { connection: 'close', [name]: value })]);
      const answer = await post(room, json({ name: '' }), { [name]: value });
      if ([get, answer].some(({ status }) => status === 0 || status >= 500))
        found.push(`${value}: ${get.status} ${answer.status}`);
    }
    expect(found).toEqual([]);
  });
});

describe('senders who take their time', () => {
  const count = isFull ? 500 : 100;

  it('keep nobody waiting', async () => {
    const sockets = await Promise.all(Array.from({ length: count }, () => open()));
    const starts = [
      `POST ${signIn} HTTP/1.1\r\nhost: x\r\n`,
      head('POST', room, { 'content-length': '1000' }) + '{"name":',
      head('POST', '/demo-request', { 'content-length': '1000' }) + 'name=',
    ];
    for (const [nth, socket] of sockets.entries()) socket.write(starts[nth % starts.length] ?? '');
    for (let nth = 0; nth < 20; nth++) {
      const answer = await post(room, json({ name: `In between ${nth}` }));
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.ms).toBeLessThan(slowestMs);
    }
    // Headers in ten seconds, all in thirty; who is slower is looked for every half minute.
    if (isFull) {
      const told = await Promise.all(sockets.map((socket) => ended(socket)));
      expect(told.filter((text) => !text.startsWith('HTTP/1.1 408 '))).toEqual([]);
    }
    for (const socket of sockets) socket.destroy();
  }, 120_000);
});

it('leaves the server alive', async () => {
  expect(await post(room, json({ name: 'After all' }))).toMatchObject({ status: 200 });
  if (!isFull) return;
  const grown = (await size()) - sizeBefore;
  console.log(`the server grew by ${grown.toFixed(0)} MB, from ${sizeBefore.toFixed(0)} MB`);
  expect(grown).toBeLessThanOrEqual(growsAtMostMb);
});

async function size(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1_000_000;
}

function head(method: string, path: string, headers: Record<string, string>): string {
  const all = {
    host: new URL(server.url).host,
    authorization: `Bearer ${server.token}`,
    'content-type': 'application/json',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function chunk(part: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
}

async function post(path: string, body: Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  return await exchange([
    head('POST', path, { 'content-length': String(body.length), connection: 'close', ...headers }),
    body,
  ]);
}

/** Sends what is given as it is and reads what comes back until there is an answer; a status of 0 is none. */
async function exchange(parts: (string | Buffer)[], enough?: RegExp): Promise<Answer> {
  const started = performance.now();
  const socket = await open();
  const answered = ended(socket, enough ? (all) => enough.test(all) : isWhole);
  for (const part of parts) if (socket.writable) socket.write(part, 'latin1');
  const all = await answered;
  socket.destroy();
  const [headers = '', ...rest] = all.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1] ?? 0);
  return { status, headers, text: rest.join('\r\n\r\n'), ms: performance.now() - started };
}

function open(): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => resolve(socket));
  socket.once('error', reject);
  return promise;
}

/** What a socket is told until it ends, or until that is enough. */
function ended(socket: Socket, isEnough = (_: string) => false): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let all = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    all += text;
    if (isEnough(all)) resolve(all);
  });
  // Who is cut off while still talking is reset; what was answered before counts.
  socket.on('error', () => resolve(all));
  socket.on('close', () => resolve(all));
  return promise;
}

function isWhole(all: string): boolean {
  const at = all.indexOf('\r\n\r\n');
  const headers = all.slice(0, Math.max(at, 0));
  const length = /^content-length: (\d+)/im.exec(headers)?.[1];
  if (length !== undefined) return all.length >= at + 4 + Number(length);
  return /^transfer-encoding: chunked/im.test(headers) && all.endsWith('0\r\n\r\n');
}
