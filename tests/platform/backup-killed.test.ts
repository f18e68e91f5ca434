import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import pg from 'pg';
import { hashPassword } from '#features/auth/stored-password.ts';
import { openDatabase, type Database, type Engine } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { demoEmail, demoPassword } from '#server/demo/logins.ts';
import { createDatabase, hasPostgres } from '#tests/support/test-database.ts';

// The commands as people run them, ended in the middle as a power cut would.

// Engines start and schemas are made again and again here, on whatever else is under way.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const engine: Engine = hasPostgres ? 'postgres' : 'embedded';
const ROWS = 60_000;
const patience = { timeout: 120_000, interval: 5 };
const megabyte = 2 ** 20;

let folder: string;
let source: Place;
let target: Place;
let emptySize: number;
const drops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barre-killed-'));
  source = await makePlace('source');
  target = await makeEmpty();
  const database = await open(source);
  await migrate(database);
  await database.pool.query(`insert into auth.turns (key, count)
    select concat_ws(' ', md5(n::text), md5(n || 'a'), md5(n || 'b'), md5(n || 'c')), n from generate_series(1, ${ROWS}) n`);
  await database.close();
  emptySize = sizeOf(target.env['DATA_DIR'] ?? '');
});
afterAll(async () => {
  for (const drop of drops) await drop();
  await rm(folder, { recursive: true, force: true });
});

describe(`on ${engine}`, () => {
  const whole = () => join(folder, 'whole.backup');

  it('a backup that is killed leaves no file that could be taken for one', async () => {
    const file = join(folder, 'killed.backup');
    const begin = async () => {
      await rm(file, { force: true });
      return start('backup', source, file);
    };
    const sizeSoFar = () => statSync(`${file}.partial`, { throwIfNoEntry: false })?.size ?? 0;
    await killInTheMiddle(begin, () => sizeSoFar() > 0);
    expect(existsSync(file)).toBe(false);
    const refused = await run('restore', target, `${file}.partial`);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('is broken or cut off') });
  });

  it('a backup made after it is whole', async () => {
    expect(await run('backup', source, whole())).toMatchObject({
      code: 0,
      output: expect.stringContaining(used(source)),
    });
  });

  it.runIf(existsSync('/dev/full'))('a backup is made though its words find no room', async () => {
    const file = join(folder, 'unheard.backup');
    const output = openSync('/dev/full', 'w');
    const ended = once(start('backup', { ...source, output }, file), 'exit');
    closeSync(output);
    expect(await ended).toEqual([0, null]);
    expect(existsSync(file)).toBe(true);
  });

  it('a restore that is killed leaves the database as empty as it was, and can be done again', async () => {
    const watcher = await watchRestore();
    const begin = async () => {
      target = await makeEmpty();
      return start('restore', target, whole());
    };
    await killInTheMiddle(begin, watcher.isHalfDone).finally(watcher.close);
    const database = await open(target);
    const { rows } = await database.pool.query(
      `select tablename from pg_tables where schemaname in ('public', 'auth')`,
    );
    await database.close();
    expect(rows).toEqual([]);

    expect(await run('restore', target, whole())).toMatchObject({
      code: 0,
      output: expect.stringContaining(used(target)),
    });
    const restored = await open(target);
    const { rows: turns } = await restored.pool.query(
      'select count(*), sum(count)::bigint as sum from auth.turns',
    );
    await restored.close();
    expect(turns).toEqual([{ count: ROWS, sum: (ROWS * (ROWS + 1)) / 2 }]);
  });

  it.skipIf(hasPostgres)('the embedded database is left alone while Barre runs', async () => {
    const running = await open(source);
    const refused = await run('backup', source, join(folder, 'running.backup'));
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/in use .*: stop Barre first\.\n$/),
    });
    await running.close();
  });

  it.each([
    ['backup', `Unknown option '--help'. Use it like this: npm run backup -- [file]\n`],
    ['restore', `Unknown option '--help'. Use it like this: npm run restore -- <file> [--replace]\n`],
    [
      'move',
      `Unknown option '--help'. Use it like this: DATABASE_URL=postgres://… npm run move [-- --replace]\n`,
    ],
  ])('%s takes no option for a file, and says what it takes', async (command, errors) => {
    const before = readdirSync(folder);
    expect(await run(command, source, '--help')).toMatchObject({ code: 1, output: '', errors });
    expect(readdirSync(folder)).toEqual(before);
  });

  it('says which setting leads to no server, in one line and without the password', async () => {
    const refused = await run('backup', { env: { DATABASE_URL: 'postgres://barre:hush@127.0.0.1:1/barre' } });
    expect(refused).toMatchObject({
      code: 1,
      errors: 'DATABASE_URL can not be used: connect ECONNREFUSED 127.0.0.1:1.\n',
    });
  });

  it.runIf(hasPostgres)('says so when the server does not let it in', async () => {
    const url = new URL(source.env['DATABASE_URL'] ?? '');
    url.pathname = '/no_such_database';
    const refused = await run(
      'restore',
      { env: { DIRECT_DATABASE_URL: url.href, DATABASE_URL: url.href } },
      whole(),
    );
    expect(refused).toMatchObject({
      code: 1,
      errors: 'DIRECT_DATABASE_URL can not be used: database "no_such_database" does not exist.\n',
    });
  });

  it.skipIf(hasPostgres)('says so where no database is', async () => {
    const refused = await run('backup', { env: { DATA_DIR: join(folder, 'nowhere') } });
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('There is no database in') });
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it.runIf(hasPostgres)('the embedded database moves to a server with one command', async () => {
    const dataDir = join(folder, 'laptop');
    const laptop = await openDatabase({ dataDir: join(dataDir, 'database') });
    await migrate(laptop);
    await laptop.pool.query(`insert into auth.turns (key, count) values ('from a laptop', 7)`);
    await makeLogin(laptop, demoEmail, demoPassword);
    await makeLogin(laptop, 'desk-owner@barre.example', 'changed since then');
    await laptop.close();
    const server = await makePlace('server');
    const moved = await run('move', { env: { ...server.env, DATA_DIR: dataDir } });
    expect(moved).toMatchObject({ code: 0, output: expect.stringMatching(/Moved \d+ rows to the server/) });
    expect(moved.output).toContain(used({ env: { DATA_DIR: dataDir } }));
    expect(moved.output).toContain(used(server));
    const database = await open(server);
    const { rows } = await database.pool.query('select key, count from auth.turns');
    expect(rows).toEqual([{ key: 'from a laptop', count: 7 }]);

    expect(moved.output).toContain(
      `Everybody knows the password of ${demoEmail}, the demo that came along.\n`,
    );
    await database.pool.query(/delete from .*;/.exec(moved.output)?.[0] ?? '');
    const { rows: logins } = await database.pool.query('select email from auth."user"');
    await database.close();
    expect(logins).toEqual([{ email: 'desk-owner@barre.example' }]);
  });
});

