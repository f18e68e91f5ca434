import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigError } from '#platform/config.ts';
import { openDatabase, type Database } from '#platform/database.ts';
import { migrate, migrateInside } from '#platform/migrate.ts';
import { createDatabase, hasPostgres, openTestDatabase, testEngines } from '../support/test-database.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

async function folderOf(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'barre-migrations-'));
  cleanUp.push(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function emptyDatabases(engine: Database['engine'], count = 1): Promise<Database[]> {
  const server = engine === 'postgres' ? await createDatabase() : undefined;
  if (server) cleanUp.push(server.drop);
  const opened = await Promise.all(Array.from({ length: count }, () => openDatabase({ url: server?.url })));
  cleanUp.push(...opened.map(({ close }) => close));
  return opened;
}

const tables = async ({ pool }: Database) => {
  const { rows } = await pool.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
  );
  return rows.map(({ tablename }) => tablename);
};

describe.each(testEngines)('migrating on %s', (engine) => {
  it('runs each file once, in order, and keeps a failed one from leaving anything', async () => {
    const [database] = await emptyDatabases(engine);
    if (!database) throw new Error('no database');
    const folder = await folderOf({
      '0001_first.sql': 'create table first (id int); insert into first values (1);',
      '0002_second.sql': 'create table second (id int); select 1 / 0; create table third (id int);',
      'notes.txt': 'not a migration',
    });
    await expect(migrate(database, { folder })).rejects.toThrow(
      'Migration 0002_second failed: division by zero',
    );
    expect(await tables(database)).toEqual(['first']);

    await writeFile(join(folder, '0002_second.sql'), 'create table second (id int);');
    expect(await migrate(database, { folder })).toEqual(['0002_second']);
    expect(await migrate(database, { folder })).toEqual([]);
    expect(await tables(database)).toEqual(['first', 'second']);
  });

  it('says why it failed inside a transaction, not that the transaction is over', async () => {
    const [database] = await emptyDatabases(engine);
    await database?.pool.query('create table profiles (id int)');
    const run = database?.db.transaction().execute((tx) => migrateInside(tx, '0001_studio'));
    await expect(run).rejects.toThrow('relation "profiles" already exists');
  });

  it('says so where a newer version was there before, and runs nothing', async () => {
    const [database] = await emptyDatabases(engine);
    if (!database) throw new Error('no database');
    const older = await folderOf({ '0001_first.sql': 'create table first (id int)' });
    await migrate(database, { folder: older });
    const newer = await folderOf({
      '0001_first.sql': '',
      '0002_second.sql': 'create table second (id int)',
    });
    await migrate(database, { folder: newer });
    await expect(migrate(database, { folder: older })).rejects.toThrow(
      new ConfigError(
        'The schema is of a newer version of Barre, which made 0002_second: start that version or a later one; the data is as it was',
      ),
    );
  });

  it('finds nothing to do in a migrated database', async () => {
    const database = await openTestDatabase(engine, 'owner');
    cleanUp.push(database.close);
    expect(await migrate(database)).toEqual([]);
  });
});

describe.runIf(hasPostgres)('a table that others hold', () => {
  it('is waited for again and again, while it can be read', async () => {
    const [database, reader] = await emptyDatabases('postgres', 2);
    if (!database || !reader) throw new Error('no database');
    const folder = await folderOf({ '0001_first.sql': 'create table first (id int);' });
    await migrate(database, { folder });
    const change = 'create table second (id int); alter table first add column name text;';
    await writeFile(join(folder, '0002_second.sql'), change);

    const backup = await reader.pool.connect();
    await backup.query('begin; select * from first');
    const log = {
      // Between two tries.
      warn: vi.fn<() => void>().mockImplementationOnce(() => void readAndLetGo().catch(() => {})),
    };
    const read = () => reader.pool.query(`set statement_timeout = '500ms'; select * from first`);
    const readAndLetGo = async () => {
      // On a busy machine the next try may have begun by now: after it, then.
      await vi.waitFor(read, { timeout: 30_000 });
      expect(await tables(reader)).toEqual(['first']);
      await backup.query('commit');
    };
    expect(await migrate(database, { folder, log })).toEqual(['0002_second']);
    backup.release();
    expect(log.warn).toHaveBeenCalled();
    expect(await tables(database)).toEqual(['first', 'second']);
  });

  it('is left to who reads it and needs what the migration holds already: neither is refused', async () => {
    const { url, drop } = await createDatabase();
    cleanUp.push(drop);
    const database = await openDatabase({ url });
    cleanUp.push(database.close);
    // PostgreSQL's own default, which the server of the tests does not have; another one may not let it be set.
    const asUsual = `alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '1s'`;
    await database.pool.query(asUsual).catch(() => {});
    const reader = await openDatabase({ url });
    cleanUp.push(reader.close);
    const folder = await folderOf({
      '0001_both.sql': 'create table first (id int); create table second (id int);',
    });
    await migrate(database, { folder });
    await writeFile(
      join(folder, '0002_more.sql'),
      'alter table second add column name text; select pg_sleep(0.1); alter table first add column name text;',
    );

    const request = await reader.pool.connect();
    cleanUp.push(() => Promise.resolve(request.release()));
    await request.query('begin; select * from first');
    const log = { warn: vi.fn<() => void>() };
    const migrated = migrate(database, { folder, log });
    const isHeld = `select 1 from pg_locks where relation = 'second'::regclass`;
    await vi.waitFor(async () => expect((await reader.pool.query(isHeld)).rowCount).toBe(1), { interval: 5 });
    // Refused after a second, where the migration still waits.
    await request.query('select * from second; commit');
    expect(await migrated).toEqual(['0002_more']);
    expect(log.warn).toHaveBeenCalledOnce();
  });
});

