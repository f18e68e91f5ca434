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
// Whoever reads a table waits behind the migration that waits for it, so it waits shortly and lets them pass.
const LOCK_WAIT_MS = 1_000;
const PAUSE_MS = 3_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

type Options = { folder?: string; log?: Pick<Log, 'warn'> | undefined };

/**
 * Brings the schema up to date from the SQL files of `folder` and returns the names it ran.
 * Each file and the note that it ran are one transaction; processes starting together wait for each other. What holds
 * a table, such as a backup, is waited for without an end, and without keeping others from reading it.
 * @throws ConfigError when the database cannot hold every letter
 */
export async function migrate(
  database: Database,
  { folder = MIGRATIONS, log }: Options = {},
): Promise<string[]> {
  if (database.engine === 'embedded') return await runPending(database, folder, log);
  const pool = openPatientPool(database.directUrl, { lockWaitMs: LOCK_WAIT_MS });
  const patient = databaseOver('postgres', pool, () => pool.end());
  return await runPending(patient, folder, log).finally(patient.close);
}

/** The names of all migrations this version knows, in their order. */
export async function migrationNames(): Promise<string[]> {
  return Object.keys(await readMigrations(MIGRATIONS)).sort();
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
  if (cause) throw new Error(`The migrations up to ${last} cannot run: ${text(cause)}`, { cause });
}

async function runPending({ db }: Database, folder: string, log: Options['log']): Promise<string[]> {
  await requireUtf8(db);
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
    if (error) throw new Error(`${where}: ${text(error)}`, { cause: error });
    const names = results.map(({ migrationName }) => migrationName);
    if (names.length === 0) return ran;
    ran.push(...names);
  }
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
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const entries = files.map(async (file) => {
    const source = await readFile(join(folder, file), 'utf8');
    const up = async (db: Kysely<unknown>) => void (await sql.raw(source).execute(db).catch(onError));
    return [file.slice(0, -'.sql'.length), { up }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const text = (error: unknown) => (error instanceof Error ? error.message : String(error));