async function makeLogin({ pool }: Database, email: string, password: string): Promise<void> {
  await pool.query(
    `with made as (insert into auth."user" (name, email, email_verified, organization_name, time_zone)
      values ('Odette', $1, true, 'Riverside', 'Europe/Berlin') returning id)
    insert into auth.account (user_id, account_id, provider_id, password)
      select id, id::text, 'credential', $2 from made`,
    [email, await hashPassword(password)],
  );
}

type Place = { env: Record<string, string>; output?: number };

async function makePlace(name: string): Promise<Place> {
  if (engine === 'embedded') return { env: { DATA_DIR: join(folder, name) } };
  const { url, drop } = await createDatabase();
  drops.push(drop);
  return { env: { DATABASE_URL: url } };
}

/** What a command says of the database it worked on; nothing of its login. */
function used({ env: { DATABASE_URL, DATA_DIR = '' } }: Place): string {
  if (DATABASE_URL === undefined) return `Using the embedded database in ${join(DATA_DIR, 'database')}.\n`;
  const { pathname, host } = new URL(DATABASE_URL);
  return `Using the database ${pathname.slice(1)} on ${host}.\n`;
}

let emptyOnes = 0;

async function makeEmpty(): Promise<Place> {
  const place = await makePlace(`target-${++emptyOnes}`);
  await (await open(place)).close();
  return place;
}

function open({ env }: Place): Promise<Database> {
  return openDatabase({
    url: env['DATABASE_URL'],
    dataDir: env['DATA_DIR'] && join(env['DATA_DIR'], 'database'),
    isPatient: true,
  });
}

/** Tells whether a good part of the rows is in the target's files, where nobody can see them yet. */
async function watchRestore() {
  if (engine === 'embedded') {
    const isHalfDone = () => sizeOf(target.env['DATA_DIR'] ?? '') > emptySize + 6 * megabyte;
    return { isHalfDone, close: () => Promise.resolve() };
  }
  const watched = () => new URL(target.env['DATABASE_URL'] ?? '');
  const url = watched();
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const isLoading = `select 1 from pg_stat_activity where datname = $1 and query like 'insert into auth.turns%'`;
  const isHalfDone = async () =>
    (await client.query(isLoading, [watched().pathname.slice(1)])).rows.length > 0;
  return { isHalfDone, close: () => client.end() };
}

function start(command: string, { env, output }: Place, ...options: string[]): ChildProcess {
  const script = fileURLToPath(new URL(`../../scripts/${command}.ts`, import.meta.url));
  return spawn(process.execPath, [script, ...options], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', output ?? 'pipe', output ?? 'pipe'],
  });
}

async function run(command: string, place: Place, ...options: string[]) {
  const child = start(command, place, ...options);
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = await once(child, 'close');
  return { code: Number(code), output, errors };
}

/** Ends a command in the middle of its work. One that was done before proves nothing, and is begun once more. */
async function killInTheMiddle(
  begin: () => Promise<ChildProcess>,
  isInTheMiddle: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let tries = 0; tries < 8; tries++) {
    const child = await begin();
    const ended = once(child, 'exit');
    await vi.waitUntil(async () => child.exitCode !== null || (await isInTheMiddle()), patience);
    child.kill('SIGKILL');
    const [, signal] = await ended;
    if (signal === 'SIGKILL') return;
  }
  throw new Error('It was done each time before it could be killed.');
}

/** Bytes in tables and indexes of an embedded database. */
function sizeOf(dataDir: string): number {
  const files = join(dataDir, 'database', 'base');
  if (!existsSync(files)) return 0;
  const entries = readdirSync(files, { recursive: true, withFileTypes: true });
  return entries.reduce((sum, entry) => {
    const stats = statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    return sum + (stats?.isFile() ? stats.size : 0);
  }, 0);
}
