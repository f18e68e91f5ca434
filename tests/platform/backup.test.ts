import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBackup, verifyBackup, writeBackup, type BackupPart } from '#platform/backup-file.ts';
import { backUp } from '#platform/backup.ts';
import { queryCaller } from '#platform/caller.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase, type Database, type Engine } from '#platform/database.ts';
import { restore } from '#platform/restore.ts';
import { closeApp, openApp, serve } from '#server/app.ts';
import { makeEverything } from '#tests/support/everything.ts';
import { fingerprint, type Fingerprint } from '#tests/support/fingerprint.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { createDatabase, hasPostgres, openTestDatabase } from '#tests/support/test-database.ts';

// Engines start and schemas are made again and again here, on whatever else is under way.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const owner = { email: 'olive@barre.test', password: 'dance-with-us' };
const config = readConfig({
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret only these tests know, long enough',
});
const ways: [Engine, Engine][] = hasPostgres
  ? [
      ['embedded', 'postgres'],
      ['postgres', 'postgres'],
      ['postgres', 'embedded'],
    ]
  : [['embedded', 'embedded']];

type Saved = { file: string; before: Fingerprint; token: string };

let folder: string;
const saved = new Map<Engine, Saved>();
const cleanUp: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barre-backup-'));
  for (const engine of new Set(ways.map(([from]) => from))) saved.set(engine, await saveFilled(engine));
});
afterAll(async () => {
  for (const undo of cleanUp.reverse()) await undo();
  await rm(folder, { recursive: true, force: true });
});

