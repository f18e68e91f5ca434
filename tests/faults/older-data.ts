import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { fingerprint } from '#tests/support/fingerprint.ts';
import { changedTables, rowsIn } from '#tests/support/rows.ts';
import { olderVersions, unpacking } from './history.ts';
import { openPostgresLab, type PostgresLab } from './postgres-lab.ts';
import { rowWithoutLoad, type Row } from './row.ts';
import { AUTH_SECRET } from './stand.ts';

/** What older versions have in their databases is the same, row by row, when the schema is that of today. Null without their history. */
export async function keepOlderData(versions: number): Promise<Row | null> {
  const postgres = await openPostgresLab();
  const commits = olderVersions().slice(0, versions);
  if (!postgres || commits.length === 0) return null;
  const problems: string[] = [];
  try {
    const newest = JSON.stringify((await updated(postgres, 'newest')).schema);
    await unpacking(async (unpack) => {
      for (const commit of commits) {
        const { rows, changed, schema } = await updated(postgres, `from_${commit}`, unpack(commit));
        console.log(`  ${rows} rows of ${commit}, changed in ${changed.length} tables`);
        problems.push(...changed.map((table) => `${commit}: ${table}`));
        if (JSON.stringify(schema) !== newest) problems.push(`${commit} ends at another schema`);
      }
    });
  } finally {
    await postgres.remove();
  }
  return rowWithoutLoad('data of versions before', commits.length, problems);
}

async function updated(postgres: PostgresLab, name: string, folder?: string) {
  const url = (await postgres.createDatabase(name))(postgres.port);
  if (folder) seed(folder, url);
  const database = await openDatabase({ url, isPatient: true });
  try {
    const before = await rowsIn(database);
    await migrate(database);
    const changed = changedTables(before, await rowsIn(database));
    const rows = [...before.values()].flat().length;
    return { rows, changed, schema: (await fingerprint(database)).schema };
  } finally {
    await database.close();
  }
}

/** Its demo studio, and one that has a row in every table of studios, as far as it can make one here. */
function seed(folder: string, url: string) {
  const settings = { DATABASE_URL: url, AUTH_SECRET, MODE: 'development', DEMO: 'false' };
  const run = (...words: string[]) =>
    execFileSync(process.execPath, words, { cwd: folder, env: { ...process.env, ...settings } });
  run('scripts/seed.ts', '--students=40');
  const takesAnyDatabase = readFileSync(join(folder, 'tests/support/test-app.ts'), 'utf8').includes(
    '| OpenDatabase',
  );
  if (takesAnyDatabase) run('--input-type=module', '--eval', everything);
}

const everything = `
  import { openDatabase } from '#platform/database.ts';
  import { makeEverything } from '#tests/support/everything.ts';
  import { openTestApp } from '#tests/support/test-app.ts';
  const app = await openTestApp(() => openDatabase({ url: process.env.DATABASE_URL }));
  await makeEverything(app, (await app.studio()).owner);
  await app.database.close();`;
