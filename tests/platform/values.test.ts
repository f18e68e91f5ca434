import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database.ts';
import { addDays, isTimeZone, localDateAt, localTimeAt } from '#shared/local-date.ts';
import { openTestDatabase, testEngines } from '../support/test-database.ts';

describe.each(testEngines)('values from %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  const read = async (expression: string) => {
    const { rows } = await sql<{ read: unknown }>`select ${sql.raw(expression)} as read`.execute(database.db);
    return rows[0]?.read;
  };

  it.each([
    [`date '2026-03-29'`, '2026-03-29'],
    [`array[date '2024-02-29', null]`, ['2024-02-29', null]],
    [`time '09:05:59'`, '09:05'],
    [`array[time '00:00', time '23:59:59']`, ['00:00', '23:59']],
    [`9007199254740991::bigint`, 9_007_199_254_740_991],
    [`count(*)`, 1],
    [`array[1::bigint, 2]`, [1, 2]],
    [`12.50::numeric`, 12.5],
    [`array[0.1::numeric]`, [0.1]],
    [`daterange('2026-01-01', '2026-02-01')`, '[2026-01-01,2026-02-01)'],
    [`timestamptz '2026-11-21 10:00+02'`, new Date('2026-11-21T08:00:00Z')],
    [`null::date`, null],
  ])('%s arrives as %j', async (expression, expected) => {
    expect(await read(expression)).toEqual(expected);
  });

  it('tell the time of every zone a studio may have as the runtime does', async () => {
    for (const moment of ['2026-01-15T12:00:00.000Z', '2026-07-15T12:00:00.000Z']) {
      const { rows } = await sql<{ name: string; there: string }>`
        select name, to_char(${moment}::timestamptz at time zone name, 'YYYY-MM-DD HH24:MI') as there
        from (select name from pg_timezone_names union all values ('+05:30'), ('-08:00')) zones`.execute(
        database.db,
      );
      const taken = rows.filter(({ name }) => isTimeZone(name));
      expect(taken.length).toBeGreaterThan(500);
      const at = new Date(moment);
      expect(taken).toEqual(
        taken.map(({ name }) => ({ name, there: `${localDateAt(at, name)} ${localTimeAt(at, name)}` })),
      );
    }
  });

  it('know every zone a studio may have', async () => {
    const letters = Array.from({ length: 26 }, (_, nth) => String.fromCodePoint(65 + nth));
    const short = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const own = ['SystemV/EST5EDT', 'US/Pacific-New', 'Canada/East-Saskatchewan'];
    const names = [...Intl.supportedValuesOf('timeZone'), ...short, ...own].filter(isTimeZone);
    expect(names.length).toBeGreaterThan(400);
    const at = new Date('2026-07-15T12:00:00Z');
    for (const name of names) {
      const query = sql<{
        there: string;
      }>`select to_char(${at}::timestamptz at time zone ${name}, 'HH24:MI') as there`;
      const { rows } = await query.execute(database.db).catch(() => ({ rows: [] }));
      expect([name, rows[0]?.there]).toEqual([name, localTimeAt(at, name)]);
    }
  });

  // None whose rules are new: runtime and server each have their own, of their own age.
  it.each([
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Pacific/Chatham',
    'Pacific/Pago_Pago',
    'Pacific/Kiritimati',
  ])('tell every half hour of 370 days in %s as the runtime does', async (zone) => {
    const { rows } = await sql<{ at: Date; there: string }>`
      select at, to_char(at at time zone ${zone}, 'YYYY-MM-DD HH24:MI') as there
      from generate_series(timestamptz '2026-01-01 00:15Z', '2027-01-06', '30 minutes') at`.execute(
      database.db,
    );
    expect(rows).toHaveLength(370 * 48);
    const told = (at: Date) => `${localDateAt(at, zone)} ${localTimeAt(at, zone)}`;
    expect(rows.filter(({ at, there }) => told(at) !== there)).toEqual([]);
    // Whatever the clocks do: the day goes on by one at a time, and none is left out.
    const days = [...new Set(rows.map(({ at }) => localDateAt(at, zone)))];
    expect(days.filter((day, nth) => nth > 0 && day !== addDays(days[nth - 1] ?? '', 1))).toEqual([]);
  });

  it('names columns in camel case', async () => {
    const { rows } = await sql`select 1 as amount_paid_cents`.execute(database.db);
    expect(rows).toEqual([{ amountPaidCents: 1 }]);
  });
});
