import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

/** A fingerprint of files and what is in them. Kept beside what was made of them, it tells whether they have changed. */
export function stampOf(patterns, { except = [] } = {}) {
  const names = globSync(patterns, { exclude: ['**/*.test.*', ...except] });
  const hash = createHash('sha256');
  for (const name of names.filter((name) => /\.\w+$/.test(name)).toSorted())
    hash.update(name).update('\0').update(readFileSync(name)).update('\0');
  return hash.digest('hex');
}
