// What backup, restore and move have in common: which database is meant, and errors as one line.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from '#platform/backup-file.ts';
import { backUp } from '#platform/backup.ts';
import { ConfigError, readConfig } from '#platform/config.ts';
import { openDatabase, type Database } from '#platform/database.ts';

type Place = { url: string } | { dataDir: string };

/** Where the settings say that the data is: a PostgreSQL server, else the embedded database. */
export function configuredPlace(): Place {
  const { DATABASE_URL, DIRECT_DATABASE_URL } = settings();
  const url = DIRECT_DATABASE_URL ?? DATABASE_URL;
  return url === null ? embeddedPlace() : { url };
}

export function embeddedPlace(): { dataDir: string } {
  return { dataDir: join(settings().DATA_DIR, 'database') };
}

/** Opens the database at a place and closes it whatever happens. */
export async function using<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...place, isPatient: true });
  return await work(database).finally(database.close);
}

/** Backs the database at a place up and says where to. */
export async function saveBackup(place: Place, file = defaultFile()): Promise<string> {
  if ('dataDir' in place && !existsSync(join(place.dataDir, 'PG_VERSION')))
    throw new BackupError(`There is no database in ${place.dataDir}`);
  const { rows } = await using(place, (database) => backUp(database, file));
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
  console.log(`Saved ${rows} rows to ${file} (${megabytes} MB).`);
  console.log('It holds personal data and password hashes: keep it where only you can read it.');
  return file;
}

/** Runs a command; what goes wrong is told in one line where its reason is known. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? explain(error) : error);
    process.exitCode = 1;
  }
}

function explain(error: Error): Error | string {
  if (error.message.endsWith('is in use by another process')) return `${error.message}: stop Barre first.`;
  return error instanceof BackupError || error instanceof ConfigError ? `${error.message}.` : error;
}

function settings() {
  // Nothing is served here, so nothing that production needs is asked for.
  return readConfig({ ...process.env, MODE: 'development' });
}

function defaultFile(): string {
  const moment = new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  return join('backups', `barre-${moment.replace('T', '-').replaceAll(':', '')}.backup`);
}
