import { sql } from 'kysely';
import { makeClass, makeClassroom, makeDanceType, makeInstructor, makeStudent } from './factories.ts';
import type { Actor, TestApp } from './test-app.ts';

/** At least one row of this studio in every table studios have: what the tenancy guard holds against others. */
export async function makeEverything(app: TestApp, by: Actor): Promise<void> {
  const instructorId = await makeInstructor(app, by);
  const studentId = await makeStudent(app, by);
  const roomId = await makeClassroom(app, by);
  const danceTypeId = await makeDanceType(app, by);
  // Mondays and Wednesdays from September 2026.
  const classId = await makeClass(app, by, { instructorId, roomId, danceTypeId });
  await app.database.inTenant(by, async (db) => {
    await db.insertInto('payTerms').values({ profileId: instructorId, ratePerClassCents: 4000 }).execute();
    await sql`select keep_past_rule(${classId}, '2026-09-10')`.execute(db);
    await db.insertInto('classCancellations').values({ classId, cancelledDate: '2026-11-23' }).execute();
    await db
      .insertInto('oneOffSessions')
      .values({
        sessionType: 'Private',
        studentId,
        instructorId,
        roomId,
        sessionDate: '2026-11-24',
        startTime: '10:00',
        endTime: '11:00',
      })
      .execute();
    await db.insertInto('inquiries').values({ fullName: 'Quinn Curious' }).execute();
    await db
      .insertInto('subscriptions')
      .values({
        studentId,
        classId,
        startDate: '2026-11-01',
        endDate: '2026-11-30',
        amountPaidCents: 8000,
        numberOfSessions: 8,
        paidOn: '2026-11-01',
      })
      .execute();
    await db
      .insertInto('classRegistrations')
      .values({ classId, studentId, enrolledOn: '2026-11-01' })
      .execute();
    const session = await db
      .insertInto('attendanceSessions')
      .values({ classId, sessionDate: '2026-11-18', status: 'Completed', instructorId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('attendanceEntries')
      .values({ sessionId: session.id, studentId, isPresent: true })
      .execute();
    await db
      .insertInto('idempotencyKeys')
      .values({ key: 'everything', operation: 'test', fingerprint: 'test', answer: sql`'{}'::jsonb` })
      .execute();
    await sql`select give_login(${studentId}, ${`${studentId}@barre.test`}, 'Stu Student')`.execute(db);
  });
}