describe.runIf(hasPostgres)('a database that cannot hold every letter', () => {
  it('is refused before anything is made in it', async () => {
    const server = await createDatabase(`template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`);
    cleanUp.push(server.drop);
    const database = await openDatabase({ url: server.url });
    cleanUp.push(database.close);
    await expect(migrate(database)).rejects.toThrow(ConfigError);
    await expect(migrate(database)).rejects.toThrow('encoded in SQL_ASCII, but Barre needs UTF8');
    const { rows } = await database.pool.query(`select 1 from pg_tables where schemaname = 'public'`);
    expect(rows).toEqual([]);
  });
});

describe.runIf(hasPostgres)('an owner who may not hand on the role of requests', () => {
  it('can bring the schema up to date all the same', async () => {
    const database = await openTestDatabase('postgres', 'owner');
    cleanUp.push(database.close);
    const file = new URL('../../migrations/0057_server_without_ownership.sql', import.meta.url);
    const client = await database.pool.connect();
    cleanUp.push(async () => client.release(true));
    // As somebody who may hand on all else: from PostgreSQL 16 on who made a role can not give up handing it on.
    await client.query(`begin; revoke barre_app from barre_server;
      create role barre_bound; grant barre_bound to current_user;
      grant all on schema public, auth to barre_bound with grant option;
      grant all on all tables in schema public, auth to barre_bound with grant option;
      grant all on all functions in schema auth to barre_bound with grant option;
      set role barre_bound`);
    await client.query(await readFile(file, 'utf8'));
  });
});

describe.runIf(hasPostgres)('an owner of its own for a second installation', () => {
  it('is told what it lacks where the roles of the first are not its own, and begins once it has them', async () => {
    const first = await openTestDatabase('postgres', 'owner');
    const login = { username: `barre_second_${randomUUID().replaceAll('-', '')}`, password: randomUUID() };
    await first.pool.query(`create role ${login.username} login password '${login.password}'`);
    cleanUp.push(first.close, async () => void (await first.pool.query(`drop role ${login.username}`)));
    const { url, drop } = await createDatabase();
    const empty = await openDatabase({ url });
    await empty.pool.query(`grant create on database ${new URL(url).pathname.slice(1)} to ${login.username};
      grant create on schema public to ${login.username}`);
    const second = await openDatabase({ url: Object.assign(new URL(url), login).href });
    cleanUp.push(drop, empty.close, second.close);

    const refused = await migrate(second).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(String(refused)).toMatch(
      /Migration 0001_studio failed: .*"barre_app"\. Another installation .* with admin option`$/,
    );
    await first.pool.query(
      `grant barre_app, barre_backup, barre_server to ${login.username} with admin option`,
    );
    expect(await migrate(second)).toContain('0057_server_without_ownership');
  });
});

describe.runIf(hasPostgres)('several processes starting at once', () => {
  it('run each file once between them', async () => {
    const processes = await emptyDatabases('postgres', 4);
    const folder = await folderOf({
      '0001_first.sql': 'create table first (id int); select pg_sleep(0.1);',
      '0002_second.sql': 'create table second (id int);',
      '0003_third.sql': 'create table third (id int);',
    });
    const ran = await Promise.all(processes.map((database) => migrate(database, { folder })));
    expect(ran.flat().sort()).toEqual(['0001_first', '0002_second', '0003_third']);
  });

  it('run the product’s own migrations once between them', async () => {
    const processes = await emptyDatabases('postgres', 2);
    const ran = await Promise.all(processes.map((database) => migrate(database)));
    expect(new Set(ran.flat()).size).toBe(ran.flat().length);
    expect(ran.flat()).toContain('0001_studio');
  });
});
