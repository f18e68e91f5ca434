import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#platform/config.ts';
import { keepSecret, secretsOf } from '#platform/secret.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barre-secret-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('is made once, for its owner alone, and leaves nothing else behind', async () => {
  const data = join(folder, 'new');
  const secret = await keepSecret(data);
  expect(secret).toHaveLength(43);
  expect(await keepSecret(data)).toBe(secret);
  expect(await readFile(join(data, 'secret'), 'utf8')).toBe(secret);
  expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await readdir(data)).toEqual(['secret']);
});

it('is the same for processes that start at once', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => keepSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secret']);
});

it.each(['', '   \n', 'short'])('is refused when the file holds %j', async (text) => {
  await writeFile(join(folder, 'secret'), text);
  await expect(keepSecret(folder)).rejects.toThrow(ConfigError);
  await expect(keepSecret(folder)).rejects.toThrow(
    `${join(folder, 'secret')} must have at least 32 characters: put back the one you kept, or delete it`,
  );
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(text);
});

it('says why it could not be written', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(keepSecret(join(folder, 'file'))).rejects.toThrow(/EEXIST|ENOTDIR/);
});

it('counts without the line end an editor leaves in its file, and is accepted with it as it was before', async () => {
  const [kept, other] = ['k'.repeat(32), 'o'.repeat(32)];
  await writeFile(join(folder, 'secret'), `${kept}\n`);
  const settings = { DATA_DIR: folder, AUTH_SECRET_ACCEPTED: other };
  expect(await secretsOf(readConfig(settings))).toEqual([kept, `${kept}\n`, other]);
  await writeFile(join(folder, 'secret'), kept);
  expect(await secretsOf(readConfig(settings))).toEqual([kept, other]);
  expect(await secretsOf(readConfig({ AUTH_SECRET: kept }))).toEqual([kept]);
});

it('is not taken for an older one that is accepted as well, by which each cookie would be renewed at each request', async () => {
  const kept = 'k'.repeat(32);
  expect(await secretsOf(readConfig({ AUTH_SECRET: kept, AUTH_SECRET_ACCEPTED: kept }))).toEqual([kept]);
});
