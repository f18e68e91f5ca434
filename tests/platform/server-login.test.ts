import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '#platform/backup.ts';
import { ConfigError, readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { restore } from '#platform/restore.ts';
import { openApp } from '#server/app.ts';
import { asServer, createDatabase, hasPostgres } from '#tests/support/test-database.ts';

const config = readConfig({
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret only these tests know, long enough',
});

// A stranger is told so, and whoever starts on a schema that is older than the role barre_server.
const unknown =
  'The login of DATABASE_URL may not read the schema: run `npm run migrate` with DATABASE_URL naming the login that owns it, then grant barre_server to this one';

describe.runIf(hasPostgres)('a server whose login owns nothing', () => {
  let place: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    place = await createDatabase();
  });
  afterAll(() => place.drop());

  const start = async () => {
    const app = await openApp({ ...config, DATABASE_URL: asServer(place.url) });
    await app.live.close();
    await app.database.close();
  };
  const asOwner = async (statement: string) => {
    const client = new pg.Client({ connectionString: place.url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };

  it('does not start on a database without a schema, and says who can make it', async () => {
    await expect(start()).rejects.toThrow(
      new ConfigError(
        'The database has no schema: run `npm run migrate` with DATABASE_URL naming the login that owns it',
      ),
    );
  });

  it('starts once the owner has made it', async () => {
    const { pathname, host } = new URL(place.url);
    const used = `Using the database ${pathname.slice(1)} on ${host}.\n`;
    const made = await npmRunMigrate(place.url);
    expect(made.slice(0, used.length)).toBe(used);
    expect(made.slice(used.length)).toMatch(/^Ran 0001_studio, .*\.\n$/);
    await start();
    expect(await npmRunMigrate(place.url)).toBe(`${used}The schema is up to date.\n`);
  });

  it('can not make it in the owner’s place', async () => {
    await expect(npmRunMigrate(asServer(place.url))).rejects.toMatchObject({
      code: 1,
      stderr:
        'The schema belongs to another login: name that one in DATABASE_URL, and in DIRECT_DATABASE_URL where that is set.\n',
    });
  });

  it('backs nothing up and restores nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'barre-'));
    const [owner, database] = [
      await openDatabase({ url: place.url }),
      await openDatabase({ url: asServer(place.url) }),
    ];
    await expect(backUp(database, join(folder, 'none'))).rejects.toThrow(
      'This login may not read every studio',
    );
    await backUp(owner, join(folder, 'owner')).finally(owner.close);
    await expect(restore(database, join(folder, 'owner'), { replace: true })).rejects.toThrow(
      'The database belongs to another login: name that one',
    );
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('is noticed by a restore, though PostgreSQL shows its owner no more of it than its name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'barre-'));
    const { url, drop } = await createDatabase();
    const { username, password } = new URL(asServer(url));
    const unseen = Object.assign(new URL(url), { username: `${username}_unseen`, password });
    await asOwner(`create role ${unseen.username} login password '${password}' in role barre_server`);
    const owner = await openDatabase({ url, isPatient: true });
    await migrate(owner);
    await backUp(owner, join(folder, 'owner'));
    const running = await openDatabase({ url: unseen.href });
    await running.pool.query('select 1');
    const restoring = restore(owner, join(folder, 'owner'), { replace: true });
    await expect(restoring).rejects.toThrow(
      `The database is in use by ${unseen.username}: stop Barre and whatever else is connected to it first`,
    );
    await running.close();
    await owner.close();
    await drop();
    await asOwner(`drop role ${unseen.username}`);
    await rm(folder, { recursive: true });
  });

  it('does not start on a schema that is older or newer than itself', async () => {
    await asOwner(`update kysely_migration set name = '9999_later' where name = '0024_turns'`);
    await expect(start()).rejects.toThrow('The schema lacks 0024_turns: run `npm run migrate`');
    await asOwner(`insert into kysely_migration values ('0024_turns', now())`);
    await expect(start()).rejects.toThrow('The schema is of a newer version of Barre, which made 9999_later');
    await asOwner(`delete from kysely_migration where name = '9999_later'`);
    await start();
    await asOwner('revoke select on kysely_migration from barre_server');
    await expect(start()).rejects.toThrow(unknown);
    await asOwner('grant select on kysely_migration to barre_server');
  });

  it('does not start as a login that may not act for requests', async () => {
    const name = `${new URL(asServer(place.url)).username}_half`;
    const { password } = new URL(asServer(place.url));
    await asOwner(`create role ${name} login password '${password}';
      grant usage on schema public to ${name}; grant select on kysely_migration to ${name}`);
    const half = Object.assign(new URL(asServer(place.url)), { username: name }).href;
    await expect(openApp({ ...config, DATABASE_URL: half })).rejects.toThrow(
      new ConfigError(
        'The login of DATABASE_URL may not become barre_app, as it does for each request: grant barre_server to it, and barre_app to barre_server',
      ),
    );
    await asOwner(
      `revoke all on kysely_migration from ${name}; revoke all on schema public from ${name}; drop role ${name}`,
    );
  });

  it('does not start as a login that is given nothing', async () => {
    const { username, password } = new URL(asServer(place.url));
    await asOwner(`create role ${username}_stranger login password '${password}'`);
    const stranger = Object.assign(new URL(asServer(place.url)), { username: `${username}_stranger` }).href;
    await expect(openApp({ ...config, DATABASE_URL: stranger })).rejects.toThrow(unknown);
    await asOwner(`drop role ${username}_stranger`);
  });
});

async function npmRunMigrate(url: string): Promise<string> {
  const script = fileURLToPath(new URL('../../scripts/migrate.ts', import.meta.url));
  const env = { PATH: process.env['PATH'], DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  return stdout;
}
