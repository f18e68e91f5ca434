import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import type { OneOffBooking } from '#features/scheduling/one-offs/schema.ts';
import type { ClassBooking } from '#features/scheduling/schema.ts';
import { openApp, serve } from '#server/app.ts';
import { makeStudent } from '#tests/support/factories.ts';
import { classOn, oneOffOn } from '#tests/support/schedule.ts';
import { testClock, useTestApp, type Actor } from '#tests/support/test-app.ts';
import { hasPostgres } from '#tests/support/test-database.ts';

// Everybody saves in the same moment, over HTTP, against a real server: one wins, the others are told why.

const isFull = process.env['ATTACKS'] === 'all';
const rounds = 20;
const most = 50;
const timeout = isFull ? 3_600_000 : 300_000;
/** `npm run attack` also has few race, often: then who comes first is close. */
const racesOf = (eightTimes: number) => [
  { atOnce: most, times: rounds },
  ...(isFull
    ? [
        { atOnce: 8, times: eightTimes },
        { atOnce: 2, times: 1000 },
      ]
    : []),
];
const instructorBusy = 'Scheduling Conflict: Instructor Ina Instructor is already booked.';
const roomBusy = 'Warning: This room is already booked at this time.';

type Saving = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body: object };
type Answer = { status: number; code: string | null; message: string | null };
type Stage = { danceTypeId: string; instructorId: string; instructors: string[]; rooms: string[] };

if (!hasPostgres)
  console.warn('The booking races need a PostgreSQL server: TEST_ENGINE=postgres or TEST_POSTGRES=1.');

