import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk that can be filled. */
export type SmallDisk = {
  /** Leaves no byte of it free. */
  fill(): void;
  free(): void;
  remove(): void;
};

/** A disk in place of a folder, holding what was in it. Null, with a message, where this account may not mount one. */
export function openSmallDisk(megabytes: number, folder: string): SmallDisk | null {
  const kept = mkdtempSync(join(tmpdir(), 'barre-small-disk-'));
  const copy = (from: string, to: string) => spawnSync('cp', ['-a', `${from}/.`, to]);
  copy(folder, kept);
  const { uid, gid, mode } = statSync(folder);
  const options = `size=${megabytes}m,uid=${uid},gid=${gid},mode=${(mode & 0o777).toString(8)}`;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  if (status === 0) copy(kept, folder);
  rmSync(kept, { recursive: true });
  if (status !== 0) {
    console.log('  a small disk can only be mounted by root: left out');
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    fill: () => fillUp(ballast, folder),
    free: () => rmSync(ballast, { force: true }),
    remove: () => void spawnSync('umount', ['-l', folder]),
  };
}

function fillUp(file: string, folder: string) {
  const handle = openSync(file, 'a');
  const block = Buffer.alloc(4096);
  try {
    while (statfsSync(folder).bavail > 0) writeSync(handle, block);
  } catch {
    // Not a byte more goes in.
  } finally {
    closeSync(handle);
  }
}
