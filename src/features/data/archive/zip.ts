import { constants, crc32, deflateRaw } from 'node:zlib';
import { promisify } from 'node:util';
import { Readable } from 'node:stream';
import type { Spool } from '#features/data/archive/spool.ts';

// The ZIP format (APPNOTE 6.3), as much of it as an archive of texts needs: written front to back, each entry deflated
// and followed by its sizes. A studio's archive stays far from the four gigabytes at which the format changes.

const deflate = promisify(deflateRaw);
const largest = 0xffff_ffff;
const pieceLength = 128 * 1024;
// Sizes follow the content; names are UTF-8.
const flags = 0x0808;
const deflated = 8;
const version = 20;

type Entry = { name: Buffer; crc: number; packed: number; size: number; offset: number };

/** A row of entries in one spool. Several of them, filled side by side, make one archive. */
export type ZipPart = { spool: Spool; entries: Entry[] };

/** Takes the text of one entry, piece by piece. */
type ZipEntry = { write: (text: string) => Promise<void>; close: () => Promise<void> };

/** Begins the next entry of a part; the one before must be closed. */
export async function openEntry({ spool, entries }: ZipPart, name: string, at: Date): Promise<ZipEntry> {
  const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: spool.size };
  await spool.write(localHeader(entry, at));
  let waiting = '';

  async function pack(text: string, finishFlush: number) {
    const bytes = Buffer.from(text);
    // Flushed, each piece ends on a whole byte, so that pieces packed one by one make one stream.
    const packed = await deflate(bytes, { finishFlush });
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    entry.packed += packed.length;
    await spool.write(packed);
  }

  return {
    async write(text) {
      waiting += text;
      if (waiting.length < pieceLength) return;
      const piece = waiting;
      waiting = '';
      await pack(piece, constants.Z_SYNC_FLUSH);
    },
    async close() {
      await pack(waiting, constants.Z_FINISH);
      await spool.write(sizesOf(entry));
      entries.push(entry);
    },
  };
}

export type Zip = { size: number; stream: () => Readable };

/** The archive made of these parts, one behind the other, and the directory of all their entries. */
export function joinParts(parts: readonly ZipPart[], at: Date): Zip {
  const directory: Buffer[] = [];
  let start = 0;
  for (const { spool, entries } of parts) {
    for (const entry of entries) directory.push(directoryLine(entry, start, at));
    start += spool.size;
  }
  const lines = Buffer.concat(directory);
  const end = endOfDirectory(directory.length, lines.length, start);
  const size = start + lines.length + end.length;
  if (size > largest) throw new Error('a studio’s archive is larger than a ZIP file can be');
  return {
    size,
    stream: () =>
      Readable.from(
        (async function* () {
          for (const { spool } of parts) yield* spool.read();
          yield lines;
          yield end;
        })(),
        { objectMode: false },
      ),
  };
}

function localHeader({ name }: Entry, at: Date): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt32LE(dosTime(at), 10);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function sizesOf({ crc, packed, size }: Entry): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x0807_4b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function directoryLine({ name, crc, packed, size, offset }: Entry, start: number, at: Date): Buffer {
  const line = Buffer.alloc(46);
  line.writeUInt32LE(0x0201_4b50, 0);
  line.writeUInt16LE(version, 4);
  line.writeUInt16LE(version, 6);
  line.writeUInt16LE(flags, 8);
  line.writeUInt16LE(deflated, 10);
  line.writeUInt32LE(dosTime(at), 12);
  line.writeUInt32LE(crc, 16);
  line.writeUInt32LE(packed, 20);
  line.writeUInt32LE(size, 24);
  line.writeUInt16LE(name.length, 28);
  line.writeUInt32LE(start + offset, 42);
  return Buffer.concat([line, name]);
}

function endOfDirectory(count: number, length: number, start: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(start, 16);
  return end;
}

/** Time in the low half, day in the high half, in steps of two seconds since 1980. */
function dosTime(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
