import pino from 'pino';
import { standardOutput } from '#platform/standard-output.ts';

export type Log = pino.Logger;

/**
 * Structured logs, one JSON object a line. Never put names, addresses or emails of people into them; what an error
 * brings along of them stays out.
 */
export function openLog(level: string, destination: pino.DestinationStream = standardOutput): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describe(error) },
  };
  return pino(options, destination);
}

const notedEveryMs = 60_000;
const noted = new Map<string, number>();

/**
 * Notes that a limit was reached, by its name and nobody's: once a minute, since whoever reaches one goes on. Each request
 * it refuses has a line of its own.
 */
export function noteLimit(log: Log, limit: string): void {
  noteSeldom(log, limit, { limit }, 'limit reached');
}

/** Warns of what goes on once it has begun: once a minute for each `key`. */
export function noteSeldom(log: Log, key: string, fields: object, text: string): void {
  const now = performance.now();
  if (now - (noted.get(key) ?? -Infinity) < notedEveryMs) return;
  noted.set(key, now);
  log.warn(fields, text);
}

/** Fields that tell what went wrong and never with whom: mail servers and the database put people into others. */
const toldFields = ['code', 'responseCode', 'constraint', 'table'];
const deepestCause = 3;

function describe(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: withoutEmails(String(error)) };
  const told = Object.entries(error).filter(([name]) => toldFields.includes(name));
  return {
    type: error.name,
    message: withoutEmails(error.message),
    // Without its first lines, which repeat the message.
    stack: /^ +at .*/ms.exec(error.stack ?? '')?.[0],
    ...Object.fromEntries(told),
    ...(error.cause === undefined || depth === deepestCause
      ? {}
      : { cause: describe(error.cause, depth + 1) }),
  };
}

function withoutEmails(text: string): string {
  return text.replaceAll(/[^\s<>()"',;:=/]+@[^\s<>()"',;:]+/g, '…@…');
}
