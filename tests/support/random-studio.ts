import { inquiryStatuses } from '#features/leads/schema.ts';
import type { Random } from '#server/demo/random.ts';
import { addDays, isoWeekday, type LocalDate } from '#shared/local-date.ts';
import type { RawStudio } from './insights-by-hand.ts';
import { testNow, testToday, type Actor, type TestApp } from './test-app.ts';

/** Invents a studio's term: classes, payments, inquiries, one-off sessions and what was logged. */
export async function fillRandomly(app: TestApp, owner: Actor, random: Random): Promise<void> {
  const day = () => addDays(testToday, random.whole(-120, 30));
  const momentOf = (date: LocalDate) =>
    new Date(`${date}T${String(random.whole(0, 23)).padStart(2, '0')}:30:00Z`);
  const made = <T>(count: number, make: (nth: number) => T) =>
    Array.from({ length: count }, (_, n) => make(n));
  // One transaction of few statements: thousands of studios are filled so.
  await app.database.inTenant(owner, async (db) => {
    const room = await db
      .insertInto('classrooms')
      .values({ name: 'Room' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const danceType = await db
      .insertInto('danceTypes')
      .values({ name: 'Style' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const idsOf = async (role: string, count: number) => {
      const people = made(count, (nth) => ({ role, fullName: `${role} ${nth}` }));
      const rows = await db.insertInto('profiles').values(people).returning('id').execute();
      return rows.map(({ id }) => id);
    };
    const instructors = await idsOf('instructor', 3);
    const students = await idsOf('student', 6);
    const rules = await db
      .insertInto('classes')
      .values(
        made(4, (nth) => {
          const sessionStartDate = day();
          return {
            name: `Class ${nth}`,
            classType: 'Group',
            danceTypeId: danceType.id,
            roomId: room.id,
            instructorId: instructors[nth % 3] ?? '',
            startTime: `${10 + nth}:00`,
            endTime: `${10 + nth}:50`,
            daysOfWeek: random.chance(0.5) ? [random.whole(1, 7)] : [1, 2, 3, 4, 5, 6, 7],
            sessionStartDate,
            sessionEndDate: random.chance(0.5) ? addDays(sessionStartDate, random.whole(0, 60)) : null,
          };
        }),
      )
      .returning(['id', 'instructorId', 'daysOfWeek', 'sessionStartDate', 'sessionEndDate'])
      .execute();
    const archived = new Map(
      rules.filter(() => random.chance(0.2)).map(({ id }) => [id, addDays(testToday, -random.whole(0, 60))]),
    );
    const classes = rules.map(({ id }) => id);
    const subscriptions = made(random.whole(0, 25), () => {
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
    const registrations = students.map((studentId) => ({
      classId: random.pick(classes),
      studentId,
      enrolledOn: '2026-08-01',
    }));
    const enrolled = await db
      .insertInto('classRegistrations')
      .values(registrations)
      .returning('id')
      .execute();
    const left = enrolled.map(({ id }) => id).filter(() => random.chance(0.3));
    if (left.length > 0)
      await db
        .updateTable('classRegistrations')
        .set({ endedOn: '2026-10-01' })
        .where('id', 'in', left)
        .execute();
    const oneOffs = made(random.whole(0, 12), (nth) => {
      const isPaid = random.chance(0.5);
      return {
        sessionType: random.pick(['Private', 'Catch-up', 'Tryout', 'Tryout']),
        instructorId: instructors[nth % 3] ?? '',
        roomId: room.id,
        sessionDate: day(),
        startTime: `0${nth % 9}:0${nth % 5}`,
        endTime: `0${nth % 9}:0${(nth % 5) + 1}`,
        priceCents: random.pick([null, 2_500]),
        isPaid,
        paidOn: isPaid ? testToday : null,
      };
    });
    if (oneOffs.length > 0) {
      const booked = await db.insertInto('oneOffSessions').values(oneOffs).returning('id').execute();
      for (const [end, sessions] of Map.groupBy(booked, () => random.pick(ends)))
        if (end)
          await db
            .updateTable('oneOffSessions')
            .set(end)
            .where(
              'id',
              'in',
              sessions.map(({ id }) => id),
            )
            .execute();
    }
    const inquiries = made(random.whole(0, 60), (nth) => ({
      fullName: `Lead ${nth}`,
      leadSource: random.pick(random.pick(leadSources)),
      status: random.pick(inquiryStatuses),
      createdAt: momentOf(day()),
    }));
    if (inquiries.length > 0) await db.insertInto('inquiries').values(inquiries).execute();
    const logs = rules.flatMap((rule) =>
      made(70, (nth) => addDays(testToday, -nth))
        .filter((date) => date < (archived.get(rule.id) ?? '9999'))
        .filter((date) => takesPlace(rule, date) && random.chance(0.3))
        .map((sessionDate) => ({
          classId: rule.id,
          sessionDate,
          status: random.pick(['Completed', 'Completed', 'Cancelled']),
          instructorId: random.chance(0.2) ? random.pick(instructors) : rule.instructorId,
        })),
    );
    if (logs.length > 0) await db.insertInto('attendanceSessions').values(logs).execute();
    for (const [id, date] of archived)
      await db
        .updateTable('classes')
        .set({ archivedAt: momentOf(date) })
        .where('id', '=', id)
        .execute();
  });
}

/** How a one-off session came out; whether it was paid has nothing to do with it. */
const ends = [
  null,
  { outcome: 'Completed' },
  { outcome: 'Completed' },
  { outcome: 'No Show' },
  { outcome: 'Cancelled' },
  { cancelledAt: testNow },
];

/** More than are shown; some are spelled in several ways. */
const leadSources = [
  [null, '', 'unknown', 'UNKNOWN'],
  ['Café', 'Cafe\u0301', 'CAFE', 'café'],
  ['Word of mouth', 'word of mouth', 'Word  of\u00A0mouth'],
  ['Web', 'WEB', 'web'],
  ...['Friend', 'Flyer', 'Instagram', 'Neighbor', 'Open day', 'Poster', 'Radio', 'School', 'Theater'].map(
    (source) => [source],
  ),
];

type Rule = { daysOfWeek: number[]; sessionStartDate: string; sessionEndDate: string | null };

function takesPlace({ daysOfWeek, sessionStartDate, sessionEndDate }: Rule, date: string): boolean {
  const isInTerm = date >= sessionStartDate && (sessionEndDate ?? '9999') >= date;
  return isInTerm && daysOfWeek.includes(isoWeekday(date));
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
