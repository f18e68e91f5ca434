import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from '#platform/config.ts';
import { errorCode } from '#platform/prepared.ts';
import type { Secrets } from '#platform/signature.ts';

const shortest = 32;

/**
 * The secrets an installation is set up with.
 * @throws ConfigError when what was kept is too short to be one
 */
export async function secretsOf(config: Config): Promise<Secrets> {
  const first = config.AUTH_SECRET ?? (await keepSecret(config.DATA_DIR));
  // With the line end that an editor left in the file it was another secret, until that was left off.
  const asKept = first === first.trim() ? [] : [first];
  const accepted = config.AUTH_SECRET_ACCEPTED ? [config.AUTH_SECRET_ACCEPTED] : [];
  const others = [...asKept, ...accepted].filter((secret) => secret !== first.trim());
  return [first.trim(), ...others];
}

/**
 * The signing secret of a laptop installation: made at the first start, kept beside the database.
 * @throws ConfigError when what was kept is too short to be one
 */
export async function keepSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const kept = (await readKept(path)) ?? (await makeSecret(path));
  if (kept.trim().length < shortest)
    throw new ConfigError(
      `${path} must have at least ${shortest} characters: put back the one you kept, or delete it to have a new one made, and everybody signs in anew`,
    );
  return kept;
}

async function readKept(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all, whatever happens to the machine meanwhile; the first of several processes wins. */
async function makeSecret(path: string): Promise<string> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, randomBytes(32).toString('base64url'), {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    await link(unfinished, path).catch(async (error: unknown) => {
      // Some memory sticks know no links.
      if (errorCode(error) !== 'EEXIST') await rename(unfinished, path);
    });
    return await readFile(path, 'utf8');
  } finally {
    await rm(unfinished, { force: true });
  }
}
