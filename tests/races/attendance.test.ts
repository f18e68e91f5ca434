import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/local-date.ts';
import { makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeRegistration } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { hasPostgres } from '#tests/support/test-database.ts';
import { refused, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

const rounds = process.env['ATTACKS'] === 'all' ? 1000 : 30;
const timeout = 600_000;

// One connection serves the embedded engine, so only a server sees two saves at once.
describe.runIf(hasPostgres)('attendance saved by several people at once', () => {
  const app = useTestApp('postgres');
  const atOnce = 30;

  async function race<T>(attempt: (n: number) => Promise<T>) {
    const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, (_, n) => attempt(n)));
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const lost = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Error] : [],
    );
    return { won, lost };
  }

  async function kept(by: Actor) {
    return await app.database.inTenant(by, async (db) => ({
      logs: await db.selectFrom('attendanceSessions').selectAll().execute(),
      entries: await db.selectFrom('attendanceEntries').selectAll().execute(),
      keys: await db.selectFrom('idempotencyKeys').select('key').execute(),
    }));
  }

  it('is kept once, whole: the others are told that it exists', async () => {
    const { owner, staff } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner, { students: 20 });
    const { won, lost } = await race((n) =>
      (n % 2 ? owner : staff).api.attendance.save({
        classId,
        date: sessionDate,
        entries: students.map((studentId) => ({ studentId, isPresent: n % 3 === 0 })),
        idempotencyKey: randomUUID(),
      }),
    );
    expect(won).toHaveLength(1);
    expect(new Set(lost.map(({ message }) => message))).toEqual(
      new Set(['A log for this session already exists.']),
    );
    const { logs, entries, keys } = await kept(owner);
    expect(logs.map(({ id }) => id)).toEqual(won.map(({ id }) => id));
    expect(entries).toHaveLength(20);
    // All from the same request.
    expect(new Set(entries.map(({ isPresent }) => isPresent)).size).toBe(1);
    expect(keys).toHaveLength(1);
  });

  it('is answered alike when one request is sent again and again', async () => {
    const { owner } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner);
    const request = {
      classId,
      date: sessionDate,
      entries: students.map((studentId) => ({ studentId, isPresent: true })),
      idempotencyKey: randomUUID(),
    };
    const { won, lost } = await race(() => owner.api.attendance.save(request));
    expect(lost).toEqual([]);
    expect(new Set(won.map(({ id }) => id)).size).toBe(1);
    expect((await kept(owner)).entries).toHaveLength(3);
  });

  it('is kept once and whole when one of two who save it is cut off half way', { timeout }, async () => {
    const { owner, staff } = await app.studio();
    const classId = await makeClass(app, owner, {
      daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
      sessionStartDate: '2020-01-01',
    });
    const entries: { studentId: string; isPresent: boolean }[] = [];
    for (let nth = 0; nth < 20; nth++) {
      const studentId = await makeStudent(app, owner);
      await makeRegistration(app, owner, { classId, studentId, enrolledOn: '2020-01-01' });
      entries.push({ studentId, isPresent: nth % 3 > 0 });
    }
    const refusals = new Map<string, number>();
    for (let round = 1; round <= rounds; round++) {
      const date = addDays(testToday, -round);
      const save = ({ api }: Actor) =>
        api.attendance.save({ classId, date, entries, idempotencyKey: randomUUID() });
      const [cut, ...saved] = await Promise.allSettled([cutOffOne(round % 10), save(owner), save(staff)]);
      expect(cut.status).toBe('fulfilled');
      for (const answer of saved)
        if (answer.status === 'rejected') {
          const { message } = answer.reason as Error;
          refusals.set(message, (refusals.get(message) ?? 0) + 1);
        }
      // A connection that was cut off may be the one it is looked at by, first.
      await expect.poll(() => entriesOn(date), { message: date }).toEqual([{ entries: 20 }]);
    }
    console.log(`${rounds} logs, each asked for twice:`, Object.fromEntries(refusals));
    // Another was quicker, or the connection broke: before anything was kept, or while it was.
    const promised = [
      'A log for this session already exists.',
      'The studio’s data cannot be reached right now. Nothing was saved; try again in a moment.',
      'The connection broke while this was being saved. Look whether it is there before you repeat it.',
    ];
    expect(promised).toEqual(expect.arrayContaining([...refusals.keys()]));
    expect(refusals.size).toBeGreaterThan(1);

    async function entriesOn(date: string) {
      const { rows } = await app.database.inTenant(owner, (db) =>
        sql<{ entries: number }>`select count(e.student_id)::integer as entries
          from attendance_sessions s left join attendance_entries e on e.session_id = s.id
          where s.class_id = ${classId} and s.session_date = ${date} group by s.id`.execute(db),
      );
      return rows;
    }
  });

  /** Ends the connection of one who is at work, a little later, and waits for its end: it would come in another's work. */
  async function cutOffOne(ms: number) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    const { pool } = app.database;
    await pool.query(`select pg_terminate_backend(pid, 5000) from (select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null limit 1) busy`);
  }

  it('never stands beside a cancellation of the same date', async () => {
    const { owner } = await app.studio();
    for (let round = 0; round < 10; round++) {
      const { classId } = await makeAttendedClass(app, owner, { students: 1 });
      const { won } = await race<unknown>((n) =>
        n % 2
          ? owner.api.attendance.save({ classId, date: sessionDate, idempotencyKey: randomUUID() })
          : owner.api.scheduling.cancellations.create({ classId, date: sessionDate }),
      );
      expect(won).toHaveLength(1);
    }
  });

  it.each(['Completed', 'Cancelled'] as const)(
    'keeps its date from being cancelled while it is being saved as %s',
    async (status) => {
      const { owner } = await app.studio();
      const { classId } = await makeAttendedClass(app, owner, { students: 1 });
      const instructorId = await makeInstructor(app, owner);
      const inserted = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const saved = app.database.inTenant(owner, async (db) => {
        await db
          .insertInto('attendanceSessions')
          .values({ classId, sessionDate, status, instructorId })
          .execute();
        inserted.resolve();
        await held.promise;
      });
      await inserted.promise;
      const cancelled = refused(
        owner.api.scheduling.cancellations.create({ classId, date: sessionDate }),
        409,
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      held.resolve();
      await saved;
      expect((await cancelled).message).toBe(
        'An attendance log for this class on this date has already been submitted.',
      );
    },
  );

  it('puts a substitute in one place only', async () => {
    const { owner } = await app.studio();
    const instructorId = await makeInstructor(app, owner, { fullName: 'Sub' });
    const classes = await Promise.all(
      Array.from({ length: atOnce }, () => makeAttendedClass(app, owner, { students: 1 })),
    );
    const { won, lost } = await race((n) =>
      owner.api.attendance.save({
        classId: classes[n]?.classId ?? '',
        date: sessionDate,
        instructorId,
        idempotencyKey: randomUUID(),
      }),
    );
    expect(won).toHaveLength(1);
    expect(new Set(lost.map(({ message }) => message))).toEqual(
      new Set(['Scheduling Conflict: Instructor Sub is already booked.']),
    );
  });
});
