import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ClassBooking } from '#features/scheduling/schema.ts';
import { openRandom, type Random } from '#server/demo/random.ts';
import { makeClassroom, makeDanceType, makeInstructor } from '#tests/support/factories.ts';
import { classOn, oneOffOn } from '#tests/support/schedule.ts';
import { faultsIn, useTestApp, type Actor } from '#tests/support/test-app.ts';
import { asOwner, hasPostgres } from '#tests/support/test-database.ts';

// Everything that books, moves, logs, corrects, calls off and restores, at once and at random, of few people in few
// rooms: some say that a room may be shared, most do not.

const rounds = 60;
const atOnce = 12;
/** Each in a studio of its own; `npm run attack` has them do more than 200 rounds. */
const seeds = [20261121, 20261122, 20261123, 20261124].slice(0, process.env['ATTACKS'] === 'all' ? 4 : 1);
const days = ['2026-11-16', '2026-11-17', '2026-11-18'];
// From the first day of any class on, and until all that goes on repeats itself.
const [firstDay, lastDay] = ['2026-11-09', '2026-12-06'];

/** Two that take one instructor or one room at one time of one day. */
type Pair = { resource: 'instructor' | 'room'; ids: string[]; day: string; isRecorded: boolean };
type Stage = { instructors: string[]; rooms: string[]; danceTypeId: string };
type Things = {
  classes: { id: string; version: number }[];
  sessions: { id: string; version: number }[];
  logs: { id: string; version: number; classId: string }[];
  cancellations: { id: string; classId: string; isShared: boolean }[];
};

describe.runIf(hasPostgres)('a storm of changes of one schedule', () => {
  const app = useTestApp('postgres');

  it.each(seeds)(
    'puts nobody in two places, shares no room unasked and fails for no reason of its own: %i',
    async (seed) => {
      const { owner } = await app.studio();
      const random = openRandom(seed);
      const stage = {
        danceTypeId: await makeDanceType(app, owner),
        instructors: await times(4, () => makeInstructor(app, owner)),
        rooms: await times(3, () => makeClassroom(app, owner)),
      };
      const tally = { done: 0, refused: 0, shared: 0 };
      let pairs: Pair[] = [];
      for (let round = 0; round < rounds; round++) {
        const things = await look(owner);
        const asked = new Set<string>();
        const answers = await Promise.allSettled(
          Array.from({ length: atOnce }, () => step(owner, random, stage, things, asked)),
        );
        expect(faultsIn(answers)).toEqual([]);
        tally.done += answers.filter(({ status }) => status === 'fulfilled').length;
        tally.refused += answers.filter(({ status }) => status === 'rejected').length;
        const known = new Set(pairs.map(nameOf));
        pairs = await overlaps(owner);
        expect(pairs.filter(({ resource }) => resource === 'instructor')).toEqual([]);
        expect(pairs.filter(({ isRecorded }) => !isRecorded)).toEqual([]);
        const fresh = pairs.filter((pair) => !known.has(nameOf(pair)));
        expect(fresh.filter(({ ids }) => !ids.some((id) => asked.has(id)))).toEqual([]);
        tally.shared += fresh.length;
        expect(await misprojected(owner)).toEqual([]);
      }
      const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(app.database.db);
      expect(rows).toEqual([{ deadlocks: 0 }]);
      // Had all been refused, there would have been nothing to go wrong; had nothing been, nobody would have met.
      console.log(`${rounds} rounds:`, tally);
      const asked = rounds * atOnce;
      expect(tally.done).toBeGreaterThan(asked * 0.2);
      expect(tally.refused).toBeGreaterThan(asked * 0.05);
      expect(tally.shared).toBeGreaterThan(0);
    },
  );

  const look = (by: Actor): Promise<Things> =>
    app.database.inTenant(by, async (db) => ({
      classes: await db
        .selectFrom('classes')
        .select(['id', 'version'])
        .where('archivedAt', 'is', null)
        .execute(),
      sessions: await db
        .selectFrom('oneOffSessions')
        .select(['id', 'version'])
        .where('cancelledAt', 'is', null)
        .execute(),
      logs: await db.selectFrom('attendanceSessions').select(['id', 'version', 'classId']).execute(),
      cancellations: await db
        .selectFrom('classCancellations as x')
        .innerJoin('classes as c', 'c.id', 'x.classId')
        .select(['x.id', 'x.classId', 'c.isRoomConflictIgnored as isShared'])
        .execute(),
    }));

  /**
   * Every two that meet, day by day, of all that takes place: what `occupancy` holds is not asked. The word that a room is
   * shared is kept of what a class is now; of what it was before, that is not looked for.
   */
  const overlaps = (by: Actor) =>
    app.database.inTenant(by, async (db) => {
      const { rows } = await sql<Pair>`
        with held as materialized (
          select day::date, c.id, coalesce(a.instructor_id, c.instructor_id) as instructor_id, c.room_id, c.start_time,
            c.end_time,
            (select is_room_conflict_ignored from classes where id = c.id) or exists (
              select from past_class_rules p where p.class_id = c.id and upper(p.dates) > day) as is_recorded
          from generate_series(${firstDay}::date, ${lastDay}::date, '1 day') day
            cross join lateral classes_as_of(day::date) c
            left join attendance_sessions a on a.class_id = c.id and a.session_date = day::date
          where c.archived_at is null and (a.status = 'Completed' or (a.id is null and c.takes_place and not exists (
            select from class_cancellations x where x.class_id = c.id and x.cancelled_date = day::date)))
          union all
          select session_date, id, instructor_id, room_id, start_time, end_time, is_room_conflict_ignored from one_off_sessions
          where cancelled_at is null and outcome is distinct from 'Cancelled'
        )
        select resource, array[a.id, b.id] as ids, a.day::text, a.is_recorded or b.is_recorded as is_recorded
        from held a join held b on a.day = b.day and a.id < b.id and a.start_time < b.end_time and b.start_time < a.end_time
          cross join lateral (values ('instructor', a.instructor_id = b.instructor_id), ('room', a.room_id = b.room_id))
            met (resource, is_same)
        where is_same`.execute(db);
      return rows;
    });

  /** Classes that hold something else than they would if they were projected now. */
  async function misprojected({ organizationId }: Actor) {
    const held = sql`
      select jsonb_agg(to_jsonb(o) order by o.class_id, o.attendance_session_id, o.weekday, o.dates) as held from occupancy o
      where o.organization_id = ${organizationId} and o.one_off_session_id is null`;
    return await asOwner(app.database, { organizationId }, async (db) => {
      const before = await held.execute(db);
      await sql`select project_class(organization_id, id) from classes where organization_id = ${organizationId}`.execute(
        db,
      );
      const after = await held.execute(db);
      return JSON.stringify(before.rows) === JSON.stringify(after.rows) ? [] : [before.rows, after.rows];
    });
  }
});