describe.each(ways)('a backup of %s restored into %s', (from, to) => {
  let restored: Database;

  beforeAll(async () => {
    restored = await openEmpty(to);
    await restore(restored, savedOf(from).file);
  });

  it('has every row of every table, every sequence and the whole schema', async () => {
    const { before } = savedOf(from);
    const after = await fingerprint(restored);
    expect(after).toEqual(before);
    // What is compared is there: no table without a row, and the difference of one letter shows.
    expect(Object.entries(after.rows).filter(([, { count }]) => count === 0)).toEqual([]);
    await restored.pool.query(`update auth.turns set key = key || '.' where key = 'turn 1'`);
    expect((await fingerprint(restored)).rows).not.toEqual(before.rows);
    await restored.pool.query(`update auth.turns set key = 'turn 1' where key = 'turn 1.'`);
  });

  it('is a database the app runs on: people are signed in still, and can sign in', async () => {
    const app = await openApp(config, { database: { ...restored, close: async () => {} } });
    const server = serve(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const signIn = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: config.BASE_URL },
      body: JSON.stringify(owner),
    });
    const { token } = (await signIn.json()) as { token: string };
    expect(token).toMatch(/./);
    for (const bearer of [token, savedOf(from).token]) {
      const answer = await fetch(`${url}/api/organization`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      expect(await answer.json()).toMatchObject({ name: 'Olive School' });
    }
    await closeApp(app, server);
  });

  it('keeps studios apart and rules in force as before', async () => {
    const caller = await queryCaller(restored, savedOf(from).token);
    if (!caller) throw new Error('the session was not restored');
    const studios = await restored.readTenant(caller, (db) => db.selectFrom('organizations').select('id'));
    expect(studios).toEqual([{ id: caller.organizationId }]);
    // Not even the owner is shown another studio's people; the embedded engine's is a superuser.
    if (to === 'postgres') expect((await restored.pool.query('select from profiles')).rows).toEqual([]);

    const { rows } = await restored.pool.query<{ organization_id: string }>(
      `select m.organization_id from auth.membership m join auth.user u on u.id = m.user_id where u.email like 'owner-%' limit 1`,
    );
    const furnished = { organizationId: rows[0]?.organization_id ?? '', profileId: caller.profileId };
    const [history] = await restored.readTenant(furnished, (db) =>
      db.selectFrom('auditLog').select(({ fn }) => fn.max<number>('id').as('last')),
    );
    await restored.inTenant(furnished, async (tx) => {
      const person = await tx
        .insertInto('profiles')
        .values({ role: 'staff', fullName: 'Nell New' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.updateTable('profiles').set({ role: 'admin' }).where('id', '=', person.id).execute();
      const words = await tx.selectFrom('auditLog').select('id').where('rowId', '=', person.id).execute();
      expect(words[0]?.id).toBeGreaterThan(history?.last ?? Infinity);
    });
    const again = sql`insert into one_off_sessions
      (session_type, student_id, instructor_id, room_id, session_date, start_time, end_time, is_room_conflict_ignored)
      select session_type, student_id, instructor_id, room_id, session_date, start_time, end_time, true from one_off_sessions`;
    await expect(restored.inTenant(furnished, (tx) => again.execute(tx))).rejects.toMatchObject({
      constraint: 'instructor_not_double_booked',
    });
  });

  it('takes the place of what is there only when told to', async () => {
    const { file, before } = savedOf(from);
    await expect(restore(restored, file)).rejects.toThrow('not empty');
    await restored.pool.query(`delete from auth.turns`);
    await restore(restored, file, { replace: true });
    expect((await fingerprint(restored)).rows).toEqual(before.rows);
  });
});

// The file itself is the same whatever the engine: the run on the embedded one tells.
describe.skipIf(hasPostgres)('a backup file', () => {
  let target: Database;
  const whole = () => savedOf('embedded').file;
  const inFolder = (name: string) => join(folder, name);

  beforeAll(async () => {
    target = await openEmpty('embedded');
  });

  it('is for its owner alone', async () => {
    expect((await stat(whole())).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('.partial'));
  });

  it('is never written over another one', async () => {
    const header = await verifyBackup(whole());
    await expect(writeBackup(whole(), header, readBackup(whole()))).rejects.toThrow('already there');
  });

  it('is whole when two were written to one name at once', async () => {
    const file = inFolder('twice.backup');
    const header = await verifyBackup(whole());
    const nodeOf = () => statSync(`${file}.partial`, { throwIfNoEntry: false })?.ino;
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing: Promise<number>[] = [];
    for (const { promise } of ends) {
      const other = nodeOf();
      writing.push(writeBackup(file, header, slowly(promise)));
      await vi.waitUntil(() => nodeOf() !== undefined && nodeOf() !== other);
    }
    for (const [nth, { resolve }] of ends.entries()) {
      resolve();
      const [outcome] = await Promise.allSettled([writing[nth]]);
      expect(outcome?.status).toBe(nth === 0 ? 'rejected' : 'fulfilled');
    }
    await verifyBackup(file);
  });

  it('is refused when a byte differs, wherever it is cut off, and when it is something else', async () => {
    const bytes = await readFile(whole());
    const tries = [0, 1, 20, bytes.length >> 1, bytes.length - 9, bytes.length - 1].map((length) =>
      bytes.subarray(0, length),
    );
    for (const at of [4000, bytes.length >> 1, bytes.length - 5]) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      tries.push(flipped);
    }
    for (const content of [...tries, Buffer.from('not a backup')]) {
      await writeFile(inFolder('broken.backup'), content);
      await expect(restore(target, inFolder('broken.backup'))).rejects.toThrow(/is broken or cut off/);
    }
    await expect(restore(target, inFolder('absent.backup'))).rejects.toThrow('There is no file');
    expect((await fingerprint(target)).rows).toEqual({});
  });

  it('is refused when a part is missing though all others are whole', async () => {
    const lines = gunzipSync(await readFile(whole()))
      .toString()
      .split('\n');
    await writeFile(inFolder('shortened.backup'), gzipSync(lines.toSpliced(2, 1).join('\n')));
    await expect(verifyBackup(inFolder('shortened.backup'))).rejects.toThrow('is broken or cut off');
  });

  it('of a version unknown here, or with a table too few, changes nothing', async () => {
    const header = await verifyBackup(whole());
    const migrations = [...header.migrations, '9999_from_the_future'];
    await writeBackup(inFolder('newer.backup'), { ...header, migrations }, readBackup(whole()));
    await expect(restore(target, inFolder('newer.backup'))).rejects.toThrow(
      '9999_from_the_future is unknown',
    );

    const parts = withoutTable('public.subscriptions', readBackup(whole()));
    await writeBackup(inFolder('fewer.backup'), header, parts);
    await expect(restore(target, inFolder('fewer.backup'))).rejects.toThrow('lacks the table public.sub');
    expect((await fingerprint(target)).rows).toEqual({});
  });

  it('is kept away from a database that is not Barre’s', async () => {
    await target.pool.query('create table somebody_elses (n int)');
    await expect(restore(target, whole(), { replace: true })).rejects.toThrow('not Barre’s');
    await target.pool.query('drop table somebody_elses');
  });
});

it.runIf(hasPostgres)('a restore keeps away from a database in use', async () => {
  const { url, drop } = await createDatabase();
  const mine = await openDatabase({ url, isPatient: true });
  const other = await openDatabase({ url, isPatient: true });
  await other.pool.query('select 1');
  await expect(restore(mine, savedOf('postgres').file)).rejects.toThrow('in use');
  await other.close();
  await mine.close();
  await drop();
});

it.runIf(hasPostgres)('a restore whose last statement fails has changed nothing', async () => {
  const { url, drop } = await createDatabase();
  cleanUp.push(drop);
  const line = await openLineCutAt('analyze', url);
  const cutOff = await openDatabase({ url: line.url, isPatient: true });
  await expect(restore(cutOff, savedOf('postgres').file)).rejects.toThrow();
  await Promise.all([cutOff.close(), line.close()]);
  const database = await openDatabase({ url, isPatient: true });
  expect((await fingerprint(database)).rows).toEqual({});
  await database.close();
});

