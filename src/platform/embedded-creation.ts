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
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(import.meta.resolve('#platform/embedded-maker.ts'));

/**
 * Makes an empty database in place of the empty folder `dataDir`: it stands there whole and on the disk or not at all, whenever
 * this process or the power ends. In a process of its own, since to make one takes 400 MB that to use one does not.
 */
export function createDatabase(dataDir: string): void {
  const [folder, unfinished] = [dirname(dataDir), `${basename(dataDir)}.unfinished-`];
  // What was being made when a process ended; its maker may write on for a moment.
  for (const name of readdirSync(folder))
    if (name.startsWith(unfinished)) rmSync(join(folder, name), { recursive: true, maxRetries: 5 });
  const made = mkdtempSync(join(folder, unfinished));
  try {
    const { status, stderr } = spawnSync(process.execPath, [program, made], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr.trim() || 'The process that makes the database was ended');
    for (const entry of readdirSync(made, { recursive: true, withFileTypes: true }))
      forceOut(join(entry.parentPath, entry.name), entry.isDirectory());
    forceOut(made, true);
    removeEmpty(dataDir);
    renameSync(made, dataDir);
    forceOut(folder, true);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw error;
  }
}

function removeEmpty(dataDir: string) {
  try {
    rmdirSync(dataDir);
  } catch (error) {
    throw new Error(`${dataDir} holds files and no database: move them away`, { cause: error });
  }
}

function forceOut(path: string, isFolder: boolean) {
  // Windows can not; there the file system keeps names by itself.
  if (isFolder && process.platform === 'win32') return;
  const file = openSync(path, isFolder ? 'r' : 'r+');
  fsyncSync(file);
  closeSync(file);
}