const nameOf = ({ resource, ids, day }: Pair) => [resource, ...ids, day].join(' ');

/** Does one thing; `asked` is told what was saved with the word that its room may be shared. */
async function step(
  { api }: Actor,
  random: Random,
  stage: Stage,
  things: Things,
  asked: Set<string>,
): Promise<unknown> {
  const { classes, cancellations, oneOffs } = api.scheduling;
  const { attendance } = api;
  const place = {
    danceTypeId: stage.danceTypeId,
    instructorId: random.pick(stage.instructors),
    roomId: random.pick(stage.rooms),
  };
  const startTime = random.pick(['10:00', '10:30', '11:00', '12:00']);
  const time = { startTime, endTime: `${Number(startTime.slice(0, 2)) + 1}${startTime.slice(2)}` };
  const date = random.pick(days);
  const booking: ClassBooking = classOn(place, {
    ...time,
    daysOfWeek: random.pick([['Monday'], ['Tuesday'], ['Wednesday'], ['Monday', 'Wednesday']]),
    sessionStartDate: random.pick(['2026-11-09', '2026-11-16', '2026-11-17']),
    sessionEndDate: random.pick([null, null, '2026-11-18', '2026-11-30']),
  });
  const session = oneOffOn(place, { ...time, sessionDate: date });
  const [one, taught, log] = [
    pickOf(random, things.classes),
    pickOf(random, things.sessions),
    pickOf(random, things.logs),
  ];
  const cancellation = pickOf(random, things.cancellations);
  const status = random.pick(['Completed', 'Completed', 'Cancelled'] as const);
  const instructorId = random.pick([null, place.instructorId]);
  const appliesFrom = random.pick([null, '2026-11-16', '2026-11-17', '2026-11-22']);
  const idempotencyKey = randomUUID();
  const ignoreRoomConflict = random.chance(0.25);
  const [toBook, toHold] = [
    { ...booking, ignoreRoomConflict },
    { ...session, ignoreRoomConflict },
  ];
  const note = async <T>(saved: Promise<T>, idOf: (answer: T) => string) => {
    const id = idOf(await saved);
    if (ignoreRoomConflict) asked.add(id);
  };
  const correct = async ({ classId, ...seen }: Things['logs'][number]) =>
    note(attendance.correct({ ...seen, status, instructorId, ignoreRoomConflict }), () => classId);
  // Of classes that share their rooms already, those that are restored together share them again.
  const restoreDays = async (restored: Things['cancellations']) => {
    await cancellations.restoreDays({ ids: restored.map(({ id }) => id) });
    for (const { classId, isShared } of restored) if (isShared) asked.add(classId);
  };
  const wanted: (() => unknown)[] = [
    () =>
      things.classes.length < 12
        ? note(classes.create(toBook), ({ id }) => id)
        : one && classes.delete({ id: one.id }),
    () => note(oneOffs.create(toHold), ({ id }) => id),
    () => one && note(classes.update({ ...toBook, ...one, appliesFrom }), ({ id }) => id),
    () => one && note(classes.update({ ...toBook, ...one, appliesFrom }), ({ id }) => id),
    () => one && cancellations.create({ classId: one.id, date }),
    () =>
      cancellation &&
      note(cancellations.restore({ id: cancellation.id, ignoreRoomConflict }), ({ classId }) => classId),
    () => cancellations.cancelDays({ start: date, end: random.pick(days.filter((day) => day >= date)) }),
    () => cancellation && restoreDays(things.cancellations.slice(0, 3)),
    () => one && attendance.save({ classId: one.id, date, status, instructorId, idempotencyKey }),
    () => one && attendance.save({ classId: one.id, date, status, instructorId, idempotencyKey }),
    () => log && correct(log),
    () => log && correct(log),
    () => taught && note(oneOffs.update({ ...toHold, ...taught }), ({ id }) => id),
    () => taught && oneOffs.cancel({ id: taught.id }),
    () =>
      taught &&
      note(attendance.outcome.log({ ...taught, outcome: status, ignoreRoomConflict }), ({ id }) => id),
  ];
  return await random.pick(wanted)();
}

function pickOf<T>(random: Random, list: readonly T[]): T | undefined {
  return list.length > 0 ? random.pick(list) : undefined;
}

async function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let nth = 0; nth < count; nth++) made.push(await make());
  return made;
}
