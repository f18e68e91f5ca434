import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/database.ts';
import { openApp } from '#server/app.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'barre-app-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

it('leaves the database to others where it does not start', async () => {
  const place = { dataDir: join(folder, 'database') };
  const { pool, close } = await openDatabase(place);
  await pool.query(`create table kysely_migration (name text);
    insert into kysely_migration values ('9999_later')`);
  await close();
  await expect(openApp(readConfig({ DATA_DIR: folder }))).rejects.toThrow('of a newer version of Barre');
  const again = await openDatabase(place);
  await again.close();
});
