import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#platform/config.ts';
import { claimDirectory } from '#platform/embedded-files.ts';
import { openConfiguredDatabase } from '#server/configured-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'barre-configured-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

it('says that the folder for the data is a file', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const text = await reasonOf({ DATA_DIR: file });
  expect(text).toContain('DATA_DIR can not be used: ');
  expect(text).toContain('not a directory');
});

it('says that the folder is in use', async () => {
  const lock = claimDirectory(join(folder, 'database'));
  expect(await reasonOf({ DATA_DIR: folder })).toBe(
    `DATA_DIR can not be used: ${folder}/database is in use by another process`,
  );
  lock.close();
});

it('says that there is no server, and keeps the password to itself', async () => {
  const text = await reasonOf({ DATABASE_URL: 'postgres://barre:hush-hush@127.0.0.1:1/barre' });
  expect(text).toContain('DATABASE_URL can not be used: ');
  expect(text).toContain('ECONNREFUSED');
  expect(text).not.toContain('hush');
});

async function reasonOf(settings: Record<string, string>): Promise<string> {
  const config = readConfig({ AUTH_SECRET: 'x'.repeat(32), ...settings });
  const error: unknown = await openConfiguredDatabase(config).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as ConfigError;
  expect(message).not.toContain('\n');
  return message;
}
