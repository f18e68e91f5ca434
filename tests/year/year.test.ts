import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ClassBooking, ClassRule } from '#features/scheduling/schema.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { makeStudent } from '#tests/support/factories.ts';
import { classOn, oneOffOn } from '#tests/support/schedule.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';
import { expectAgreement } from './agree.ts';
import { asOwner } from '#tests/support/test-database.ts';

// A studio in New York, from January to April as it happens. The numbers are reckoned by hand.

const app = useTestApp();
const firstDay = '2027-01-04';
const newYork = (day: LocalDate, time = '12:00') =>
  app.setNow(`${day}T${time}:00${day > '2027-03-13' ? '-04:00' : '-05:00'}`);

it('comes out as a bookkeeper reckons it, on every screen alike', async () => {
  newYork(firstDay);
  const { owner, instructor } = await app.studio({ timeZone: 'America/New_York' });
  const { api } = owner;
  const { classes, cancellations, oneOffs } = api.scheduling;
  const key = () => randomUUID();
  const roomId = (await api.catalog.classrooms.create({ name: 'Hall' })).id;
  const danceTypeId = (await api.catalog.danceTypes.create({ name: 'Ballet' })).id;
  const ina = (await api.people.instructors.create({ fullName: 'Ina', idempotencyKey: key() })).id;
  const ivo = instructor.profileId;
  const classOf = (instructorId: string, fields: Partial<ClassBooking>) =>
    classOn({ danceTypeId, instructorId, roomId }, { sessionStartDate: firstDay, ...fields });
  const ballet = await classes.create(classOf(ina, { name: 'Ballet', daysOfWeek: ['Monday'] }));
  const jazz = await classes.create(classOf(ivo, { name: 'Jazz', daysOfWeek: ['Wednesday'] }));
  await enteredOn(owner, firstDay);
  const agree = (day: LocalDate) => expectAgreement(owner, day, firstDay);
  const report = (endDate: LocalDate) => api.insights.get({ startDate: firstDay, endDate });

  type Place = { classId: string; start: LocalDate; end: LocalDate; dollars: number; pack?: number };
  const paid = ({ classId, start, end, dollars, pack }: Place) => ({
    classId,
    amountPaidCents: dollars * 100,
    startDate: start,
    endDate: end,
    numberOfSessions: pack ?? 4,
    subscriptionType: pack ? ('session_based' as const) : ('time_based' as const),
  });
  const enroll = async (fullName: string, place: Place, inquiryId: string | null = null) => {
    const studentDetails = { fullName, email: 'parent@barre.test' };
    const enrollmentItems = [paid(place)];
    const asked = { studentDetails, enrollmentItems, inquiryId, idempotencyKey: key() };
    return (await api.enrollment.enrollStudent(asked)).studentId;
  };
  const renew = (studentId: string, place: Place) =>
    api.payments.add({ studentId, ...paid(place), paymentFor: 'renewal', idempotencyKey: key() });
  const packs = async (studentId: string) =>
    (await api.payments.list({ studentId })).map((one) => `${one.sessionsLeft} ${one.effectiveStatus}`);
  const status = async (id: string) => (await api.people.students.get({ id })).status;
  const log = (classId: string, date: LocalDate, present: string[], instructorId: string | null = null) =>
    api.attendance.save({
      classId,
      date,
      instructorId,
      entries: present.map((studentId) => ({ studentId, isPresent: true })),
      idempotencyKey: key(),
    });

  // January: two of a family, one with a pack of four, one by the month. A holiday, and Ina is ill on the 25th.
  const term = { classId: ballet.id, start: firstDay, end: '2027-06-30' };
  const ada = await enroll('Ada', { ...term, dollars: 100, pack: 4 });
  const abe = await enroll('Abe', { ...term, end: '2027-01-31', dollars: 50 });
  await log(ballet.id, firstDay, [ada, abe]);
  newYork('2027-01-12');
  await log(ballet.id, '2027-01-11', [ada]);
  await cancellations.create({ classId: ballet.id, date: '2027-01-18' });
  newYork('2027-01-31', '23:59');
  await log(ballet.id, '2027-01-25', [ada], ivo);
  expect([await packs(ada), await status(abe)]).toEqual([['1 active'], 'active']);
  await refused(log(ballet.id, '2027-01-18', [ada]), 409);
  await refused(log(ballet.id, '2027-02-01', [ada]), 409);
  await agree('2027-01-31');

  // Midnight: Abe's month is over. Ada uses up her pack, comes once more, and renews it from that day on.
  newYork('2027-02-01', '00:00');
  expect(await status(abe)).toBe('expired');
  await log(ballet.id, '2027-02-01', [ada]);
  expect([await packs(ada), await status(ada)]).toEqual([['0 expired'], 'expired']);
  newYork('2027-02-10');
  await log(ballet.id, '2027-02-08', [ada]);
  await renew(ada, { ...term, start: '2027-02-08', dollars: 100, pack: 4 });
  expect(await packs(ada)).toEqual(['3 active', '0 expired']);
  await agree('2027-02-10');

  // Ina leaves: from the 15th Ivo holds the class, on Thursdays. What she taught stays hers.
  newYork('2027-02-14');
  const teaches = await refused(api.people.instructors.delete({ id: ina }), 409);
  expect(teaches.message).toContain('still teaches 1 current or future class');
  const moved = await changed(ballet, { instructorId: ivo, daysOfWeek: ['Thursday'] }, '2027-02-15');
  expect(moved).toMatchObject({ changedFrom: '2027-02-15', instructor: { id: ivo } });
  newYork('2027-02-19');
  await api.people.instructors.delete({ id: ina });
  await log(ballet.id, '2027-02-18', [ada]);
  await refused(log(ballet.id, '2027-02-15', [ada]), 409);
  expect(workload(await report('2027-02-19'))).toEqual({ 'Deleted instructor': 4, 'Instructor Person': 2 });
  await agree('2027-02-19');

  // A lead tries out and becomes a student of Jazz, leaves, and comes back to where they were.
  newYork('2027-03-01');
  const lead = await api.leads.create({ fullName: 'Lea', leadSource: 'Friend', idempotencyKey: key() });
  await api.leads.create({ fullName: 'Leo', idempotencyKey: key() });
  await inquiredOn(owner, '2027-03-01');
  const slot = { sessionDate: '2027-03-03', startTime: '15:00', endTime: '16:00' };
  const tryout = await api.leads.scheduleTryout({
    ...slot,
    inquiryId: lead.id,
    instructorId: ivo,
    roomId,
    isPaid: true,
    priceCents: 1500,
  });
  newYork('2027-03-05');
  await api.attendance.outcome.log({ id: tryout.id, version: tryout.version, outcome: 'Completed' });
  const march = { classId: jazz.id, start: '2027-03-05', end: '2027-03-31', dollars: 80 };
  const lea = await enroll('Lea', march, lead.id);
  newYork('2027-03-11');
  await log(jazz.id, '2027-03-10', [lea]);
  await api.enrollment.remove({ classId: jazz.id, studentId: lea });

  // The night the clocks change, at an hour that is skipped.
  newYork('2027-03-15');
  const stage = { danceTypeId, instructorId: ivo, roomId };
  const night = { studentId: abe, sessionDate: '2027-03-14', startTime: '01:30', endTime: '03:30' };
  const lesson = await oneOffs.create(oneOffOn(stage, { ...night, priceCents: 3000, isPaid: true }));
  await api.attendance.outcome.log({ id: lesson.id, version: lesson.version, outcome: 'Completed' });
  await agree('2027-03-15');
  newYork('2027-04-01');
  await api.enrollment.enroll({ classId: jazz.id, studentId: lea });
  await renew(lea, { ...march, start: '2027-04-01', end: '2027-04-30' });

  // Abe is erased, Ballet deleted and begun anew under its name. What was paid and held stays.
  await api.enrollment.deleteStudent({ id: abe });
  await classes.delete({ id: ballet.id });
  const again = await classes.create(
    classOf(ivo, { name: 'Ballet', daysOfWeek: ['Tuesday'], sessionStartDate: '2027-04-01' }),
  );
  await enteredOn(owner, firstDay);
  await api.enrollment.enroll({ classId: again.id, studentId: await makeStudent(app, owner) });
  const total = await report('2027-04-01');
  expect(total).toMatchObject({
    // 100 + 50 + 100 for Ballet, 80 + 80 for Jazz, the tryout and the lesson
    totalRevenueCents: 45_500,
    tryoutRevenueCents: 1500,
    totalRenewals: 2,
    activeStudents: 3,
    completedTryouts: 1,
    totalInquiries: 2,
    tryoutsScheduled: 1,
    convertedToStudent: 1,
    conversionRate: 50,
    totalCompletedSessions: 7,
    totalEnrollments: 2,
    totalClasses: 2,
  });
  expect(total.revenueByClass.map((one) => [one.className, one.isDeleted, one.totalRevenueCents])).toEqual([
    // Another one of that name goes on.
    ['Ballet · Thu, 5:00 – 6:00 PM', true, 25_000],
    ['Jazz', false, 16_000],
  ]);
  expect(workload(total)).toEqual({ 'Deleted instructor': 4, 'Instructor Person': 3 });
  const april = { startDate: '2027-04-01', endDate: '2027-04-01' };
  expect((await api.insights.get(april)).totalRevenueCents).toBe(8000);
  expect(
    await instructor.api.insights.activity({ instructorId: ivo, startDate: firstDay, endDate: '2027-04-01' }),
  ).toEqual({ totalClasses: 4, groupClasses: 3, privateClasses: 0, tryoutClasses: 1 });
  await agree('2027-04-01');

  async function changed(rule: ClassRule, fields: Partial<ClassBooking>, appliesFrom: LocalDate) {
    const { name, daysOfWeek, instructor: by, id } = rule;
    const { version } = await classes.get({ id });
    return await classes.update({
      ...classOf(by.id, { name, daysOfWeek, ...fields }),
      id,
      version,
      appliesFrom,
    });
  }
});

function workload(report: { instructorWorkload: { instructorName: string; sessionCount: number }[] }) {
  return Object.fromEntries(
    report.instructorWorkload.map(({ instructorName, sessionCount }) => [instructorName, sessionCount]),
  );
}

/** The machine's clock has written when a row came to be; here it is the clock of the tests. */
const enteredOn = (by: Actor, day: LocalDate) => settle(by, sql`update classes set created_at = ${day}`);
const inquiredOn = (by: Actor, day: LocalDate) =>
  settle(by, sql`update inquiries set created_at = ${`${day}T12:00Z`}`);

const settle = (by: Actor, update: ReturnType<typeof sql>) =>
  asOwner(app.database, by, (db) => update.execute(db));
