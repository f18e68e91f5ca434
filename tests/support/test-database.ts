import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { databaseOver, openDatabase, type Database, type Engine } from '#platform/database.ts';
import { openEmbedded } from '#platform/embedded-database.ts';
import { migrate } from '#platform/migrate.ts';

/** A migrated database on the server, made once per run by the global set-up and copied by every test file. */
export const TEMPLATE_URL_VARIABLE = 'BARRE_TEST_TEMPLATE_URL';

const SNAPSHOT_PREFIX = 'barre-snapshot-';
const STALE_MS = 3_600_000;

const templateUrl = () => process.env[TEMPLATE_URL_VARIABLE];

/** Whether a PostgreSQL server runs beside these tests (TEST_POSTGRES=1 or TEST_ENGINE=postgres). */
export const hasPostgres = templateUrl() !== undefined;

/** The engines a test that concerns both runs on; in a run on PostgreSQL alone (TEST_ENGINE=postgres) just that. */
export const testEngines: Engine[] = wantedEngines();

function wantedEngines(): Engine[] {
  if (process.env['TEST_ENGINE'] === 'postgres') return ['postgres'];
  return hasPostgres ? ['embedded', 'postgres'] : ['embedded'];
}

const defaultEngine = (): Engine => (process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'embedded');

/** A migrated, empty database of its own. Close it when the file is done. */
export async function openTestDatabase(engine: Engine = defaultEngine()): Promise<Database> {
  const database =
    engine === 'postgres' ? await copyTemplate() : await openDatabase({ snapshot: await migratedSnapshot() });
  // Dozens who ask at once wait for each other; on a busy machine, longer than people are kept waiting.
  database.pool.options.connectionTimeoutMillis = 60_000;
  return database;
}

async function copyTemplate(): Promise<Database> {
  const { url, drop } = await createDatabase(new URL(serverUrl()).pathname.slice(1));
  const database = await openDatabase({ url });
  return { ...database, close: () => database.close().finally(drop) };
}

/** A new database on the server: without a schema, for what migrates or breaks one, unless it copies another. */
export async function createDatabase(
  template = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(serverUrl());
  const name = `barre_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl(), `create database ${name} template ${template}`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(name) };
}

/** Tries again for a while: a connection may take long to end, and a server that tidies up lets nobody end that. */
async function dropDatabase(name: string, tries = 40): Promise<void> {
  try {
    await onServer(serverUrl(), `drop database if exists ${name} with (force)`);
  } catch (error) {
    if (tries === 1) throw error;
    await wait(500);
    await dropDatabase(name, tries - 1);
  }
}

function serverUrl(): string {
  const url = templateUrl();
  if (url === undefined) throw new Error('No test server runs: set TEST_POSTGRES=1');
  return url;
}

/** Makes the template on the server at `address` and returns its address. */
export async function createTemplate(address: string): Promise<string> {
  const url = new URL(address);
  url.pathname = `/barre_template_${randomUUID().replaceAll('-', '')}`;
  await onServer(address, `create database ${url.pathname.slice(1)}`);
  const database = await openDatabase({ url: url.href });
  await migrate(database).finally(database.close);
  return url.href;
}

export async function dropTemplate(templateAddress: string) {
  await onServer(templateAddress, `drop database ${new URL(templateAddress).pathname.slice(1)} with (force)`);
}

/** Runs a statement about databases; those cannot run inside the database they are about. */
async function onServer(address: string, statement: string) {
  const url = new URL(address);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A file holding a migrated embedded database, written by whoever needs it first after the migrations changed. */
async function migratedSnapshot(): Promise<string> {
  const file = join(tmpdir(), `${SNAPSHOT_PREFIX}${schemaHash()}.tar`);
  if (existsSync(file)) return file;
  const unfinished = `${file}.${randomUUID()}`;
  const { pool, close, saveSnapshot } = await openEmbedded({});
  await migrate(databaseOver('embedded', pool, close));
  await saveSnapshot(unfinished);
  await close();
  renameSync(unfinished, file);
  removeStaleSnapshots(file);
  return file;
}

function schemaHash(): string {
  const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
  const engine = fileURLToPath(
    new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url),
  );
  const hash = createHash('sha256').update(readFileSync(engine));
  for (const file of readdirSync(migrations).sort())
    hash.update(file).update(readFileSync(join(migrations, file)));
  return hash.digest('hex').slice(0, 16);
}

function removeStaleSnapshots(current: string) {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(SNAPSHOT_PREFIX))) {
    const file = join(tmpdir(), name);
    if (file === current) continue;
    // Another run may have taken it away meanwhile.
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - changedAt > STALE_MS) rmSync(file, { force: true });
  }
}
