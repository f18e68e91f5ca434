import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file nobody else can open and that is gone when it is closed, or when the process ends. */
export type Spool = {
  readonly size: number;
  write: (bytes: Uint8Array) => Promise<void>;
  read: () => AsyncIterable<Uint8Array>;
  close: () => Promise<void>;
};

const chunkBytes = 64 * 1024;

export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `barre-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // A name is not needed any more: people's data is not left lying about, whatever happens next.
  await unlink(path);
  let size = 0;
  return {
    get size() {
      return size;
    },
    async write(bytes) {
      await file.writeFile(bytes);
      size += bytes.length;
    },
    async *read() {
      let position = 0;
      while (position < size) {
        const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(chunkBytes), position });
        if (bytesRead === 0) throw new Error('a spooled file is shorter than what was written to it');
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    close: () => file.close(),
  };
}
