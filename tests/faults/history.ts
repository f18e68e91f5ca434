import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Versions that were at work before this one, taken from the project's history.

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The commits before the schema changed, the last first, as far as what they had of it is the beginning of today's. */
export function olderVersions(): string[] {
  const today = git('ls-tree', 'HEAD', 'migrations/');
  const changes = git('log', '--format=%h', '--', 'migrations').split('\n');
  return changes
    .map((commit) => `${commit}^`)
    .filter((commit) => {
      const schema = git('ls-tree', commit, 'migrations/');
      return schema !== '' && today.startsWith(schema);
    })
    .map((commit) => git('rev-parse', '--short', commit));
}

/** What git says; nothing where there is no history, or not so much of it. */
function git(...words: string[]): string {
  try {
    return execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

/** Hands out the folders of versions, with the modules of this one, and removes them in the end. */
export async function unpacking<T>(use: (unpack: (commit: string) => string) => Promise<T>): Promise<T> {
  const history = mkdtempSync(join(tmpdir(), 'barre-older-'));
  const unpack = (commit: string) => {
    const folder = mkdtempSync(join(history, commit));
    execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root });
    symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'));
    return folder;
  };
  try {
    return await use(unpack);
  } finally {
    rmSync(history, { recursive: true, force: true });
  }
}
