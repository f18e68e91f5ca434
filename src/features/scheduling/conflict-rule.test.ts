import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Engine, Tx } from '#platform/database.ts';
import { addDays, isoWeekday } from '#shared/local-date.ts';
import { timeOfMinutes } from '#shared/time-range.ts';
import { useTestApp, type TestApp } from '#tests/support/test-app.ts';
import { testEngines } from '#tests/support/test-database.ts';

// Random bookings, cancellations and edits against the plainest definition there is: list every date of both.

const cases = 5000;
const casesWithFault = 1500;
const batchSize = 25;
const seed = 20261121;
// Rolled-back rows stay in the index until it is vacuumed, so cases take turns among many people and rooms.
const pool = 250;
// Winter and spring with a 29 February, the turn of the year and both changes of the clocks behind it.
const origin = '2027-12-20';
const horizonDays = 170;
const weekdayOn = Array.from({ length: horizonDays + 1 }, (_, day) => isoWeekday(addDays(origin, day)));

/** Days are counted from `origin`; a null last day is an open end. A one-off session has one day. */
type Booking = {
  isClass: boolean;
  weekdays: number[];
  first: number;
  last: number | null;
  startMinutes: number;
  endMinutes: number;
};
type Case = {
  a: Booking;
  b: Booking;
  edited: Booking;
  cancelledOfA: number[];
  cancelledOfB: number[];
  isSameRoom: boolean;
};
type Clash = { resource: 'instructor' | 'room'; date: string };

const times = fc
  .record({ start: fc.constantFrom(480, 510), length: fc.constantFrom(30, 60, 90) })
  .map(({ start, length }) => ({ startMinutes: start, endMinutes: start + length }));
const aClass = fc
  .record({
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    first: fc.nat({ max: 40 }),
    length: fc.option(fc.nat({ max: 45 }), { freq: 3 }),
    times,
  })
  .map(({ weekdays, first, length, times: { startMinutes, endMinutes } }) => ({
    isClass: true,
    weekdays,
    first,
    last: length === null ? null : first + length,
    startMinutes,
    endMinutes,
  }));
const aOneOff = fc
  .record({ day: fc.nat({ max: 60 }), times })
  .map(({ day, times: { startMinutes, endMinutes } }) => ({
    isClass: false,
    weekdays: [weekdayOn[day] ?? 0],
    first: day,
    last: day,
    startMinutes,
    endMinutes,
  }));
const cancelled = fc.array(fc.nat({ max: 12 }), { maxLength: 4 });
const aCase: fc.Arbitrary<Case> = fc
  .oneof(
    { weight: 3, arbitrary: fc.record({ a: aClass, b: aClass, edited: aClass }) },
    { weight: 1, arbitrary: fc.record({ a: aClass, b: aOneOff, edited: aOneOff }) },
    { weight: 1, arbitrary: fc.record({ a: aOneOff, b: aClass, edited: aClass }) },
    { weight: 1, arbitrary: fc.record({ a: aOneOff, b: aOneOff, edited: aOneOff }) },
  )
  .chain((bookings) =>
    fc.record({ picksOfA: cancelled, picksOfB: cancelled, isSameRoom: fc.boolean() }).map((rest) => ({
      ...bookings,
      isSameRoom: rest.isSameRoom,
      cancelledOfA: pickDates(bookings.a, rest.picksOfA),
      cancelledOfB: pickDates(bookings.b, rest.picksOfB),
    })),
  );

/** Only a class has cancelled dates, and only dates on which it takes place. */
function pickDates(booking: Booking, picks: number[]): number[] {
  const dates = booking.isClass ? datesOf(booking) : [];
  return [...new Set(picks.flatMap((pick) => dates[pick] ?? []))];
}

function datesOf({ weekdays, first, last }: Booking, cancelledDays: number[] = []): number[] {
  const days = Array.from({ length: (last ?? horizonDays) - first + 1 }, (_, n) => first + n);
  return days.filter((day) => weekdays.includes(weekdayOn[day] ?? 0) && !cancelledDays.includes(day));
}

/** The first day on which both take place at the same time, or null. */
function firstSharedDay(
  a: Booking,
  cancelledOfA: number[],
  b: Booking,
  cancelledOfB: number[],
): string | null {
  if (a.startMinutes >= b.endMinutes || b.startMinutes >= a.endMinutes) return null;
  const datesOfA = datesOf(a, cancelledOfA);
  const shared = datesOf(b, cancelledOfB).find((day) => datesOfA.includes(day));
  return shared === undefined ? null : addDays(origin, shared);
}

type Place = { instructorId: string; roomId: string };

