import { sql } from 'kysely';

/** A moment, and in which time zone a studio lives through it. */
export type StudioMoment = { now: Date; timeZone: string };

/** What the studio's clocks show at a moment, as a timestamp to compare days and times with. */
export function wallClock({ now, timeZone }: StudioMoment) {
  return sql`(${now.toISOString()}::timestamptz at time zone ${timeZone})`;
}
