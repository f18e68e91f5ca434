import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readBackup } from '#platform/backup-file.ts';
import { backUp } from '#platform/backup.ts';
import { openDatabase, type Database, type Engine } from '#platform/database.ts';
import { migrate, migrationNames } from '#platform/migrate.ts';
import { restore } from '#platform/restore.ts';
import { fingerprint } from '#tests/support/fingerprint.ts';
import { changedTables, rowsIn } from '#tests/support/rows.ts';
import { createDatabase, openTestDatabase, testEngines } from '#tests/support/test-database.ts';

// Engines start and schemas are made again and again here, on whatever else is under way.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

// Two studios with a row in every table, saved by the version of which this was the newest migration. The first is of the
// oldest version that saves backups.
const versions = ['0026_backup', '0027_forgotten_requests', '0036_resumed_classes'];
// The migrations are the same on both, and take long on the embedded one.
const tried = { embedded: versions.slice(0, 1), postgres: versions };

it.each(testEngines.flatMap((engine) => tried[engine].map((last) => ({ engine, last }))))(
  'a backup of version $last is restored row by row in $engine, and the next start keeps all of it',
  async ({ engine, last }) => {
    const old = fileURLToPath(new URL(`../support/studios-${last.slice(0, 4)}.backup`, import.meta.url));
    const database = await openEmpty(engine);
    await restore(database, old);
    expect(await linesIn(await savedAgain(database))).toEqual(await linesIn(old));
    const before = await rowsIn(database);
    expect(before.get('organizations')).toHaveLength(2);
    const names = await migrationNames();
    expect(await migrate(database)).toEqual(names.slice(names.indexOf(last) + 1));
    expect(changedTables(before, await rowsIn(database))).toEqual([]);
    expect((await fingerprint(database)).schema).toEqual(await newestSchema(engine));
  },
);

async function openEmpty(engine: Engine): Promise<Database> {
  const server = engine === 'postgres' ? await createDatabase() : undefined;
  const database = await openDatabase({ url: server?.url, isPatient: true });
  onTestFinished(async () => {
    await database.close();
    await server?.drop();
  });
  return database;
}

async function newestSchema(engine: Engine): Promise<unknown> {
  const database = await openTestDatabase(engine);
  onTestFinished(database.close);
  return (await fingerprint(database)).schema;
}

async function savedAgain(database: Database): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'barre-again-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'again.backup');
  await backUp(database, file);
  return file;
}

/** The rows of each table in a backup, and where its sequences stand. */
async function linesIn(file: string): Promise<Map<string, string[]>> {
  const lines = new Map<string, string[]>();
  let table = '';
  for await (const part of readBackup(file)) {
    if ('table' in part) table = part.table;
    const own = lines.get(table) ?? [];
    lines.set(table, [...own, ...('rows' in part ? part.rows : [JSON.stringify(part)])].toSorted());
  }
  return lines;
}
