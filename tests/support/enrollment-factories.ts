import { makeClass, makeStudent } from './factories.ts';
import { testToday, type Actor, type TestApp } from './test-app.ts';

type SubscriptionOptions = {
  studentId?: string;
  classId?: string;
  startDate?: string;
  endDate?: string;
  amountPaidCents?: number;
  numberOfSessions?: number;
  subscriptionType?: 'time_based' | 'session_based';
  paymentFor?: 'new_class' | 'renewal';
  status?: 'active' | 'expired' | 'cancelled';
  paidOn?: string;
};

/** A payment of ninety days around the day of the tests. */
export async function makeSubscription(app: TestApp, by: Actor, options: SubscriptionOptions = {}) {
  const studentId = options.studentId ?? (await makeStudent(app, by));
  const classId = options.classId ?? (await makeClass(app, by));
  const row = {
    startDate: '2026-10-01',
    endDate: '2026-12-31',
    amountPaidCents: 12_000,
    numberOfSessions: 10,
    paidOn: '2026-10-01',
    ...options,
    studentId,
    classId,
  };
  const { id } = await app.database.inTenant(by, (db) =>
    db.insertInto('subscriptions').values(row).returning('id').executeTakeFirstOrThrow(),
  );
  return { id, studentId, classId };
}

type Registration = { studentId: string; classId: string; enrolledOn?: string; endedOn?: string };

/** A student on a class's roster from a day on, and up to, not on, another. */
export async function makeRegistration(
  app: TestApp,
  by: Actor,
  { endedOn, ...given }: Registration,
): Promise<string> {
  return await app.database.inTenant(by, async (db) => {
    const { id } = await db
      .insertInto('classRegistrations')
      .values({ enrolledOn: testToday, ...given })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (endedOn) await db.updateTable('classRegistrations').set({ endedOn }).where('id', '=', id).execute();
    return id;
  });
}

/** A log of a class on a date, with who was there and who was not. */
export async function makeAttendance(
  app: TestApp,
  by: Actor,
  log: { classId: string; date: string; present?: string[]; absent?: string[]; status?: string },
): Promise<string> {
  return await app.database.inTenant(by, async (db) => {
    const { instructorId } = await db
      .selectFrom('classes')
      .select('instructorId')
      .where('id', '=', log.classId)
      .executeTakeFirstOrThrow();
    const { id: sessionId } = await db
      .insertInto('attendanceSessions')
      .values({
        classId: log.classId,
        sessionDate: log.date,
        status: log.status ?? 'Completed',
        instructorId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const entries = [
      ...(log.present ?? []).map((studentId) => ({ sessionId, studentId, isPresent: true })),
      ...(log.absent ?? []).map((studentId) => ({ sessionId, studentId, isPresent: false })),
    ];
    if (entries.length > 0) await db.insertInto('attendanceEntries').values(entries).execute();
    return sessionId;
  });
}
