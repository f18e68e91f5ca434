import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openRandom, type Random } from '#server/demo/random.ts';
import { makeClass, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { oneOffOn } from '#tests/support/schedule.ts';
import { faultsIn, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';
import { asOwner, hasPostgres } from '#tests/support/test-database.ts';

// Students, inquiries, instructors and classes are deleted while others enroll them, take their payments, log who was
// there, book their tryouts and invite them, at random and at once, of so few that all meet.

const rounds = process.env['ATTACKS'] === 'all' ? 600 : 60;
const atOnce = 14;
const seed = 20261123;
const logged = '2026-11-18';

type Things = {
  students: { id: string; version: number }[];
  inquiries: { id: string; version: number }[];
  classes: string[];
  instructors: string[];
  subscriptions: { id: string; version: number; studentId: string; classId: string }[];
  logs: { id: string; version: number }[];
  ended: string[];
  tryouts: string[];
  roomId: string;
};

describe.runIf(hasPostgres)('a storm of people who come and go', () => {
  const app = useTestApp('postgres');

  it('leaves nobody half there and half gone, and fails for no reason of its own', async () => {
    const { owner } = await app.studio();
    const random = openRandom(seed);
    const corrections = new Map<string, number>();
    const tally = { done: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      await refill(owner);
      const things = await look(owner);
      const steps = Array.from({ length: atOnce }, () => step(owner, random, things, corrections));
      const answers = await Promise.allSettled(steps);
      expect(faultsIn(answers)).toEqual([]);
      tally.done += answers.filter(({ status }) => status === 'fulfilled').length;
      tally.refused += answers.filter(({ status }) => status === 'rejected').length;
      for (const [wrong, query] of Object.entries(wrongs))
        expect([wrong, await rowsOf(owner, query)]).toEqual([wrong, []]);
    }
    const { subscriptions } = await look(owner);
    const counted = subscriptions.map(({ id, version }) => [id, version - 1]);
    expect(counted).toEqual(subscriptions.map(({ id }) => [id, corrections.get(id) ?? 0]));
    // Had all been refused, or nobody deleted, there would have been nothing to go wrong.
    const { length: deleted } = await rowsOf(owner, 'select from profiles where erased_at is not null');
    console.log(`${rounds} rounds, ${deleted} people deleted:`, tally);
    expect(tally.done).toBeGreaterThan(rounds * atOnce * 0.3);
    expect(deleted).toBeGreaterThan(rounds / 2);
    expect(corrections.size).toBeGreaterThan(0);
  });

  /** Enough of everything that the next round finds somebody to delete. */
  async function refill(by: Actor) {
    const { students, instructors, classes } = await look(by);
    while (students.push({ id: await makeStudent(app, by), version: 1 }) < 4);
    const open = await openInquiries(by);
    for (let n = open; n < 2; n++)
      await by.api.leads.create({
        fullName: `Lead ${n}`,
        phoneNumber: '555 0100',
        idempotencyKey: randomUUID(),
      });
    for (let n = instructors.length; n < 3; n++) await makeInstructor(app, by);
    for (let n = classes.length; n < 3; n++) {
      // An hour nobody is held at by what was logged before.
      const hour = (await look(by)).classes.length + n;
      const startTime = `${String(6 + (hour % 12)).padStart(2, '0')}:00`;
      await makeClass(app, by, { daysOfWeek: [3], startTime, endTime: `${startTime.slice(0, 2)}:50` });
    }
  }

  const openInquiries = (by: Actor) =>
    app.database.inTenant(by, async (db) => {
      const open = db.selectFrom('inquiries').select('id').where('studentId', 'is', null);
      return (await open.execute()).length;
    });

  const look = (by: Actor): Promise<Things> =>
    app.database.inTenant(by, async (db) => {
      const people = await db
        .selectFrom('profiles')
        .select(['id', 'version', 'role'])
        .where('erasedAt', 'is', null)
        .orderBy('id')
        .execute();
      const classes = await db.selectFrom('classes').select('id').where('archivedAt', 'is', null).execute();
      const ended = await db
        .selectFrom('classRegistrations')
        .select('id')
        .where('endedOn', '=', testToday)
        .execute();
      const tryouts = await db
        .selectFrom('oneOffSessions')
        .select('id')
        .where('inquiryId', 'is not', null)
        .where('cancelledAt', 'is', null)
        .execute();
      const room = await db.selectFrom('classrooms').select('id').executeTakeFirst();
      return {
        students: people.filter(({ role }) => role === 'student'),
        instructors: people.filter(({ role }) => role === 'instructor').map(({ id }) => id),
        inquiries: await db
          .selectFrom('inquiries')
          .select(['id', 'version'])
          .orderBy('studentId', (order) => order.asc().nullsFirst())
          .limit(3)
          .execute(),
        classes: classes.map(({ id }) => id),
        subscriptions: await db
          .selectFrom('subscriptions')
          .select(['id', 'version', 'studentId', 'classId'])
          .orderBy('id')
          .execute(),
        logs: await db.selectFrom('attendanceSessions').select(['id', 'version']).execute(),
        ended: ended.map(({ id }) => id),
        tryouts: tryouts.map(({ id }) => id),
        roomId: room?.id ?? '',
      };
    });

  // Who sees the logins as well.
  const rowsOf = (by: Actor, query: string) =>
    asOwner(app.database, by, async (db) => (await sql.raw(query).execute(db)).rows);
});

/** Rows there must be none of: what is wrong with them, and how they are found. */
const wrongs: Record<string, string> = {
  'a deleted student is on a roster': `select r.id from class_registrations r join profiles p on p.id = r.student_id
    where p.erased_at is not null and (r.ended_on is null or r.ended_on > '${testToday}')`,
  'a deleted student is expected': `select s.id from one_off_sessions s left join inquiries i on i.id = s.inquiry_id
      join profiles p on p.id in (s.student_id, i.student_id)
    where p.erased_at is not null and s.session_date >= '${testToday}'
      and s.cancelled_at is null and s.outcome is null`,
  'nobody is expected': `select s.id from one_off_sessions s where s.session_type = 'Tryout'
      and num_nonnulls(s.student_id, s.inquiry_id) = 0 and s.cancelled_at is null and s.outcome is null`,
  'a deleted person is still known': `select p.id from profiles p where p.erased_at is not null
      and (p.full_name not like 'Deleted %' or num_nonnulls(p.email, p.phone_number, p.gender, p.date_of_birth) > 0)`,
  'a deleted student is known by the inquiry they came from': `select i.id from inquiries i join profiles p on p.id = i.student_id
    where p.erased_at is not null
      and (i.full_name <> 'Deleted student' or num_nonnulls(i.email, i.phone_number, i.age, i.gender) > 0)`,
  'a deleted person can sign in': `select p.id from profiles p left join auth.membership m on m.profile_id = p.id
      left join auth.invitation n on n.profile_id = p.id
    where p.erased_at is not null and num_nonnulls(m.user_id, n.email) > 0`,
  'a lead waits for a tryout that is not to be': `select id from inquiries i where status = 'Tryout Scheduled'
      and not exists (select from one_off_sessions s where s.inquiry_id = i.id and s.cancelled_at is null)`,
  'an inquiry became nobody': `select id from inquiries
    where (status = 'Converted to Student') <> (student_id is not null)`,
  'somebody was enrolled by half': `select p.id from profiles p where p.full_name like 'Whole %'
      and (not exists (select from class_registrations r where r.student_id = p.id)
        or not exists (select from subscriptions s where s.student_id = p.id))`,
  'a deleted instructor teaches': `select c.id from classes c join profiles p on p.id = c.instructor_id
    where c.archived_at is null and p.erased_at is not null`,
};

async function step(
  { api }: Actor,
  random: Random,
  things: Things,
  corrections: Map<string, number>,
): Promise<unknown> {
  const student = random.pick(things.students.slice(0, 3));
  const [studentId, classId] = [student.id, random.pick(things.classes)];
  const inquiry = random.pick(things.inquiries);
  const inquiryId = inquiry.id;
  const place = { instructorId: random.pick(things.instructors), roomId: things.roomId };
  const startTime = `${String(random.whole(6, 20)).padStart(2, '0')}:00`;
  const time = { startTime, endTime: `${startTime.slice(0, 2)}:50`, ignoreRoomConflict: true };
  const sessionDate = random.pick(['2026-11-23', '2026-11-24']);
  const terms = {
    startDate: '2026-11-01',
    endDate: '2026-12-31',
    amountPaidCents: 100,
    numberOfSessions: 4,
    subscriptionType: 'session_based' as const,
  };
  const idempotencyKey = randomUUID();
  const [paid] = things.subscriptions.length > 0 ? [random.pick(things.subscriptions)] : [];
  const [log] = things.logs.length > 0 ? [random.pick(things.logs)] : [];
  const [tryout] = things.tryouts.length > 0 ? [random.pick(things.tryouts)] : [];
  const [registrationId] = things.ended.length > 0 ? [random.pick(things.ended)] : [];
  const enroll = (from: string | null) =>
    api.enrollment.enrollStudent({
      studentDetails: { fullName: `Whole ${idempotencyKey}`, email: `${idempotencyKey}@barre.test` },
      enrollmentItems: [{ classId, ...terms }],
      inquiryId: from,
      idempotencyKey,
    });
  const { enrollment, payments, people, attendance, leads, scheduling } = api;
  const wanted: (() => unknown)[] = [
    () => enrollment.deleteStudent({ id: studentId }),
    () => enrollment.deleteStudent({ id: studentId }),
    () => leads.delete({ id: inquiryId }),
    () => leads.delete({ id: inquiryId }),
    () => random.chance(0.4) && scheduling.classes.delete({ id: classId }),
    () => people.instructors.delete({ id: place.instructorId }),
    () => enrollment.enroll({ classId, studentId }),
    () => enrollment.enroll({ classId, studentId }),
    () => enrollment.remove({ classId, studentId }),
    () => registrationId && enrollment.restore({ registrationId }),
    () => enroll(null),
    () => enroll(inquiryId),
    () => enroll(inquiryId),
    () => payments.add({ ...terms, studentId, classId, paymentFor: 'renewal', idempotencyKey }),
    async () => {
      if (!paid) return;
      const { id, version } = paid;
      const paidOn = '2026-11-20';
      const edit = { ...terms, id, version, classId: paid.classId, paymentFor: 'renewal' as const, paidOn };
      await payments.update({ ...edit, status: 'active' });
      corrections.set(id, (corrections.get(id) ?? 0) + 1);
    },
    () =>
      people.students.update({
        id: studentId,
        version: student.version,
        fullName: `Renamed ${idempotencyKey}`,
        email: `${idempotencyKey}@barre.test`,
      }),
    () => people.signIn.invite({ id: studentId }),
    () =>
      attendance.save({ classId, date: logged, entries: [{ studentId, isPresent: true }], idempotencyKey }),
    () => attendance.save({ classId, date: logged, instructorId: place.instructorId, idempotencyKey }),
    () =>
      log && attendance.correct({ ...log, status: 'Completed', entries: [{ studentId, isPresent: false }] }),
    () => leads.scheduleTryout({ ...place, ...time, inquiryId, sessionDate }),
    () => leads.scheduleTryout({ ...place, ...time, inquiryId, sessionDate }),
    () =>
      scheduling.oneOffs.create(
        oneOffOn({ ...place, danceTypeId: '' }, { ...time, danceTypeId: null, studentId, sessionDate }),
      ),
    () => leads.setStatus({ ...inquiry, status: 'contacted' }),
    () =>
      leads.update({
        ...inquiry,
        fullName: `Corrected ${idempotencyKey}`,
        email: `${idempotencyKey}@barre.test`,
        status: random.pick(['new', 'Converted to Student']),
      }),
    () => tryout && scheduling.oneOffs.cancel({ id: tryout }),
  ];
  return await random.pick(wanted)();
}
