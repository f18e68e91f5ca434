import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { ConfigError } from '#platform/config.ts';
import { databaseOver, type Database, type Tx } from '#platform/database.ts';
import type { DB } from '#platform/database-types.ts';
import type { Log } from '#platform/log.ts';
import { openPatientPool } from '#platform/postgres-pool.ts';
import { errorCode } from '#platform/prepared.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
// Whoever reads a table waits behind the migration that waits for it, so it waits shortly and lets them pass. Less than
// the second after which PostgreSQL refuses one of two that wait for each other, which would be the reader at times.
const LOCK_WAIT_MS = 500;
const PAUSE_MS = 3_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';
const ASK_OWNER = 'run `npm run migrate` with DATABASE_URL naming the login that owns it';
const ASK_SUPERUSER =
  'Another installation on this server made that role: first let a superuser say `grant barre_app, barre_backup, barre_server to … with admin option`';

type Options = { folder?: string; log?: Pick<Log, 'warn'> | undefined };

/**
 * Brings the schema up to date from the SQL files of `folder` and returns the names it ran.
 * Each file and the note that it ran are one transaction; processes starting together wait for each other. What holds
 * a table, such as a backup, is waited for without an end, and without keeping others from reading it.
 * @throws ConfigError when the database cannot hold every letter, or a newer version has changed it
 */
export async function migrate(
  database: Database,
  { folder = MIGRATIONS, log }: Options = {},
): Promise<string[]> {
  return await usingDirect(database, ({ db }) => runPending(db, folder, log));
}

/**
 * Makes sure that the server can work with the schema: brings it up to date where its login may, else finds it so.
 * @throws ConfigError when neither is possible
 */
export async function prepareSchema(database: Database, { log }: Pick<Options, 'log'>): Promise<void> {
  await usingDirect(database, async ({ db }) => {
    if (await mayMigrate(db)) await runPending(db, MIGRATIONS, log);
  });
  await requireMigrated(database.db);
  await requireAppRole(database.db);
}

/** Whether the login may change the schema: it made it, or there is none and it may make one. */
export async function mayMigrate(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('kysely_migration')),
      has_schema_privilege('public', 'create')) as may`.execute(db);
  return rows[0]?.may ?? false;
}

/** The names of all migrations this version knows, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await filesIn(MIGRATIONS)).map(nameOf);
}

/** Runs the migrations up to and with `last` inside a transaction that is already open. */
export async function migrateInside(tx: Tx, last: string): Promise<void> {
  await requireUtf8(tx);
  // The migrator then fails to give its lock back as well, and would tell of that alone.
  let reason: unknown;
  const note = (error: unknown): never => {
    reason = error;
    throw error;
  };
  const getMigrations = () => readMigrations(MIGRATIONS, note);
  const { error } = await new Migrator({ db: tx, provider: { getMigrations } }).migrateTo(last);
  const cause = reason ?? error;
  if (cause) throw failure(`The migrations up to ${last} cannot run`, cause);
}

async function usingDirect<T>(database: Database, work: (direct: Database) => Promise<T>): Promise<T> {
  if (database.engine === 'embedded') return await work(database);
  const pool = openPatientPool(database.directUrl, { lockWaitMs: LOCK_WAIT_MS });
  const patient = databaseOver('postgres', pool, () => pool.end());
  return await work(patient).finally(patient.close);
}

async function requireMigrated(db: Kysely<DB>): Promise<void> {
  const ran = await namesRan(db).catch(refused);
  const known = await migrationNames();
  const missing = known.find((name) => !ran.includes(name));
  if (missing) throw new ConfigError(`The schema lacks ${missing}: ${ASK_OWNER}`);
  refuseNewer(ran, known);
}

/** The names of the migrations a database has had, in their order. */
export async function namesRan(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

// The migrator would call it corrupted, as if something had to be restored.
function refuseNewer(ran: string[], known: string[]): void {
  const unknown = ran.find((name) => !known.includes(name));
  if (unknown)
    throw new ConfigError(
      `The schema is of a newer version of Barre, which made ${unknown}: start that version or a later one; the data is as it was`,
    );
}

async function requireAppRole(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`select pg_has_role('barre_app', 'member') as may`.execute(db);
  if (!rows[0]?.may)
    throw new ConfigError(
      'The login of DATABASE_URL may not become barre_app, as it does for each request: grant barre_server to it, and barre_app to barre_server',
    );
}

function refused(error: unknown): never {
  if (errorCode(error) === UNDEFINED_TABLE) throw new ConfigError(`The database has no schema: ${ASK_OWNER}`);
  if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
  throw new ConfigError(
    `The login of DATABASE_URL may not read the schema: ${ASK_OWNER}, then grant barre_server to this one`,
  );
}

async function runPending(db: Kysely<DB>, folder: string, log: Options['log']): Promise<string[]> {
  await requireUtf8(db);
  const ranBefore = await namesRan(db).catch((error: unknown) => {
    if (errorCode(error) === UNDEFINED_TABLE) return [];
    throw error;
  });
  refuseNewer(ranBefore, (await filesIn(folder)).map(nameOf));
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
  const ran: string[] = [];
  for (;;) {
    // One at a time: `migrateToLatest` would put all files in a single transaction.
    const { error, results = [] } = await migrator.migrateUp();
    const failed = results.find(({ status }) => status === 'Error');
    if (isHeldUp(error)) {
      log?.warn(
        { migration: failed?.migrationName },
        'a migration waits for what others hold; it is tried again',
      );
      await pause(PAUSE_MS);
      continue;
    }
    const where = failed ? `Migration ${failed.migrationName} failed` : 'The migrations cannot run';
    if (error) throw failure(where, error);
    const names = results.map(({ migrationName }) => migrationName);
    if (names.length === 0) return ran;
    ran.push(...names);
  }
}

function failure(where: string, cause: unknown): Error {
  const message = `${where}: ${text(cause)}`;
  // Roles belong to the whole server, and from PostgreSQL 16 on to whoever made them: they are named in every language.
  const isOthersRole = errorCode(cause) === INSUFFICIENT_PRIVILEGE && /barre_(app|backup)/.test(message);
  if (!isOthersRole) return new Error(message, { cause });
  return new ConfigError(`${message}. ${ASK_SUPERUSER}`, { cause });
}

// Nothing of the file has stayed then: it is one transaction.
function isHeldUp(error: unknown): boolean {
  return [LOCK_NOT_AVAILABLE, DEADLOCK].includes(errorCode(error));
}

async function requireUtf8(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{
    encoding: string;
  }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8')
    throw new ConfigError(
      `The database is encoded in ${encoding}, but Barre needs UTF8: make one with create database … encoding 'UTF8' template template0`,
    );
}

async function readMigrations(
  folder: string,
  onError?: (error: unknown) => never,
): Promise<Record<string, Migration>> {
  const entries = (await filesIn(folder)).map(async (file) => {
    const source = await readFile(join(folder, file), 'utf8');
    const up = async (db: Kysely<unknown>) => void (await sql.raw(source).execute(db).catch(onError));
    return [nameOf(file), { up }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

const nameOf = (file: string) => file.slice(0, -'.sql'.length);

const text = (error: unknown) => (error instanceof Error ? error.message : String(error));
