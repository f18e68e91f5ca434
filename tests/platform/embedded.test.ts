import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/database.ts';
import { openEmbedded, type EmbeddedDatabase } from '#platform/embedded-database.ts';
import { proveDurable, startEngine } from '#platform/embedded-engine.ts';
import { openTestDatabase } from '../support/test-database.ts';

describe('the embedded database on disk', () => {
  let base: string;
  let embedded: EmbeddedDatabase;
  const dataDir = () => join(base, 'data');

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'barre-embedded-'));
    embedded = await openEmbedded({ dataDir: dataDir() });
  });
  afterAll(async () => {
    await embedded.close();
    await rm(base, { recursive: true, force: true });
  });

  it('forces every commit to the disk', async () => {
    await embedded.pool.query('create table scratch_syncs (n int)');
    const before = embedded.syncCount();
    for (let n = 0; n < 50; n++) await embedded.pool.query('insert into scratch_syncs values ($1)', [n]);
    expect(embedded.syncCount() - before).toBeGreaterThanOrEqual(50);
  });

  it('keeps its directory to its owner', async () => {
    expect((await stat(dataDir())).mode & 0o777).toBe(0o700);
  });

  it('refuses a second opening, from this process or another', async () => {
    const message = `${dataDir()} is in use by another process`;
    await expect(openDatabase({ dataDir: dataDir() })).rejects.toThrow(message);
    const platform = fileURLToPath(new URL('../../src/platform/database.ts', import.meta.url));
    const script = `const { openDatabase } = await import(${JSON.stringify(platform)});
      await openDatabase({ dataDir: ${JSON.stringify(dataDir())} }).catch((error) => { console.log(error.message); });`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe(message);
  });

  it('can be tidied while it runs', async () => {
    await embedded.pool.query('checkpoint');
    await embedded.pool.query('vacuum (analyze)');
  });
});

it('does not start when commits reach no disk', async () => {
  const engine = await startEngine({});
  await expect(proveDurable(engine, () => 0)).rejects.toThrow('refusing to start');
  await engine.close();
});

describe('the one session of the embedded database', () => {
  const caller = { organizationId: randomUUID(), profileId: randomUUID() };

  it('is handed on clean when a connection breaks inside a transaction', async () => {
    const database = await openTestDatabase('embedded');
    const client = await database.pool.connect();
    await client.query('create table scratch_broken (n int)');
    await client.query(`set app.organization_id = 'stale'`);
    await client.query('begin');
    await client.query('insert into scratch_broken values (1)');
    await client.query({ name: 'kept', text: 'select 1' });
    client.release(true);
    const { rows } = await database.pool.query(
      `select count(*), coalesce(current_setting('app.organization_id', true), '') as setting from scratch_broken`,
    );
    expect(rows).toEqual([{ count: 0, setting: '' }]);
    expect((await database.pool.query({ name: 'kept', text: 'select 2 as two' })).rows).toEqual([{ two: 2 }]);
    await database.close();
  });

  it('does nothing at all for a caller whose scope cannot be set', async () => {
    const database = await openTestDatabase('embedded');
    await database.pool.query('create table scratch_scope (n int)');
    await database.pool.query('alter role barre_app rename to somebody_else');
    const write = sql`insert into scratch_scope values (1)`;
    const noSuchRole = { code: '22023' };
    await expect(database.inTenant(caller, (tx) => write.execute(tx))).rejects.toMatchObject(noSuchRole);
    await expect(database.inTenant(caller, async () => 'no query')).rejects.toMatchObject(noSuchRole);
    await expect(database.readTenant(caller, () => sql`select 1`)).rejects.toMatchObject(noSuchRole);
    expect((await database.pool.query('select * from scratch_scope')).rows).toEqual([]);
    await database.close();
  });

  it('delivers notifications to the connection that listens', async () => {
    const database = await openTestDatabase('embedded');
    const client = await database.pool.connect();
    const heard: string[] = [];
    client.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
    await client.query('listen scratch_channel');
    client.release();
    await database.inTenant(caller, (tx) => sql`select pg_notify('scratch_channel', 'changed')`.execute(tx));
    expect(heard).toEqual(['scratch_channel changed']);
    await database.close();
  });

  it('gives up waiting for itself instead of hanging', async () => {
    const { pool, close } = await openEmbedded({});
    const client = await pool.connect();
    pool.options.connectionTimeoutMillis = 50;
    await expect(pool.query('select 1')).rejects.toThrow('timeout');
    client.release();
    await close();
  });
});

it('says so when the engine stops by itself', async () => {
  const stopped = Promise.withResolvers<Error>();
  const started = Promise.withResolvers<Worker>();
  process.once('worker', started.resolve);
  const { pool } = await openEmbedded({ onFatal: stopped.resolve });
  const client = await pool.connect();
  client.on('error', () => {});
  const unanswered = expect(client.query('select pg_sleep(5)')).rejects.toThrow('Connection terminated');
  await (await started.promise).terminate();
  await unanswered;
  expect((await stopped.promise).message).toBe(
    'The embedded database stopped. Saved data is safe; start Barre again.',
  );
});