describe.skipIf(!hasPostgres)('many people booking at once', { timeout }, () => {
  const app = useTestApp('postgres');
  let server: Server;
  let address: string;
  /** How many save in the same moment. */
  let savers = most;

  beforeAll(async () => {
    const config = readConfig({
      LOG_LEVEL: 'silent',
      DEMO: 'false',
      AUTH_SECRET: randomUUID(),
      REQUESTS_PER_MINUTE: '0',
    });
    server = serve(await openApp(config, { database: app.database, clock: testClock }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/api`;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  async function signIn({ userId }: Actor): Promise<string> {
    const token = randomUUID();
    await app.database.pool.query(
      `insert into auth.session (user_id, token, expires_at) values ($1, $2, now() + interval '1 day')`,
      [userId, token],
    );
    return token;
  }

  async function save(token: string, { method, path, body }: Saving): Promise<Answer> {
    const response = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const { code = null, message = null } = response.ok ? {} : (JSON.parse(text) as Partial<Answer>);
    return { status: response.status, code, message };
  }

  /** Plays rounds, each in a studio of its own, and expects one winner and one reason for all others. */
  async function race(
    prepare: (owner: Actor, stage: Stage) => Promise<Saving[]> | Saving[],
    { code, message }: { code: string; message: unknown },
    eightTimes = 200,
  ) {
    for (const { atOnce, times } of racesOf(eightTimes))
      for (let round = 0; round < times; round++) {
        savers = atOnce;
        const { owner } = await app.studio();
        const savings = await prepare(owner, await setStage(owner));
        expect(savings).toHaveLength(savers);
        const token = await signIn(owner);
        const answers = await Promise.all(savings.map((saving) => save(token, saving)));
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const losers = answers.filter(({ status }) => status !== 200);
        expect(losers).toEqual(losers.map(() => ({ status: 409, code, message })));
      }
    savers = most;
    await expectNoDeadlock();
  }

  async function expectNoDeadlock() {
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(app.database.db);
    expect(rows).toEqual([{ deadlocks: 0 }]);
  }

  async function setStage(owner: Actor): Promise<Stage> {
    const { rows } = await app.database.inTenant(owner, (db) =>
      sql<Stage>`
        with style as (insert into dance_types (name) values ('Ballet') returning id),
          star as (insert into profiles (role, full_name) values ('instructor', 'Ina Instructor') returning id),
          people as (insert into profiles (role, full_name) select 'instructor', 'I' || n from generate_series(1, ${savers}::int) n returning id),
          places as (insert into classrooms (name) select 'R' || n from generate_series(1, ${savers}::int) n returning id)
        select (select id from style) as dance_type_id, (select id from star) as instructor_id,
          (select array_agg(id) from people) as instructors, (select array_agg(id) from places) as rooms`.execute(
        db,
      ),
    );
    const [stage] = rows;
    if (!stage) throw new Error('the stage was not set');
    return stage;
  }

  const everyone = <T>(make: (n: number) => T) => Array.from({ length: savers }, (_, n) => make(n));
  const inRoom = ({ danceTypeId, instructorId, rooms }: Stage, n: number) => ({
    danceTypeId,
    instructorId,
    roomId: rooms[n] ?? '',
  });
  const createClass = (body: ClassBooking): Saving => ({ method: 'POST', path: '/classes', body });
  const createOneOff = (body: OneOffBooking): Saving => ({ method: 'POST', path: '/one-off-sessions', body });
  const instructorTaken = { code: 'INSTRUCTOR_BUSY', message: instructorBusy };
  // A class that was logged is told more, where it looked before another was quicker.
  const logged =
    / They are logged to have taught this class on [^:]+: choose a later day for the change, or correct that log\./;
  const instructorTaught = {
    code: 'INSTRUCTOR_BUSY',
    message: expect.stringMatching(`^${instructorBusy}(${logged.source})?$`) as unknown,
  };

  it('one class gets the instructor', () =>
    race(
      // Not the same classes: they share Monday, and a part of the hour.
      (_, stage) =>
        everyone((n) =>
          createClass(
            classOn(inRoom(stage, n), {
              daysOfWeek: n % 2 ? ['Monday'] : ['Monday', 'Wednesday', 'Friday'],
              startTime: n % 3 ? '17:00' : '17:30',
              endTime: '18:30',
            }),
          ),
        ),
      instructorTaken,
      1000,
    ));

  it('a class or a one-off session gets the instructor', () =>
    race(
      (_, stage) =>
        everyone((n) =>
          n % 2 ? createClass(classOn(inRoom(stage, n))) : createOneOff(oneOffOn(inRoom(stage, n))),
        ),
      instructorTaken,
    ));

  it('a moved class or a new one gets the instructor', () =>
    race(async ({ api }, stage) => {
      const other = stage.instructors[0] ?? '';
      const savings = [];
      for (let n = 0; n < savers; n++) {
        const wanted = classOn(inRoom(stage, n));
        if (n % 2) {
          savings.push(createClass(wanted));
          continue;
        }
        const elsewhere = { ...wanted, instructorId: other, ...hourOf(n) };
        const { id, version } = await api.scheduling.classes.create(elsewhere);
        savings.push({ method: 'PUT', path: `/classes/${id}`, body: { ...wanted, version } } as const);
      }
      return savings;
    }, instructorTaken));

  it('a log with a substitute or a new session gets the instructor', () =>
    race(async ({ api }, stage) => {
      const savings = [];
      const sessionDate = '2026-09-07';
      for (let n = 0; n < savers; n++) {
        if (n % 2) {
          savings.push(createOneOff(oneOffOn(inRoom(stage, n), { sessionDate })));
          continue;
        }
        const held = { ...classOn(inRoom(stage, n)), instructorId: stage.instructors[n] ?? '' };
        const { id } = await api.scheduling.classes.create(held);
        const body = { instructorId: stage.instructorId, idempotencyKey: randomUUID() };
        savings.push({ method: 'POST', path: `/classes/${id}/attendance/${sessionDate}`, body } as const);
      }
      return savings;
    }, instructorTaken));

  it('a tryout or a private session gets the instructor', () =>
    race(async ({ api }, stage) => {
      const savings = [];
      for (let n = 0; n < savers; n++) {
        const session = oneOffOn(inRoom(stage, n));
        if (n % 2) {
          savings.push(createOneOff(session));
          continue;
        }
        const { id: inquiryId } = await api.leads.create({ fullName: `Lena ${n}` });
        savings.push(createOneOff({ ...session, sessionType: 'Tryout', studentId: null, inquiryId }));
      }
      return savings;
    }, instructorTaken));

  it('a class whose past is corrected or a new session gets who taught in its place', () =>
    race(async ({ api }, stage) => {
      const savings = [];
      for (let n = 0; n < savers; n++) {
        if (n % 2) {
          savings.push(createOneOff(oneOffOn(inRoom(stage, n), { sessionDate: '2026-09-07' })));
          continue;
        }
        const held = { ...classOn(inRoom(stage, n)), instructorId: stage.instructors[n] ?? '' };
        const { id, version } = await api.scheduling.classes.create({ ...held, ...hourOf(n) });
        await api.attendance.save({
          classId: id,
          date: '2026-09-07',
          instructorId: stage.instructorId,
          idempotencyKey: randomUUID(),
        });
        const corrected = { ...held, version, appliesFrom: '2026-09-01' };
        savings.push({ method: 'PUT', path: `/classes/${id}`, body: corrected } as const);
      }
      return savings;
    }, instructorTaught));

  it('a class whose past is corrected or a new session gets the room it was in', () =>
    race(
      async ({ api }, { danceTypeId, instructors, rooms }) => {
        const savings = [];
        for (let n = 0; n < savers; n++) {
          const stage = { danceTypeId, instructorId: instructors[n] ?? '', roomId: rooms[0] ?? '' };
          if (n % 2) {
            savings.push(createOneOff(oneOffOn(stage, { sessionDate: '2026-09-07' })));
            continue;
          }
          // In the room only up to a change, and not yet on the day that its dates then take in.
          const before = { ...classOn(stage), sessionStartDate: '2026-09-14' };
          const { id, version } = await api.scheduling.classes.create({
            ...before,
            ignoreRoomConflict: true,
          });
          const moved = { ...before, roomId: rooms[n + 1] ?? '' };
          const { version: changed } = await api.scheduling.classes.update({ ...moved, id, version });
          const body = { ...moved, version: changed, sessionStartDate: '2026-09-07', sessionEndDate: null };
          savings.push({ method: 'PUT', path: `/classes/${id}`, body } as const);
        }
        return savings;
      },
      { code: 'ROOM_BUSY', message: roomBusy },
    ));

  it('a restored date or a new session gets the instructor', () =>
    race(async ({ api }, stage) => {
      const { id: classId } = await api.scheduling.classes.create(classOn(inRoom(stage, 0)));
      const { id } = await api.scheduling.cancellations.create({ classId, date: '2026-11-23' });
      const restore = { method: 'POST', path: `/cancellations/${id}/restore`, body: {} } as const;
      return everyone((n) => (n === savers / 2 ? restore : createOneOff(oneOffOn(inRoom(stage, n)))));
    }, instructorTaken));

  it('one class gets the room without being told that it shares it', () =>
    race(
      (_, { danceTypeId, instructors, rooms }) =>
        everyone((n) =>
          createClass(classOn({ danceTypeId, instructorId: instructors[n] ?? '', roomId: rooms[0] ?? '' })),
        ),
      { code: 'ROOM_BUSY', message: roomBusy },
    ));

  it('one edit, session or class gets the room without being told that it shares it', () =>
    race(
      async ({ api }, { danceTypeId, instructors, rooms }) => {
        const savings = [];
        for (let n = 0; n < savers; n++) {
          const stage = { danceTypeId, instructorId: instructors[n] ?? '', roomId: rooms[0] ?? '' };
          if (n % 3 === 0) savings.push(createClass(classOn(stage)));
          if (n % 3 === 1) savings.push(createOneOff(oneOffOn(stage)));
          if (n % 3 !== 2) continue;
          const elsewhere = classOn({ ...stage, roomId: rooms[n] ?? '' });
          const { id, version } = await api.scheduling.classes.create(elsewhere);
          savings.push({
            method: 'PUT',
            path: `/classes/${id}`,
            body: { ...classOn(stage), version },
          } as const);
        }
        return savings;
      },
      { code: 'ROOM_BUSY', message: roomBusy },
    ));

  it('a session that was held after all or a new one gets the room without being told that it shares it', () =>
    race(
      async ({ api }, { danceTypeId, instructors, rooms }) => {
        const savings = [];
        for (let n = 0; n < savers; n++) {
          const stage = { danceTypeId, instructorId: instructors[n] ?? '', roomId: rooms[0] ?? '' };
          const sessionDate = '2026-09-07';
          if (n % 4 === 0) {
            const booking = { ...classOn(stage), daysOfWeek: ['Monday' as const], ignoreRoomConflict: true };
            const { id: classId } = await api.scheduling.classes.create(booking);
            const log = { classId, date: sessionDate, status: 'Cancelled' as const };
            const { id } = await api.attendance.save({ ...log, idempotencyKey: randomUUID() });
            savings.push({ method: 'PUT', path: `/attendance/${id}`, body: { version: 1 } } as const);
          } else if (n % 4 === 1) {
            const booking = oneOffOn(stage, { sessionDate, ignoreRoomConflict: true });
            const { id } = await api.scheduling.oneOffs.create(booking);
            await api.attendance.outcome.log({ id, version: 1, outcome: 'Cancelled' });
            const path = `/one-off-sessions/${id}/outcome`;
            savings.push({ method: 'PUT', path, body: { version: 2 } } as const);
          } else savings.push(createOneOff(oneOffOn(stage, { sessionDate })));
        }
        return savings;
      },
      { code: 'ROOM_BUSY', message: roomBusy },
    ));

  it.each([
    ['an instructor', ({ instructorId }: Stage) => `/instructors/${instructorId}`],
    ['a classroom', ({ rooms }: Stage) => `/classrooms/${rooms[0]}`],
    ['a dance type', ({ danceTypeId }: Stage) => `/dance-types/${danceTypeId}`],
  ])('%s is either deleted or booked, never both', async (_, pathOf) => {
    for (let round = 0; round < rounds; round++) {
      const { owner } = await app.studio();
      const stage = await setStage(owner);
      const token = await signIn(owner);
      // The deletion sets out among the bookings, a little later each round.
      const bookings = everyone((n) => createClass(classOn(inRoom(stage, 0), hourOf(n))));
      const deletion = { method: 'DELETE', path: pathOf(stage), body: {} } as const;
      const answers = await Promise.all(
        bookings.toSpliced(round % 5, 0, deletion).map((saving) => save(token, saving)),
      );
      const [deleted] = answers.splice(round % 5, 1);
      const booked = answers.filter(({ status }) => status === 200).length;
      expect([deleted?.status, booked]).toEqual(deleted?.status === 200 ? [200, 0] : [409, savers]);
      // Who looked before the deletion and waited for it is told by the database.
      const untold = answers.filter(({ message }) => !/not found in your|was deleted/.test(message ?? ''));
      expect(untold.filter(({ status }) => status !== 200)).toEqual([]);
    }
  });

  it('a student is deleted, with their sessions, while the rooms and the instructors of these are booked', async () => {
    for (let round = 0; round < rounds; round++) {
      const { owner } = await app.studio();
      const stage = await setStage(owner);
      const token = await signIn(owner);
      const studentId = await makeStudent(app, owner);
      const few = 5;
      // Each holds another instructor than the room was booked for before.
      const at = (n: number, shift: number) => ({
        danceTypeId: stage.danceTypeId,
        roomId: stage.rooms[n % few] ?? '',
        instructorId: stage.instructors[(n + shift) % few] ?? '',
      });
      for (let n = 0; n < few; n++)
        await owner.api.scheduling.oneOffs.create(
          oneOffOn(at(n, 0), { studentId, sessionDate: '2199-01-01' }),
        );
      const bookings = everyone((n) =>
        createOneOff(
          oneOffOn(at(n, n), { sessionDate: `2199-03-${10 + Math.floor(n / few)}`, ...hourOf(n) }),
        ),
      );
      const deletion = { method: 'DELETE', path: `/students/${studentId}`, body: {} } as const;
      const answers = await Promise.all(
        bookings.toSpliced(5 + round, 0, deletion).map((saving) => save(token, saving)),
      );
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    }
    await expectNoDeadlock();
  });

  it('cancelling, moving and restoring one class at once leaves it whole', async () => {
    const { owner } = await app.studio();
    const { classes } = owner.api.scheduling;
    const stage = await setStage(owner);
    const token = await signIn(owner);
    const { id } = await classes.create(classOn(inRoom(stage, 0)));
    const [one = '', two = ''] = stage.instructors;
    for (let round = 0; round < rounds; round++) {
      const { version, cancelledDates } = await classes.get({ id });
      const moved = classOn(
        { ...inRoom(stage, round), instructorId: round % 2 ? one : two },
        { ...hourOf(2 * round) },
      );
      const answers = await Promise.all([
        save(token, { method: 'PUT', path: `/classes/${id}`, body: { ...moved, version } }),
        ...['2026-11-23', '2026-11-25', '2026-11-30'].map((date) =>
          save(token, { method: 'POST', path: '/cancellations', body: { classId: id, date } }),
        ),
        ...cancelledDates.map((each) =>
          save(token, { method: 'POST', path: `/cancellations/${each.id}/restore`, body: {} }),
        ),
      ]);
      expect(answers[0]).toMatchObject({ status: 200 });
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      expect(await occupancyOf(owner, id)).toEqual(await occupancyFromRule(owner, id));
    }
  });

  async function occupancyOf(owner: Actor, classId: string) {
    const { rows } = await app.database.inTenant(owner, (db) =>
      sql`select instructor_id, room_id, weekday, dates::text, times::text from occupancy where class_id = ${classId} order by weekday, dates`.execute(
        db,
      ),
    );
    return rows;
  }

  async function occupancyFromRule(owner: Actor, classId: string) {
    const { rows } = await app.database.inTenant(owner, (db) =>
      sql`select r.instructor_id, r.room_id, day as weekday, timerange(r.start_time, r.end_time)::text as times, span.dates::text
        from dated_class_rules r, unnest(r.days_of_week) day, lateral (
          select weekly_dates(day, r.first_day, r.last_day, freed_dates(r.organization_id, r.class_id)) as dates) span
        where r.class_id = ${classId} and not isempty(span.dates) order by weekday, span.dates`.execute(db),
    );
    return rows;
  }
});

/** A different quarter of an hour for each `n`. */
function hourOf(n: number) {
  const time = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return { startTime: time(n * 15), endTime: time(n * 15 + 15) };
}