async function openStage(db: Tx) {
  const { rows } = await sql<{ style: string; instructors: string[]; rooms: string[] }>`
    with style as (insert into dance_types (name) values ('Ballet') returning id),
      people as (insert into profiles (role, full_name) select 'instructor', 'I' || n from generate_series(1, ${2 * pool}::int) n returning id),
      places as (insert into classrooms (name) select 'R' || n from generate_series(1, ${2 * pool}::int) n returning id)
    select (select id from style) as style, (select array_agg(id) from people) as instructors, (select array_agg(id) from places) as rooms`.execute(
    db,
  );
  const [stage] = rows;
  if (!stage) throw new Error('the stage was not set');
  let turn = 0;
  return {
    style: stage.style,
    /** A place for both bookings and one where nothing else is. */
    nextPlaces(): { busy: Place; free: Place } {
      turn = (turn + 1) % pool;
      const place = (n: number) => ({
        instructorId: stage.instructors[n] ?? '',
        roomId: stage.rooms[n] ?? '',
      });
      return { busy: place(turn), free: place(turn + pool) };
    },
  };
}

/** One statement that books; values are our own numbers and ids, so they stand in the text. */
function insertion(id: string, style: string, booking: Booking, { instructorId, roomId }: Place): string {
  const place = `'${id}', '${instructorId}', '${roomId}', '${timeOfMinutes(booking.startMinutes)}', '${timeOfMinutes(booking.endMinutes)}'`;
  return booking.isClass
    ? `insert into classes (id, instructor_id, room_id, start_time, end_time, name, dance_type_id, days_of_week, session_start_date, session_end_date)
        values (${place}, 'C', '${style}', '{${booking.weekdays.join()}}', ${quotedDay(booking.first)}, ${quotedDay(booking.last)});`
    : `insert into one_off_sessions (id, instructor_id, room_id, start_time, end_time, session_type, session_date)
        values (${place}, 'Private', ${quotedDay(booking.first)});`;
}

function cancellation(classId: string, days: number[]): string {
  if (days.length === 0) return '';
  return `insert into class_cancellations (class_id, cancelled_date) values ${days.map((day) => `('${classId}', ${quotedDay(day)})`).join()};`;
}

function move(id: string, booking: Booking, { instructorId, roomId }: Place): string {
  const place = `instructor_id = '${instructorId}', room_id = '${roomId}',
    start_time = '${timeOfMinutes(booking.startMinutes)}', end_time = '${timeOfMinutes(booking.endMinutes)}'`;
  return booking.isClass
    ? `update classes set ${place}, days_of_week = '{${booking.weekdays.join()}}', session_start_date = ${quotedDay(booking.first)},
        session_end_date = ${quotedDay(booking.last)} where id = '${id}';`
    : `update one_off_sessions set ${place}, session_date = ${quotedDay(booking.first)} where id = '${id}';`;
}

/** A question: the rows of `find_clashes` as one list. */
function look(id: string, booking: Booking, place: Place): string {
  const classId = booking.isClass ? `'${id}'` : 'null';
  return `select coalesce(jsonb_agg(jsonb_build_object('resource', resource, 'date', date)), '[]')
    from find_clashes('${place.instructorId}', '${place.roomId}', '{${booking.weekdays.join()}}', ${quotedDay(booking.first)},
      ${quotedDay(booking.last)}, freed_dates(current_organization_id(), ${classId}), '${timeOfMinutes(booking.startMinutes)}',
      '${timeOfMinutes(booking.endMinutes)}', ${classId}, ${booking.isClass ? 'null' : `'${id}'`})`;
}

/** Sets a case up, asks and moves in turn, takes everything back, and tells what it saw: one round trip for many cases. */
const runCase = `create function pg_temp.run_case(setting text, looks text[], moves text[]) returns jsonb language plpgsql as $$
declare
  seen jsonb := '[]';
  clashes jsonb;
  is_moved boolean;
begin
  begin
    execute setting;
    for i in 1 .. cardinality(looks) loop
      execute looks[i] into clashes;
      begin
        execute moves[i];
        is_moved := true;
      exception when exclusion_violation then is_moved := false;
      end;
      seen := seen || jsonb_build_object('clashes', clashes, 'isMoved', is_moved);
    end loop;
    raise exception using errcode = 'CASED';
  exception when sqlstate 'CASED' then null;
  end;
  return seen;
end $$`;

const quotedDay = (day: number | null) => (day === null ? 'null' : `'${dayOf(day)}'`);
const dayOf = (day: number | null) => (day === null ? null : addDays(origin, day));

type Stage = Awaited<ReturnType<typeof openStage>>;
type Seen = { clashes: Clash[]; isMoved: boolean };

