import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { databaseOver, type Database, type Tx } from '#platform/database.ts';
import { openPatientPool } from '#platform/postgres-pool.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Brings the schema up to date from the SQL files of `folder` and returns the names it ran.
 * Each file and the note that it ran are one transaction; processes starting together wait for each other.
 */
export async function migrate(database: Database, folder = MIGRATIONS): Promise<string[]> {
  if (database.engine === 'embedded') return await runPending(database, folder);
  const pool = openPatientPool(database.directUrl);
  const patient = databaseOver('postgres', pool, () => pool.end());
  return await runPending(patient, folder).finally(patient.close);
}

/** The names of all migrations this version knows, in their order. */
export async function migrationNames(): Promise<string[]> {
  return Object.keys(await readMigrations(MIGRATIONS)).sort();
}

/** Runs the migrations up to and with `last` inside a transaction that is already open. */
export async function migrateInside(tx: Tx, last: string): Promise<void> {
  const migrator = new Migrator({ db: tx, provider: { getMigrations: () => readMigrations(MIGRATIONS) } });
  const { error } = await migrator.migrateTo(last);
  if (error) throw new Error(`The migrations up to ${last} cannot run: ${text(error)}`, { cause: error });
}

async function runPending({ db }: Database, folder: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
  const ran: string[] = [];
  for (;;) {
    // One at a time: `migrateToLatest` would put all files in a single transaction.
    const { error, results = [] } = await migrator.migrateUp();
    const failed = results.find(({ status }) => status === 'Error');
    const where = failed ? `Migration ${failed.migrationName} failed` : 'The migrations cannot run';
    if (error) throw new Error(`${where}: ${text(error)}`, { cause: error });
    const names = results.map(({ migrationName }) => migrationName);
    if (names.length === 0) return ran;
    ran.push(...names);
  }
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const entries = files.map(async (file) => {
    const source = await readFile(join(folder, file), 'utf8');
    const up = async (db: Kysely<unknown>) => void (await sql.raw(source).execute(db));
    return [file.slice(0, -'.sql'.length), { up }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const text = (error: unknown) => (error instanceof Error ? error.message : String(error));
