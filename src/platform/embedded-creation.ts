import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION_FILE } from '#platform/embedded-files.ts';

const program = fileURLToPath(import.meta.resolve('#platform/embedded-maker.ts'));
const UNFINISHED = 'unfinished-';

/**
 * Makes an empty database in the folder `dataDir`. Its version file comes last, once all else is on the disk: whenever this
 * process or the power ends, there is a whole database or none. In a process of its own, since to make one takes 300 MB
 * that to use one does not.
 */
export function createDatabase(dataDir: string): void {
  removeUnfinished(dataDir);
  const made = mkdtempSync(join(dataDir, UNFINISHED));
  const { error, status, stderr } = spawnSync(process.execPath, [program, made], { encoding: 'utf8' });
  if (status !== 0) {
    rmSync(made, { recursive: true });
    throw error ?? new Error(stderr.trim() || 'The process that makes the database was ended');
  }
  for (const entry of readdirSync(made, { recursive: true, withFileTypes: true }))
    forceOut(join(entry.parentPath, entry.name), entry.isDirectory());
  const move = (name: string) => renameSync(join(made, name), join(dataDir, name));
  readdirSync(made)
    .filter((name) => name !== VERSION_FILE)
    .forEach(move);
  forceOut(dataDir, true);
  move(VERSION_FILE);
  rmdirSync(made);
  forceOut(dataDir, true);
}

/** What a start left that ended before its database was whole, whose maker may write on for a moment. */
function removeUnfinished(dataDir: string) {
  const names = readdirSync(dataDir);
  const unfinished = names.filter((name) => name.startsWith(UNFINISHED));
  if (names.length > 0 && unfinished.length === 0)
    throw new Error(`${dataDir} holds files and no database: move them away`);
  // They tell that the rest is no longer needed, so they go last.
  for (const name of [...names.filter((one) => !unfinished.includes(one)), ...unfinished])
    rmSync(join(dataDir, name), { recursive: true, maxRetries: 5 });
}

function forceOut(path: string, isFolder: boolean) {
  // Windows can not; there the file system keeps names by itself.
  if (isFolder && process.platform === 'win32') return;
  const file = openSync(path, isFolder ? 'r' : 'r+');
  fsyncSync(file);
  closeSync(file);
}
