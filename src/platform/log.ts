import pino from 'pino';

export type Log = pino.Logger;

/** Structured logs, one JSON object a line. Never put names, addresses or e-mails of people into them. */
export function openLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
