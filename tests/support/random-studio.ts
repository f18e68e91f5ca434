import type { Random } from '#server/demo/random.ts';
import { addDays } from '#shared/local-date.ts';
import { makeClass, makeInstructor, makeStudent } from './factories.ts';
import type { RawStudio } from './insights-by-hand.ts';
import { testToday, type Actor, type TestApp } from './test-app.ts';

/** Invents a studio's term: classes, payments, inquiries, one-off sessions and what was logged. */
export async function fillRandomly(app: TestApp, owner: Actor, random: Random): Promise<void> {
  const day = () => addDays(testToday, random.whole(-120, 30));
  const instructors = await times(3, () => makeInstructor(app, owner));
  const classes = await times(4, (nth) => {
    const sessionStartDate = day();
    return makeClass(app, owner, {
      instructorId: instructors[nth % 3] ?? '',
      startTime: `${10 + nth}:00`,
      endTime: `${10 + nth}:50`,
      daysOfWeek: random.chance(0.5) ? [random.whole(1, 7)] : [1, 2, 3, 4, 5, 6, 7],
      sessionStartDate,
      sessionEndDate: random.chance(0.5) ? addDays(sessionStartDate, random.whole(0, 60)) : null,
    });
  });
  const roomOf = await app.database.inTenant(owner, (db) =>
    db.selectFrom('classrooms').select('id').executeTakeFirstOrThrow(),
  );
  const students = await times(6, () => makeStudent(app, owner));
  await app.database.inTenant(owner, async (db) => {
    const subscriptions = Array.from({ length: random.whole(0, 25) }, () => {
      const startDate = day();
      return {
        studentId: random.pick(students),
        classId: random.pick(classes),
        startDate,
        endDate: addDays(startDate, random.whole(0, 60)),
        amountPaidCents: random.pick([0, 1, 9_999, 12_345]),
        numberOfSessions: 4,
        paymentFor: random.pick(['new_class', 'renewal']),
        status: random.pick(['active', 'expired', 'cancelled']),
        paidOn: day(),
      };
    });
    if (subscriptions.length > 0) await db.insertInto('subscriptions').values(subscriptions).execute();
    for (const studentId of students) {
      const { id } = await db
        .insertInto('classRegistrations')
        .values({ classId: random.pick(classes), studentId, enrolledOn: '2026-08-01' })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (random.chance(0.3))
        await db
          .updateTable('classRegistrations')
          .set({ endedOn: '2026-10-01' })
          .where('id', '=', id)
          .execute();
    }
    for (let nth = random.whole(0, 12); nth > 0; nth--) {
      const isPaid = random.chance(0.5);
      const { id } = await db
        .insertInto('oneOffSessions')
        .values({
          sessionType: random.pick(['Private', 'Catch-up', 'Tryout', 'Tryout']),
          instructorId: instructors[nth % 3] ?? '',
          roomId: roomOf.id,
          sessionDate: day(),
          startTime: `0${nth % 9}:0${nth % 5}`,
          endTime: `0${nth % 9}:0${(nth % 5) + 1}`,
          priceCents: random.pick([null, 2_500]),
          isPaid,
          paidOn: isPaid ? testToday : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .updateTable('oneOffSessions')
        .set({ outcome: random.pick([null, 'Completed', 'No Show']) })
        .where('id', '=', id)
        .execute();
    }
    for (let nth = random.whole(0, 20); nth > 0; nth--) {
      const createdAt = new Date(`${day()}T${String(random.whole(0, 23)).padStart(2, '0')}:30:00Z`);
      await db
        .insertInto('inquiries')
        .values({
          fullName: `Lead ${nth}`,
          leadSource: random.pick([null, 'Friend', 'Web']),
          status: random.pick(['new', 'contacted', 'Tryout Scheduled', 'Converted to Student']),
          createdAt,
        })
        .execute();
    }
  });
  await logRandomly(app, owner, random, classes);
}

async function logRandomly(
  app: TestApp,
  owner: Actor,
  random: Random,
  classes: readonly string[],
): Promise<void> {
  const rules = await app.database.inTenant(owner, (db) =>
    db
      .selectFrom('classes')
      .selectAll()
      .where('id', 'in', [...classes])
      .execute(),
  );
  for (const rule of rules) {
    for (let nth = 0; nth < 70; nth++) {
      const sessionDate = addDays(testToday, -nth);
      const isInTerm = sessionDate >= rule.sessionStartDate && (rule.sessionEndDate ?? '9999') >= sessionDate;
      const weekday = ((new Date(`${sessionDate}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
      if (!isInTerm || !rule.daysOfWeek.includes(weekday) || random.chance(0.7)) continue;
      await app.database.inTenant(owner, (db) =>
        db
          .insertInto('attendanceSessions')
          .values({
            classId: rule.id,
            sessionDate,
            status: random.pick(['Completed', 'Completed', 'Cancelled']),
            instructorId: rule.instructorId,
          })
          .execute(),
      );
    }
  }
}

/** Every row the insights are counted from. */
export async function readRaw(app: TestApp, owner: Actor): Promise<RawStudio> {
  return await app.database.inTenant(owner, async (db) => ({
    classes: await db.selectFrom('classes').selectAll().execute(),
    subscriptions: await db.selectFrom('subscriptions').selectAll().execute(),
    registrations: await db.selectFrom('classRegistrations').selectAll().execute(),
    sessions: await db.selectFrom('oneOffSessions').selectAll().execute(),
    inquiries: await db.selectFrom('inquiries').selectAll().execute(),
    logs: await db.selectFrom('attendanceSessions').selectAll().execute(),
    instructorNames: new Map(
      (await db.selectFrom('profiles').select(['id', 'fullName']).execute()).map(({ id, fullName }) => [
        id,
        fullName,
      ]),
    ),
  }));
}

async function times<T>(count: number, make: (nth: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let nth = 0; nth < count; nth++) made.push(await make(nth));
  return made;
}
