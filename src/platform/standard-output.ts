import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const mostWaitingBytes = 1_000_000;
const againMs = 100;

let isWriting = false;
let waiting: Buffer[] = [];
let size = 0;
let lost = 0;

/**
 * Where lines of a log go in place of the library's own stream, with which a full disk ends the process, and keeps it from
 * ending. What can not be written, there or to a reader that stands still, is tried again and stops nobody's work: a
 * megabyte waits, more is lost, and the first line after that says how much.
 */
export const standardOutput: DestinationStream = {
  write(line) {
    if (size + line.length > mostWaitingBytes) {
      lost += 1;
      return;
    }
    if (lost > 0) keep(lostLines());
    keep(line);
    if (!isWriting) writeOn();
  },
};

/** Goes on where nothing can be said, by the console either: on a full disk, or to a reader that is gone. */
export function outliveOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

function keep(line: string): void {
  if (size === 0) process.once('exit', writeLast);
  const bytes = Buffer.from(line);
  waiting.push(bytes);
  size += bytes.length;
}

function lostLines(): string {
  const told = { level: 40, time: new Date().toISOString(), lost, msg: 'lines of this log were lost' };
  lost = 0;
  return `${JSON.stringify(told)}\n`;
}

function writeOn(): void {
  isWriting = true;
  const batch = Buffer.concat(waiting);
  waiting = [];
  write(1, batch, (error, written) => {
    const rest = batch.subarray(error ? 0 : written);
    size -= batch.length - rest.length;
    if (rest.length > 0) waiting.unshift(rest);
    if (size === 0) {
      isWriting = false;
      process.off('exit', writeLast);
    } else if (error) setTimeout(writeOn, againMs).unref();
    else writeOn();
  });
}

/** What is on its way as the process ends is written by then. */
function writeLast(): void {
  try {
    let rest = Buffer.concat(waiting);
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch {
    // Nobody can be told.
  }
}
