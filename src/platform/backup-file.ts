import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { errorCode } from '#platform/prepared.ts';

/** What a backup says of itself in its first line. */
export type BackupHeader = { barre: typeof FORMAT; madeAt: string; migrations: string[] };

/** A line of a backup: a table, some rows of the table named last, or where a sequence stands. */
export type BackupPart =
  | { table: string; columns: string[] }
  | { rows: string[] }
  | { sequence: string; last: string; isCalled: boolean };

type Ending = { end: true; rows: number; sha256: string };

/** A backup that can not be made or used. Its message is one line, made for the terminal. */
export class BackupError extends Error {}

const FORMAT = 1;

/**
 * Writes a backup that is there as a whole or not at all: under another name until its last byte is on the disk.
 * Only its owner may read it. Returns how many rows it holds.
 */
export async function writeBackup(
  file: string,
  header: Omit<BackupHeader, 'barre'>,
  parts: AsyncIterable<BackupPart>,
): Promise<number> {
  if (existsSync(file)) throw new BackupError(`${file} is already there; name another file`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.partial`;
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, 'wx', 0o600);
  const { ino } = await handle.stat();
  // Another backup may have taken the name meanwhile.
  const isOurs = async () => (await stat(unfinished).catch(() => null))?.ino === ino;
  try {
    const counted = { rows: 0 };
    const lines = Readable.from(linesOf({ barre: FORMAT, ...header }, parts, counted));
    await pipeline(lines, createGzip({ level: 6 }), handle.createWriteStream({ flush: true }));
    if (!(await isOurs())) throw new BackupError(`Another backup is being written to ${file}`);
    await rename(unfinished, file);
    await syncFolder(dirname(file));
    return counted.rows;
  } catch (error) {
    if (await isOurs()) await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Reads a whole backup and compares it with the checksum it ends with.
 * @throws BackupError for anything that is not a complete backup
 */
export async function verifyBackup(file: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  let ending: Ending | undefined;
  let rows = 0;
  const hash = createHash('sha256');
  for await (const line of readLines(file)) {
    if (ending) throw broken(file);
    const part = parseLine(file, line);
    if (!header) header = headerOf(file, part);
    else if ('rows' in part && Array.isArray(part.rows)) rows += part.rows.length;
    else if ('end' in part) ending = part as Ending;
    if (!ending) hash.update(`${line}\n`);
  }
  if (!header || ending?.rows !== rows || ending.sha256 !== hash.digest('hex')) throw broken(file);
  return header;
}

/** The parts of a backup that was verified before. */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  let isHeader = true;
  for await (const line of readLines(file)) {
    const part = parseLine(file, line);
    if (!isHeader && !('end' in part)) yield part as BackupPart;
    isHeader = false;
  }
}

async function* linesOf(header: BackupHeader, parts: AsyncIterable<BackupPart>, counted: { rows: number }) {
  const hash = createHash('sha256');
  yield hashed(hash, header);
  for await (const part of parts) {
    if ('rows' in part) counted.rows += part.rows.length;
    yield hashed(hash, part);
  }
  const ending: Ending = { end: true, rows: counted.rows, sha256: hash.digest('hex') };
  yield `${JSON.stringify(ending)}\n`;
}

function hashed(hash: Hash, content: BackupHeader | BackupPart): string {
  const line = `${JSON.stringify(content)}\n`;
  hash.update(line);
  return line;
}

async function* readLines(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  const stored = createReadStream(file).on('error', (error) => unzipped.destroy(error));
  let pending: string[] = [];
  try {
    for await (const text of stored.pipe(unzipped).setEncoding('utf8') as AsyncIterable<string>) {
      const [first = '', ...rest] = text.split('\n');
      pending.push(first);
      for (const next of rest) {
        yield pending.join('');
        pending = [next];
      }
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new BackupError(`There is no file ${file}`);
    if (errorCode(error).startsWith('Z_')) throw broken(file);
    throw error;
  } finally {
    stored.destroy();
  }
  if (pending.join('') !== '') throw broken(file);
}

function parseLine(file: string, line: string): object {
  try {
    const content: unknown = JSON.parse(line);
    if (typeof content === 'object' && content !== null) return content;
  } catch {
    // Said below.
  }
  throw broken(file);
}

function headerOf(file: string, first: object): BackupHeader {
  if (!('barre' in first && 'migrations' in first && Array.isArray(first.migrations)))
    throw new BackupError(`${file} is no backup of Barre`);
  if (first.barre !== FORMAT)
    throw new BackupError(`${file} is a backup of a form this version of Barre does not know`);
  return first as BackupHeader;
}

function broken(file: string) {
  return new BackupError(`${file} is broken or cut off, so nothing was done with it`);
}

/** The new name itself must survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle
    .sync()
    // Windows can not; there the file system keeps names by itself.
    .catch(() => {})
    .finally(() => handle.close());
}
