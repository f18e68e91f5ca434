// What backup, restore, move and migrate have in common: which database is meant, and errors as one line.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { BackupError } from '#platform/backup-file.ts';
import { backUp } from '#platform/backup.ts';
import { ConfigError, readConfig } from '#platform/config.ts';
import { openDatabase, type Database } from '#platform/database.ts';
import { hasDatabase } from '#platform/embedded-files.ts';
import { errorCode } from '#platform/prepared.ts';
import { outliveOutput } from '#platform/standard-output.ts';
import { reach, unusable } from '#server/configured-database.ts';
import { openDemoLogins } from '#server/demo/logins.ts';

type Place = { url: string; setting: string } | { dataDir: string };

/** Where the settings say that the data is: a PostgreSQL server, else the embedded database. */
export function configuredPlace(): Place {
  const { DATABASE_URL, DIRECT_DATABASE_URL } = settings();
  if (DIRECT_DATABASE_URL) return { url: DIRECT_DATABASE_URL, setting: 'DIRECT_DATABASE_URL' };
  return DATABASE_URL ? { url: DATABASE_URL, setting: 'DATABASE_URL' } : embeddedPlace();
}

export function embeddedPlace(): { dataDir: string } {
  return { dataDir: join(settings().DATA_DIR, 'database') };
}

/** Opens the database at a place and closes it whatever happens. */
export async function using<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await open(place);
  return await work(database).finally(database.close);
}

/** Backs the database at a place up and says where to. */
export async function saveBackup(place: Place, file = defaultFile()): Promise<string> {
  if ('dataDir' in place && !hasDatabase(place.dataDir))
    throw new BackupError(`There is no database in ${place.dataDir}`);
  const { rows } = await using(place, (database) => backUp(database, file));
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
  console.log(`Saved ${rows} rows to ${file} (${megabytes} MB).`);
  console.log('It holds personal data and password hashes: keep it where only you can read it.');
  return file;
}

/** Tells of demo logins that a restore has brought to a server, where others would know the password too. */
export async function warnOfDemo({ db, engine }: Database): Promise<void> {
  const logins = engine === 'embedded' ? [] : await openDemoLogins(db);
  if (logins.length === 0) return;
  console.log(`Everybody knows the password of ${logins.join(' and ')}, the demo that came along.`);
  const emails = logins.map((email) => `'${email}'`).join(', ');
  console.log(
    `Change it before others reach Barre, or run: delete from auth."user" where email in (${emails});`,
  );
}

/** Runs a command; what goes wrong is told in one line where its reason is known. `usage` is how it is called. */
export async function command(usage: string, work: () => Promise<void>): Promise<void> {
  outliveOutput();
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? explain(error, usage) : error);
    process.exitCode = 1;
  }
}

/** What went wrong and what to do, in one line; the error itself where nobody foresaw it. */
export function explain(error: Error, usage: string): Error | string {
  if (isDiskFull(error)) return 'The disk is full. No data was changed: make room on it and run this again.';
  if (error.message.endsWith('is in use by another process')) return `${error.message}: stop Barre first.`;
  if (errorCode(error).startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split('. ', 1)[0]}. Use it like this: ${usage}`;
  const isForeseen = error instanceof BackupError || error instanceof ConfigError || 'syscall' in error;
  return isForeseen ? `${error.message}.` : error;
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (['ENOSPC', 'EDQUOT', '53100'].includes(errorCode(error))) return true;
  return error.message.includes('No space left on device') || isDiskFull(error.cause);
}

// Which one it is follows from settings that somebody may have thought set, so it is always said.
async function open(place: Place): Promise<Database> {
  if ('dataDir' in place) {
    console.log(`Using the embedded database in ${resolve(place.dataDir)}.`);
    return await openDatabase({ ...place, isPatient: true }).catch(unusable('DATA_DIR'));
  }
  await reach(place.setting, place.url);
  const { database = '', host, port } = new pg.Client({ connectionString: place.url });
  console.log(`Using the database ${database} on ${host}:${port}.`);
  return await openDatabase({ url: place.url, isPatient: true });
}

function settings() {
  // Nothing is served here, so nothing that production needs is asked for.
  return readConfig({ ...process.env, MODE: 'development' });
}

function defaultFile(): string {
  const moment = new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  return join('backups', `barre-${moment.replace('T', '-').replaceAll(':', '')}.backup`);
}
