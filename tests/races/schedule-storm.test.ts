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
// rooms. Nobody ever says that a room may be shared.

const rounds = 60;
const atOnce = 12;
const seed = 20261121;
const days = ['2026-11-16', '2026-11-17', '2026-11-18'];

type Stage = { instructors: string[]; rooms: string[]; danceTypeId: string };
type Things = {
  classes: { id: string; version: number }[];
  sessions: { id: string; version: number }[];
  logs: { id: string; version: number }[];
  cancellations: string[];
};

describe.runIf(hasPostgres)('a storm of changes of one schedule', () => {
  const app = useTestApp('postgres');

  it('puts nobody in two places, shares no room unasked and fails for no reason of its own', async () => {
    const { owner } = await app.studio();
    const random = openRandom(seed);
    const stage = {
      danceTypeId: await makeDanceType(app, owner),
      instructors: await times(4, () => makeInstructor(app, owner)),
      rooms: await times(3, () => makeClassroom(app, owner)),
    };
    const tally = { done: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      const things = await look(owner);
      const answers = await Promise.allSettled(
        Array.from({ length: atOnce }, () => step(owner, random, stage, things)),
      );
      expect(faultsIn(answers)).toEqual([]);
      tally.done += answers.filter(({ status }) => status === 'fulfilled').length;
      tally.refused += answers.filter(({ status }) => status === 'rejected').length;
      expect(await sharedRooms(owner)).toEqual([]);
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
  });

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
      logs: await db.selectFrom('attendanceSessions').select(['id', 'version']).execute(),
      cancellations: (await db.selectFrom('classCancellations').select('id').execute()).map(({ id }) => id),
    }));

  /** Pairs of what holds one room at one time on one day. */
  const sharedRooms = (by: Actor) =>
    app.database.inTenant(by, async (db) => {
      const { rows } = await sql`
        select a.class_id, a.one_off_session_id, a.attendance_session_id, b.class_id as other_class, b.one_off_session_id as
          other_session, b.attendance_session_id as other_log, (a.dates * b.dates)::text as dates, (a.times * b.times)::text as times
        from occupancy a join occupancy b on a.room_id = b.room_id and a.weekday = b.weekday and a.ctid < b.ctid
          and a.dates && b.dates and a.times && b.times`.execute(db);
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

async function step({ api }: Actor, random: Random, stage: Stage, things: Things): Promise<unknown> {
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
  const wanted: (() => unknown)[] = [
    () => (things.classes.length < 12 ? classes.create(booking) : one && classes.delete({ id: one.id })),
    () => oneOffs.create(session),
    () => one && classes.update({ ...booking, ...one, appliesFrom }),
    () => one && classes.update({ ...booking, ...one, appliesFrom }),
    () => one && cancellations.create({ classId: one.id, date }),
    () => cancellation !== undefined && cancellations.restore({ id: cancellation }),
    () => cancellations.cancelDays({ start: date, end: random.pick(days.filter((day) => day >= date)) }),
    () => cancellation !== undefined && cancellations.restoreDays({ ids: things.cancellations.slice(0, 3) }),
    () => one && attendance.save({ classId: one.id, date, status, instructorId, idempotencyKey }),
    () => one && attendance.save({ classId: one.id, date, status, instructorId, idempotencyKey }),
    () => log && attendance.correct({ ...log, status, instructorId }),
    () => log && attendance.correct({ ...log, status, instructorId }),
    () => taught && oneOffs.update({ ...session, ...taught }),
    () => taught && oneOffs.cancel({ id: taught.id }),
    () => taught && attendance.outcome.log({ ...taught, outcome: status }),
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