it.runIf(hasPostgres)('a backup shows one moment, though people go on signing up meanwhile', async () => {
  const app = await openTestApp(() => openTestDatabase('postgres', 'owner'));
  cleanUp.push(app.database.close);
  await makeManyTurns(app.database, 20_000);
  const file = join(folder, 'moving.backup');
  let isSaved = false;
  const saving = backUp(app.database, file).finally(() => (isSaved = true));
  let founded = 0;
  for (; !isSaved; founded++) await app.studio();
  await saving;
  expect(founded).toBeGreaterThan(0);
  const target = await openEmpty('postgres');
  // Each studio stands in six tables: keys between them would refuse half of one.
  await restore(target, file);
  const { rows } = await fingerprint(target);
  expect(rows['auth.membership']?.count).toBe(rows['auth."user"']?.count);
});

function savedOf(engine: Engine): Saved {
  const found = saved.get(engine);
  if (!found) throw new Error(`nothing of ${engine} was saved`);
  return found;
}

async function openEmpty(engine: Engine): Promise<Database> {
  const server = engine === 'postgres' ? await createDatabase() : undefined;
  if (server) cleanUp.push(server.drop);
  const database = await openDatabase({ url: server?.url, isPatient: true });
  cleanUp.push(database.close);
  return database;
}

/** A way to a server that breaks as soon as somebody says a word. */
async function openLineCutAt(word: string, target: string) {
  const { hostname, port } = new URL(target);
  const line = createServer((near) => {
    const far = connect(Number(port), hostname).on('error', () => {});
    near.on('data', (said) => (said.includes(word) ? near.destroy() : far.write(said)));
    near.on('error', () => {}).on('close', () => far.destroy());
    far.on('data', (answer) => near.write(answer));
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const url = Object.assign(new URL(target), { port: String((line.address() as AddressInfo).port) }).href;
  return { url, close: () => new Promise((resolve) => line.close(resolve)) };
}

/** A database with rows in every table, some of them hard to carry, backed up. */
async function saveFilled(engine: Engine): Promise<Saved> {
  const source = await openTestApp(() => openTestDatabase(engine, 'owner'));
  cleanUp.push(source.database.close);
  const app = await openApp(config, { database: { ...source.database, close: async () => {} } });
  const body = { ...owner, name: 'Olive Owner', organizationName: 'Olive School' };
  const { token } = await app.accounts.api.signUpEmail({ body });
  await app.live.close();
  for (const name of ['North School', 'South School']) {
    const studio = await source.studio({ name });
    await makeEverything(source, studio.owner);
    await source.database.pool.query('insert into auth.team_two_step (organization_id) values ($1)', [
      studio.owner.organizationId,
    ]);
    for (const fullName of hardTexts)
      await source.database.inTenant(studio.owner, (db) =>
        db.insertInto('inquiries').values({ fullName }).execute(),
      );
  }
  await makeManyTurns(source.database, 2500);
  await source.database.pool.query(`
    insert into auth.rate_limit (key, count, last_request) values ('', 1, 9007199254740993);
    insert into auth.two_step (user_id, secret, recovery_hashes) select id, 'kept', '{a,b}' from auth."user";
    insert into auth.verification (identifier, value, expires_at)
      values (repeat('long ', 40000), '', 'infinity'), ('null', 'null', '2026-11-21 10:00:00.123456+05:45');
    update auth.session set user_agent = '', ip_address = null`);
  const file = join(folder, `${engine}.backup`);
  const before = await fingerprint(source.database);
  const { rows } = await backUp(source.database, file);
  expect(rows).toBe(Object.values(before.rows).reduce((sum, { count }) => sum + count, 0));
  return { file, before, token: token ?? '' };
}

const hardTexts = [
  '"',
  '\\',
  "it's",
  'a,b)(c',
  'two\nlines\r\n\tand a tab',
  '\\N',
  'NULL',
  'Zoë 🩰 عربي',
  '\u2028',
];

async function makeManyTurns({ pool }: Database, count: number): Promise<void> {
  await pool.query(
    `insert into auth.turns (key, count) select 'turn ' || n, n from generate_series(1, ${count}) n`,
  );
}

async function* slowly(end: Promise<void>): AsyncGenerator<BackupPart> {
  yield { table: 'public.nothing', columns: ['id'] };
  await end;
}

async function* withoutTable(name: string, parts: AsyncIterable<BackupPart>): AsyncGenerator<BackupPart> {
  let table = '';
  for await (const part of parts) {
    if ('table' in part) ({ table } = part);
    if (table !== name || 'sequence' in part) yield part;
  }
}
