import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import type { DB } from '#platform/database-types.ts';
import {
  databaseOver,
  openDatabase,
  type Database,
  type DatabaseOptions,
  type Engine,
  type TenantScope,
  type Tx,
} from '#platform/database.ts';
import { openEmbedded } from '#platform/embedded-database.ts';
import { migrate } from '#platform/migrate.ts';

/** A migrated database on the server, made once per run by the global set-up and copied by every test file. */
export const TEMPLATE_URL_VARIABLE = 'BARRE_TEST_TEMPLATE_URL';
/** The same as the login the app has there, which owns nothing. */
export const SERVER_URL_VARIABLE = 'BARRE_TEST_SERVER_URL';

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

/**
 * A migrated, empty database of its own. Close it when the file is done. On PostgreSQL the app's login owns nothing, but
 * where a test is about connections: as `owner` everything goes by one pool.
 */
export async function openTestDatabase(
  engine: Engine = defaultEngine(),
  login: 'server' | 'owner' = 'server',
): Promise<Database> {
  return engine === 'postgres'
    ? await copyTemplate(login)
    : patient(await openDatabase({ snapshot: await migratedSnapshot() }));
}

async function copyTemplate(login: 'server' | 'owner'): Promise<Database> {
  const { url, drop } = await createDatabase(new URL(serverUrl()).pathname.slice(1));
  const database =
    login === 'owner'
      ? patient(await openDatabase({ url }))
      : await openAsServer({ url: asServer(url) }, url);
  return { ...database, close: () => database.close().finally(drop) };
}

/** What the app asks goes by a login that owns nothing; by `pool` tests prepare and look at what they like, as the owner. */
export async function openAsServer(options: DatabaseOptions, ownerUrl: string): Promise<Database> {
  const [database, owner] = await Promise.all([openDatabase(options), openDatabase({ url: ownerUrl })]);
  const close = async () => void (await Promise.all([database.close(), owner.close()]));
  return { ...patient(database), pool: patient(owner).pool, close };
}

const ofOwners = new WeakMap<pg.Pool, Kysely<DB>>();

/** Does in one studio what no grant allows, as the owner of the tables, who is shown the rows of that studio alone. */
export async function asOwner<T>(
  { engine, pool, close }: Database,
  { organizationId }: Pick<TenantScope, 'organizationId'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const db = ofOwners.get(pool) ?? databaseOver(engine, pool, close).db;
  ofOwners.set(pool, db);
  return await db.transaction().execute(async (tx) => {
    await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(tx);
    return await work(tx);
  });
}

// Dozens who ask at once wait for each other; on a busy machine, longer than people are kept waiting.
function patient(database: Database): Database {
  database.pool.options.connectionTimeoutMillis = 60_000;
  return database;
}

/** The address of a database of the test server for the login that the app has there. */
export function asServer(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const { username, password } = new URL(process.env[SERVER_URL_VARIABLE] ?? '');
  return Object.assign(url, { username, password }).href;
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

/** Makes the template on the server at `address`, with a login for the app, and returns the addresses for owner and app. */
export async function createTemplate(address: string): Promise<{ owner: string; server: string }> {
  const name = `barre_template_${randomUUID().replaceAll('-', '')}`;
  const owner = Object.assign(new URL(address), { pathname: `/${name}` }).href;
  await onServer(address, `create database ${name}`);
  const database = await openDatabase({ url: owner });
  await migrate(database).finally(database.close);
  const password = randomUUID();
  await onServer(address, `create role ${name} login password '${password}' in role barre_server`);
  // So that tests may see what it is at and cut it off.
  await onServer(address, `grant ${name} to current_user`);
  return { owner, server: Object.assign(new URL(owner), { username: name, password }).href };
}

export async function dropTemplate(templateAddress: string) {
  const name = new URL(templateAddress).pathname.slice(1);
  await onServer(templateAddress, `drop database ${name} with (force)`);
  await onServer(templateAddress, `drop role ${name}`);
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
