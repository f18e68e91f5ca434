import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBackup } from '#platform/backup-file.ts';
import { backUp } from '#platform/backup.ts';
import { openDatabase, type Database } from '#platform/database.ts';
import { restore } from '#platform/restore.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { createDatabase, hasPostgres, openTestDatabase } from '#tests/support/test-database.ts';

// Schemas are made again and again here, on whatever else is under way.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

describe.runIf(hasPostgres)('a backup that a migration overlaps', () => {
  let folder: string;
  let source: Database;
  let migrating: pg.Client;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'barre-backup-'));
    const app = await openTestApp(() => openTestDatabase('postgres', 'owner'));
    source = app.database;
    const { owner } = await app.studio();
    await source.inTenant(owner, (db) =>
      db
        .insertInto('classrooms')
        .values([{ name: 'One' }, { name: 'Two' }])
        .execute(),
    );
    await source.pool.query(
      `insert into auth.turns (key, count) select 'turn ' || n, n from generate_series(1, 60000) n`,
    );
    migrating = new pg.Client({ connectionString: source.directUrl });
    await migrating.connect();
  });
  afterAll(async () => {
    await migrating.end();
    await source.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a column more', 'text'],
    ['every row anew', 'text not null default gen_random_uuid()::text'],
  ])('makes it wait: a table gets %s', async (change, column) => {
    const file = join(folder, change.replaceAll(' ', '-'));
    const saving = backUp(source, file);
    await vi.waitUntil(() => existsSync(`${file}.partial`), { timeout: 60_000, interval: 2 });
    await migrating.query(`alter table classrooms add column later ${column}`);
    await saving;
    await migrating.query('alter table classrooms drop column later');

    expect((await contentOf(file))['public.classrooms']).toMatchObject({ rows: 2 });
    const { url, drop } = await createDatabase();
    const target = await openDatabase({ url, isPatient: true });
    await restore(target, file).finally(target.close).finally(drop);
  });

  it('waits for it where it came first, and has what it made', async () => {
    await migrating.query(`begin; alter table classrooms add column later text not null default 'new';
      create table later as select 1 as n`);
    const content = await contentOf(await saveAfterIt());
    expect(content['public.later']).toEqual({ columns: ['n'], rows: 1 });
    expect(content['public.classrooms']?.columns).toContain('later');
    expect(content['public.classrooms']?.rows).toBe(2);
  });

  it('begins anew where it took a table away', async () => {
    await migrating.query('create table earlier (n int)');
    await migrating.query('begin; drop table earlier');
    const content = await contentOf(await saveAfterIt());
    expect(content).not.toHaveProperty(['public.earlier']);
    expect(content['public.classrooms']?.rows).toBe(2);
  });

  /** Commits the migration once a backup waits for it. */
  async function saveAfterIt() {
    const file = join(folder, randomUUID());
    const saving = backUp(source, file);
    const waiting = `select from pg_locks join pg_database d on d.oid = database
      where datname = current_database() and not granted`;
    await vi.waitUntil(async () => (await migrating.query(waiting)).rowCount === 1, { timeout: 60_000 });
    await migrating.query('commit');
    await saving;
    return file;
  }
});

async function contentOf(file: string) {
  const content: Record<string, { columns: string[]; rows: number }> = {};
  let table = { columns: [] as string[], rows: 0 };
  for await (const part of readBackup(file)) {
    if ('table' in part) content[part.table] = table = { columns: part.columns, rows: 0 };
    else if ('rows' in part) table.rows += part.rows.length;
  }
  return content;
}
