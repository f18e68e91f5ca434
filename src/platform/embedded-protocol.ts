const TERMINATE = 0x58;
const ERROR = 0x45;
const SYNC = 0x53;
const QUERY = 0x51;

/** What a PostgreSQL server says after a start-up message it accepts: no password asked, its settings, ready. */
export function greeting(serverVersion: string): Uint8Array {
  const settings = Object.entries({
    server_version: serverVersion,
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
    TimeZone: 'UTC',
  }).map(([name, value]) => message('S', name, value));
  return new Uint8Array(Buffer.concat([message('R', 0), ...settings, message('K', 1, 1), ready]));
}

/**
 * Collects the bytes a client sends and cuts them where an answer is due: a client does not wait for the answer to one
 * statement before it sends the next, and after some answers the engine must be asked nothing more (see findPanic).
 * The start-up message has no type byte, so it is told apart by coming first.
 */
export function messageReader() {
  let buffer = Buffer.alloc(0);
  let isStarted = false;
  return (bytes: Uint8Array): { isStartup: boolean; complete: Uint8Array[]; isTerminated: boolean } => {
    buffer = buffer.length === 0 ? Buffer.from(bytes) : Buffer.concat([buffer, bytes]);
    const isStartup = !isStarted && isWhole(buffer, 0);
    if (isStartup) {
      isStarted = true;
      buffer = buffer.subarray(buffer.readInt32BE(0));
    }
    const { ends, isTerminated } = isStarted ? endsOfAsked(buffer) : { ends: [], isTerminated: false };
    const complete = ends.map((end, nth) => new Uint8Array(buffer.subarray(ends[nth - 1] ?? 0, end)));
    buffer = buffer.subarray(ends.at(-1) ?? 0);
    return { isStartup, complete, isTerminated };
  };
}

/**
 * What the engine said when it panicked, or null. A server that panics ends and recovers from its log; this one would
 * go on with a memory that can not be trusted, and hang.
 */
export function findPanic(reply: Uint8Array): string | null {
  const buffer = Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength);
  for (let start = 0; isWhole(buffer, start + 1); start += 1 + buffer.readInt32BE(start + 1)) {
    if (buffer[start] !== ERROR) continue;
    const body = buffer.subarray(start + 5, start + 1 + buffer.readInt32BE(start + 1)).toString();
    const fields = Object.fromEntries(body.split('\0').map((field) => [field.slice(0, 1), field.slice(1)]));
    if (fields['V'] === 'PANIC') return fields['M'] ?? '';
  }
  return null;
}

/** The ends of what asks for an answer, and of what came whole after the last of it. */
function endsOfAsked(buffer: Buffer): { ends: number[]; isTerminated: boolean } {
  const ends: number[] = [];
  let start = 0;
  while (isWhole(buffer, start + 1) && buffer[start] !== TERMINATE) {
    const type = buffer[start];
    start += 1 + buffer.readInt32BE(start + 1);
    if (type === SYNC || type === QUERY) ends.push(start);
  }
  if (start > (ends.at(-1) ?? 0)) ends.push(start);
  return { ends, isTerminated: isWhole(buffer, start + 1) };
}

function isWhole(buffer: Buffer, lengthAt: number) {
  return buffer.length >= lengthAt + 4 && buffer.length >= lengthAt + buffer.readInt32BE(lengthAt);
}

function message(type: string, ...fields: (string | number)[]) {
  const body = Buffer.concat(fields.map((field) => (typeof field === 'string' ? text(field) : int32(field))));
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

const text = (value: string) => Buffer.from(`${value}\0`);

function int32(value: number) {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
