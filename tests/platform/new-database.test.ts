import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbedded } from '#platform/embedded-database.ts';
import { hasDatabase } from '#platform/embedded-files.ts';

let base: string;
const dataDir = () => join(base, 'data');

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'barre-new-database-'));
});
afterEach(() => rm(base, { recursive: true, force: true, maxRetries: 5 }));

it.each([
  ['as it begins to be made', () => existsSync(dataDir())],
  ['as it takes its place', () => existsSync(join(dataDir(), 'base'))],
  ['when it had just taken it', () => hasDatabase(dataDir())],
])('can be opened by the next start when the first was killed %s', async (_, isTime) => {
  const platform = fileURLToPath(new URL('../../src/platform/embedded-database.ts', import.meta.url));
  const script = `const { openEmbedded } = await import(${JSON.stringify(platform)});
    await openEmbedded({ dataDir: ${JSON.stringify(dataDir())} });`;
  const first = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  const ended = once(first, 'exit');
  while (!isTime()) await pause(1);
  first.kill('SIGKILL');
  await ended;
  const { pool, close } = await openEmbedded({ dataDir: dataDir() });
  expect((await pool.query('select count(*) > 0 as works from pg_class')).rows).toEqual([{ works: true }]);
  await close();
  for (const name of await readdir(dataDir()))
    if (name.startsWith('unfinished')) expect(await readdir(join(dataDir(), name))).toEqual([]);
});

it('is not made among the files of something else', async () => {
  await mkdir(dataDir());
  await writeFile(join(dataDir(), 'letter.txt'), 'mine');
  await expect(openEmbedded({ dataDir: dataDir() })).rejects.toThrow(
    `${dataDir()} holds files and no database: move them away`,
  );
  expect(await readdir(dataDir())).toEqual(['letter.txt']);
});
