import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The signing secret of a laptop installation: made at the first start, kept beside the database. */
export async function keepSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const made = randomBytes(32).toString('base64url');
  try {
    await writeFile(path, made, { mode: 0o600, flag: 'wx' });
    return made;
  } catch {
    return await readFile(path, 'utf8');
  }
}
