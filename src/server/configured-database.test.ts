import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#platform/config.ts';
import { claimDirectory } from '#platform/embedded-files.ts';
import { openConfiguredDatabase, unusable } from '#server/configured-database.ts';

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

it('says of a name with several addresses that nothing listens at any of them', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const lookup: LookupFunction = (_name, _options, found) => found(null, addresses);
  const socket = connect({ host: 'db', port: 1, lookup, autoSelectFamily: true });
  const [error] = await once(socket, 'error');
  expect(error).toBeInstanceOf(AggregateError);
  expect(() => unusable('DATABASE_URL')(error)).toThrow(
    'DATABASE_URL can not be used: connect ECONNREFUSED 127.0.0.1:1, connect ECONNREFUSED 127.0.0.2:1',
  );
});

it('says that a file named in the address is not there', async () => {
  const missing = join(folder, 'ca.crt');
  const text = await reasonOf({
    DATABASE_URL: `postgres://db/barre?sslmode=verify-full&sslrootcert=${missing}`,
  });
  expect(text).toMatch(/^DATABASE_URL can not be used: ENOENT/);
});

async function reasonOf(settings: Record<string, string>): Promise<string> {
  const config = readConfig({ AUTH_SECRET: 'x'.repeat(32), ...settings });
  const error: unknown = await openConfiguredDatabase(config).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as ConfigError;
  expect(message).not.toContain('\n');
  return message;
}
