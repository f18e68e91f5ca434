import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startEngine } from '#platform/embedded-engine.ts';
import { DurableNodeFS, reasonOf } from '#platform/embedded-files.ts';
import { findPanic, messageReader } from '#platform/embedded-protocol.ts';

const ENOSPC = 51;

type Write = (stream: { path: string }, ...rest: unknown[]) => number;
type Module = { NODEFS: { stream_ops: { write: Write } }; FS: { ErrnoError: new (code: number) => Error } };

/** Files on a disk whose log can be filled. */
class FullDiskFiles extends DurableNodeFS {
  isFull = false;

  override async init(...args: Parameters<DurableNodeFS['init']>): ReturnType<DurableNodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const fill = (module: unknown) => this.#fill(module as Module);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), fill] } };
  }

  #fill({ NODEFS: { stream_ops: operations }, FS: { ErrnoError } }: Module) {
    const { write } = operations;
    operations.write = (stream, ...rest) => {
      if (this.isFull && stream.path.includes('pg_wal')) throw new ErrnoError(ENOSPC);
      return write.call(operations, stream, ...rest);
    };
  }
}

it('is told from the reply that the engine can not go on, because its log has no room', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'barre-full-disk-'));
  const files = new FullDiskFiles(folder, () => {});
  const engine = await startEngine({ files });
  await engine.exec('create table scratch (n int)');
  const ordinary = await engine.execProtocolRaw(query(`insert into scratch values ('no number')`));
  expect(findPanic(ordinary)).toBe(null);
  files.isFull = true;
  const last = await engine.execProtocolRaw(query('insert into scratch values (1)'));
  expect(findPanic(last)).toMatch(/^could not write to log file .* No space left on device$/);
  // It is not closed: it would never return.
  await rm(folder, { recursive: true, force: true });
});

it('is said in words when there is no room even for an empty database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'barre-full-disk-'));
  const files = new FullDiskFiles(folder, () => {});
  files.isFull = true;
  const error: unknown = await startEngine({ files }).catch((reason: unknown) => reason);
  expect(reasonOf(error)).toBe('No space left on device');
  await rm(folder, { recursive: true, force: true });
});

it('is asked nothing that was sent behind the statement it fails on, for it would hang', () => {
  const read = messageReader();
  read(new Uint8Array([0, 0, 0, 8, 0, 3, 0, 0]));
  const [first, second, begun] = [query('insert'), query('commit'), query('select').subarray(0, 9)];
  const sent = read(new Uint8Array(Buffer.concat([first, second, begun])));
  expect(sent).toEqual({ isStartup: false, complete: [first, second], isTerminated: false });
  const parse = new Uint8Array(Buffer.concat([query('select').subarray(9), Buffer.from('P\0\0\0\x04')]));
  expect(read(parse).complete).toEqual([query('select'), new Uint8Array(Buffer.from('P\0\0\0\x04'))]);
});

function query(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeInt32BE(body.length + 4, 1);
  return new Uint8Array(Buffer.concat([head, body]));
}