/** What the database makes of some cases, all in one statement. */
async function playCases(db: Tx, stage: Stage, batch: Case[]): Promise<Seen[][]> {
  const scripts = batch.map((each) => scriptOf(stage, each));
  const { rows } = await sql<{ seen: Seen[] }>`
    select pg_temp.run_case(script ->> 'setting', array(select jsonb_array_elements_text(script -> 'looks')),
      array(select jsonb_array_elements_text(script -> 'moves'))) as seen
    from jsonb_array_elements(${JSON.stringify(scripts)}::jsonb) with ordinality as given(script, turn) order by turn`.execute(
    db,
  );
  return rows.map(({ seen }) => seen);
}

/** Booked where nothing else is, then moved to where `a` is, then edited there: a booking never clashes with itself. */
function scriptOf({ style, nextPlaces }: Stage, each: Case) {
  const { a, b, edited, cancelledOfA, cancelledOfB, isSameRoom } = each;
  const { busy, free } = nextPlaces();
  const target = { ...busy, roomId: isSameRoom ? busy.roomId : free.roomId };
  const [idOfA, idOfB] = [randomUUID(), randomUUID()];
  const setting = [
    insertion(idOfA, style, a, busy),
    cancellation(idOfA, cancelledOfA),
    insertion(idOfB, style, b, free),
    cancellation(idOfB, cancelledOfB),
  ].join('\n');
  return {
    setting,
    looks: [b, edited].map((booking) => look(idOfB, booking, target)),
    moves: [b, edited].map((booking) => move(idOfB, booking, target)),
  };
}

/** What the list of dates says should be seen. */
function expectedOf({ a, b, edited, cancelledOfA, cancelledOfB, isSameRoom }: Case): Seen[] {
  return [b, edited].map((booking) => {
    const date = firstSharedDay(a, cancelledOfA, booking, cancelledOfB);
    if (date === null) return { clashes: [], isMoved: true };
    const resources = isSameRoom ? (['instructor', 'room'] as const) : (['instructor'] as const);
    return { clashes: resources.map((resource) => ({ resource, date })), isMoved: false };
  });
}

/** Plays random cases in one transaction, as the application's role. */
async function checkCases(app: TestApp, count: number, { endOnFailure = false } = {}) {
  const { owner } = await app.studio();
  const counts = { moves: 0, clashes: 0 };

  const details = await app.database.inTenant(owner, async (db) => {
    const stage = await openStage(db);
    await sql.raw(runCase).execute(db);
    const batches = fc.array(aCase, { minLength: batchSize, maxLength: batchSize });
    const property = fc.asyncProperty(batches, async (batch) => {
      const expected = batch.map(expectedOf);
      expect(await playCases(db, stage, batch)).toEqual(expected);
      counts.moves += expected.flat().length;
      counts.clashes += expected.flat().filter(({ isMoved }) => !isMoved).length;
    });
    return await fc.check(property, { numRuns: Math.ceil(count / batchSize), seed, endOnFailure });
  });
  return { details, counts };
}

describe.each(testEngines)('the conflict rule on %s', (engine: Engine) => {
  const app = useTestApp(engine);

  it(`agrees with the list of dates in ${cases} random cases`, { timeout: 600_000 }, async () => {
    const { details, counts } = await checkCases(app, cases);
    expect(fc.defaultReportMessage(details) ?? 'no difference').toBe('no difference');
    expect(counts.moves).toBe(2 * cases);
    // Both answers are common, or the cases would prove little.
    expect(counts.clashes / counts.moves).toBeGreaterThan(0.2);
    expect(counts.clashes / counts.moves).toBeLessThan(0.8);
  });
});

describe.each([
  [
    'a cancelled day is cut out alone, without its week',
    'daterange(day - 6, day + 7)',
    'daterange(day, day + 1)',
  ],
  [
    'dates start on the first day instead of the first session',
    'first_day + ((weekday - extract(isodow from first_day)::int + 7) % 7)',
    'first_day',
  ],
  ['a last day is left out', `bounds.until, '[]'`, `bounds.until, '[)'`],
])('the cases find a planted fault', (fault, right, wrong) => {
  const app = useTestApp();

  it(fault, { timeout: 60_000 }, async () => {
    await replaceInFunction(app, right, wrong);
    const { details } = await checkCases(app, casesWithFault, { endOnFailure: true });
    expect(details.failed).toBe(true);
    // A difference, not an accident.
    expect(details.errorInstance).toMatchObject({ name: 'AssertionError' });
  });
});

async function replaceInFunction(app: TestApp, right: string, wrong: string) {
  const { rows } = await app.database.pool.query<{ source: string }>(
    `select pg_get_functiondef('weekly_dates'::regproc) as source`,
  );
  const source = rows[0]?.source ?? '';
  expect(source).toContain(right);
  await app.database.pool.query(source.replace(right, wrong));
}
