import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { classOn, makeStage } from '#tests/support/schedule.ts';
import { refused, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';
import { nextDate, resumes } from '#features/scheduling/rules.ts';
import type { ClassBooking } from '#features/scheduling/schema.ts';
import { addDays, type LocalDate } from '#shared/local-date.ts';
import { weekdayOf, weekdays } from '#shared/weekday.ts';

// Random changes of classes and logs between them, against the plainest definition there is: what was told of each day.

const app = useTestApp();
const cases = 40;
const seed = 20261121;
const [firstShown, lastShown] = ['2026-10-05', '2026-12-04'];
const days = Array.from({ length: 61 }, (_, n) => addDays(firstShown, n));

type Fields = Partial<Pick<ClassBooking, 'daysOfWeek' | 'startTime' | 'sessionStartDate' | 'sessionEndDate'>>;
/** `log` is which of the sessions up to today is logged. */
type Step = { log: number } | { fields: Fields; appliesFrom: LocalDate | null };

const aDay = fc.nat({ max: 48 }).map((n) => addDays(firstShown, n));
const aTime = fc.integer({ min: 10, max: 29 }).map((minutes) => `09:${minutes}`);
const someDays = fc.subarray([...weekdays], { minLength: 1 });
const anEnd = fc.option(aDay);
const aChange = fc.record({
  fields: fc.record(
    {
      startTime: aTime,
      daysOfWeek: someDays,
      sessionEndDate: anEnd,
      sessionStartDate: fc.oneof(fc.constant('2026-09-01'), aDay),
    },
    { requiredKeys: [] },
  ),
  appliesFrom: fc.option(fc.oneof(fc.constantFrom(testToday, addDays(testToday, 1)), aDay)),
});
const aStep = fc.oneof(
  { weight: 4, arbitrary: aChange },
  { weight: 1, arbitrary: fc.record({ log: fc.nat() }) },
);

/** What a class is on each day, whether its dates include the day or not. */
class Told {
  now: ClassBooking;
  readonly logged = new Set<LocalDate>();
  private changedFrom: LocalDate | null = null;
  private readonly rules: Map<LocalDate, Pick<ClassBooking, 'daysOfWeek' | 'startTime'>>;

  constructor(made: ClassBooking) {
    this.now = made;
    this.rules = new Map(days.map((day) => [day, made]));
  }

  /** Whether a change is of days after the last one alone. */
  isMoot(next: ClassBooking, appliesFrom: LocalDate | null): boolean {
    const hasEnded = ({ sessionEndDate: end }: ClassBooking) =>
      end !== null && end < (appliesFrom ?? testToday);
    return this.isOther(next) && hasEnded(next) && hasEnded(this.now);
  }

  change(next: ClassBooking, appliesFrom: LocalDate | null): void {
    const from = appliesFrom ?? testToday;
    const isResumed = resumes(next, this.now, from);
    const isCorrected = appliesFrom !== null && this.changedFrom !== null && this.changedFrom > appliesFrom;
    if (this.isOther(next) || isResumed || isCorrected)
      this.tell(next, from, isResumed ? this.now.sessionEndDate : null);
    this.now = next;
  }

  private isOther({ startTime, daysOfWeek }: ClassBooking): boolean {
    return startTime !== this.now.startTime || daysOfWeek.join() !== this.now.daysOfWeek.join();
  }

  private tell(next: ClassBooking, from: LocalDate, ended: LocalDate | null): void {
    const hadBegun = [this.now.sessionStartDate, ...this.logged].some((day) => day < from);
    this.changedFrom = hadBegun ? from : null;
    for (const [day, rule] of this.rules) {
      if (day >= from || !hadBegun) this.rules.set(day, next);
      else if (ended !== null && day > ended) this.rules.set(day, { ...rule, daysOfWeek: [] });
    }
  }

  planned(): string[] {
    const { sessionStartDate, sessionEndDate } = this.now;
    return days
      .filter((day) => day >= sessionStartDate && (sessionEndDate === null || day <= sessionEndDate))
      .filter((day) => this.rules.get(day)?.daysOfWeek.includes(weekdayOf(day)))
      .map((day) => this.at(day));
  }

  shown(): string[] {
    return [...new Set([...this.planned(), ...[...this.logged].map((day) => this.at(day))])].sort();
  }

  private at(day: LocalDate): string {
    return `${day} ${this.rules.get(day)?.startTime}`;
  }
}

it('says of each day what the class was told to be on it, and holds its instructor then', async () => {
  const { owner } = await app.studio();
  const stage = await makeStage(app, owner);
  const start = fc.record({
    sessionStartDate: fc.constantFrom('2026-09-01', '2026-10-10'),
    sessionEndDate: fc.constantFrom(null, '2026-11-05'),
  });
  await fc.assert(
    fc.asyncProperty(start, fc.array(aStep, { minLength: 2, maxLength: 6 }), (fields, steps) =>
      follow(owner, classOn(stage, { startTime: '10:00', endTime: '10:30', ...fields }), steps),
    ),
    { seed, numRuns: cases, endOnFailure: true },
  );
});

async function follow(by: Actor, made: ClassBooking, steps: Step[]): Promise<void> {
  const { classes } = by.api.scheduling;
  const { id } = await classes.create(made);
  const told = new Told(made);
  let version = 1;
  try {
    for (const step of steps) {
      if ('log' in step) {
        const open = told
          .planned()
          .map((at) => at.slice(0, 10))
          .filter((day) => day <= testToday && !told.logged.has(day));
        const date = open[step.log % open.length];
        if (!date) continue;
        await by.api.attendance.save({ classId: id, date, idempotencyKey: randomUUID() });
        told.logged.add(date);
      } else {
        const next = { ...told.now, ...step.fields };
        const { sessionStartDate: first, sessionEndDate: last } = next;
        if ((last !== null && last < first) || nextDate(next, first) === null) continue;
        const { appliesFrom } = step;
        const asked = classes.update({ ...next, id, version, appliesFrom });
        if (told.isMoot(next, appliesFrom)) await refused(asked, 400);
        else {
          ({ version } = await asked);
          told.change(next, appliesFrom);
        }
      }
      expect(await inCalendar(by, id)).toEqual(told.shown());
      expect(await held(by, id)).toEqual(told.shown());
    }
  } finally {
    await classes.delete({ id });
  }
}

const inCalendar = async (by: Actor, classId: string) =>
  (await by.api.scheduling.calendar({ start: firstShown, end: lastShown }))
    .filter(({ id }) => id === classId)
    .map(({ date, startTime }) => `${date} ${startTime}`);

/** The days on which a class or its logs keep its instructor from being booked. */
const held = (by: Actor, classId: string) =>
  app.database.inTenant(by, async (db) => {
    const { rows } = await sql<{ at: string }>`
      select day::date || ' ' || to_char(lower(o.times), 'HH24:MI') as at
      from occupancy o, generate_series(${firstShown}::date, ${lastShown}::date, '1 day') day
      where (o.class_id = ${classId} or o.attendance_session_id in (
          select id from attendance_sessions where class_id = ${classId}))
        and o.dates @> day::date and extract(isodow from day) = o.weekday
      order by 1`.execute(db);
    return rows.map(({ at }) => at);
  });
