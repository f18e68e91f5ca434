import { expect } from 'vitest';
import type { DailyItem } from '#features/attendance/schema.ts';
import type { CalendarSession, ClassRule } from '#features/scheduling/schema.ts';
import type { Metric } from '#features/insights/schema.ts';
import type { Subscription } from '#features/payments/schema.ts';
import type { StudentRow } from '#features/people/students/schema.ts';
import { addDays, type LocalDate } from '#shared/local-date.ts';
import type { Actor } from '#tests/support/test-app.ts';

// What is told in several places must be told alike: each screen's answer is held against the others'.

const daysBack = 35;
const daysAhead = 8;

/** Holds what the studio's screens tell on a day against each other. */
export async function expectAgreement(owner: Actor, today: LocalDate, firstDay: LocalDate): Promise<void> {
  const classes = await owner.api.scheduling.classes.list();
  const students = (await owner.api.people.students.list({ q: null, limit: 100 })).items;
  const open = classes.filter(({ sessionEndDate: end }) => end === null || end >= today);
  await expectRosters(owner, open, students, today);
  const completed = await expectDays(owner, today, classes);
  const recent = { startDate: addDays(today, -daysBack), endDate: today };
  for (const range of [recent, { startDate: firstDay, endDate: today }])
    await expectReport(owner, range, open, students);
  expect((await owner.api.insights.get(recent)).totalCompletedSessions).toBe(completed);
}

/** Class cards, rosters, profiles and payments. */
async function expectRosters(
  { api }: Actor,
  open: ClassRule[],
  students: StudentRow[],
  today: LocalDate,
): Promise<void> {
  const rosters = await Promise.all(open.map(({ id }) => api.enrollment.roster({ classId: id })));
  expect(rosters.map((roster) => roster.students.length)).toEqual(open.map((rule) => rule.enrolledCount));
  for (const { id, fullName, status, classes } of students) {
    const profile = await api.people.students.get({ id });
    const payments = await api.payments.list({ studentId: id });
    expect([profile.status, profile.status], fullName).toEqual([status, statusOf(payments)]);
    const places = rosters.filter((roster) => roster.students.some(({ studentId }) => studentId === id));
    const expected = idsOf(places.map(({ classId }) => ({ id: classId })));
    expect([idsOf(classes), idsOf(profile.classes)], fullName).toEqual([expected, expected]);
    for (const { classId, students: entries } of places) {
      const paid = payments.filter((payment) => payment.classId === classId && isPaidFor(payment, today));
      const begun = paid.filter(({ startDate }) => startDate <= today);
      const packs = (begun.length > 0 ? begun : paid).filter(isOpenPack);
      const entry = entries.find(({ studentId }) => studentId === id);
      if (packs.length > 0) expect(leftOf(entry?.sessionSubscriptions ?? [])).toEqual(leftOf(packs));
    }
  }
}

const isPaidFor = ({ status, endDate }: Subscription, today: LocalDate) =>
  status === 'active' && endDate >= today;

const isOpenPack = ({ subscriptionType, effectiveStatus }: Subscription) =>
  subscriptionType === 'session_based' && effectiveStatus === 'active';

const leftOf = (packs: readonly { id: string; sessionsLeft: number | null }[]) =>
  packs.map(({ id, sessionsLeft }) => `${id} ${sessionsLeft}`).toSorted();

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();

function statusOf(payments: readonly Subscription[]) {
  const states = payments.map(({ effectiveStatus }) => effectiveStatus);
  return (['active', 'expired', 'cancelled'] as const).find((state) => states.includes(state)) ?? null;
}

/** Calendar, daily log, sheets, what is not logged and what is held; gives how many sessions were completed. */
async function expectDays(owner: Actor, today: LocalDate, classes: ClassRule[]): Promise<number> {
  const { api } = owner;
  const [start, end] = [addDays(today, -daysBack), addDays(today, daysAhead)];
  const calendar = await api.scheduling.calendar({ start, end });
  const unlogged: { date: LocalDate; count: number }[] = [];
  let completed = 0;
  for (let date = start; date <= end; date = addDays(date, 1)) {
    const items = await api.attendance.dailyLog({ date });
    const shown = calendar.filter((session) => session.date === date);
    expect(items.map(asDaily).toSorted(), date).toEqual(shown.map(asShown).toSorted());
    for (const item of items) {
      if (item.kind === 'class') await expectSheet(owner, item, date, today);
      if (item.kind === 'session' || classes.some(({ id }) => id === item.id))
        await expectHeld(owner, item, date);
    }
    const count = items.filter(({ isCancelled, result }) => !isCancelled && result === null).length;
    if (date < today && count > 0) unlogged.unshift({ date, count });
    completed += items.filter(({ kind, result }) => kind === 'class' && result === 'Completed').length;
  }
  expect(await api.attendance.unlogged()).toEqual(unlogged);
  return completed;
}

const asDaily = ({ isCancelled, result, personName, ...item }: DailyItem) =>
  told({ ...item, studentName: personName, isCancelled: isCancelled || result === 'Cancelled' });
const asShown = (session: CalendarSession) => told(session);

type Told = Pick<CalendarSession, 'kind' | 'id' | 'startTime' | 'endTime' | 'instructor' | 'room' | 'type'> &
  Pick<CalendarSession, 'danceTypeName' | 'studentName' | 'isCancelled'>;

function told({ kind, id, startTime, endTime, instructor, room, type, ...rest }: Told): string {
  const { danceTypeName, studentName, isCancelled } = rest;
  const where = [kind, id, startTime, endTime, instructor.fullName, room.name, type];
  return [...where, danceTypeName, studentName, isCancelled].join(' ');
}

async function expectSheet(
  { api }: Actor,
  item: DailyItem,
  date: LocalDate,
  today: LocalDate,
): Promise<void> {
  const sheet = await api.attendance.sheet({ classId: item.id, date });
  const { room, startTime, endTime, instructor } = sheet.class;
  expect({ room, startTime, endTime, instructor: sheet.log?.instructor ?? instructor }).toEqual({
    room: item.room,
    startTime: item.startTime,
    endTime: item.endTime,
    instructor: item.instructor,
  });
  const unloggedState = item.isCancelled ? 'cancelled' : date > today ? 'future' : 'open';
  expect(sheet.state).toBe(item.result === null ? unloggedState : 'logged');
  expect(sheet.log?.status ?? null).toBe(item.result);
  const present = sheet.students.filter(({ isPresent }) => isPresent === true).length;
  if (item.presentCount !== null) expect(present).toBe(item.presentCount);
  if (item.result === null) expect(sheet.students).toHaveLength(item.rosterCount ?? 0);
}

/** What takes place holds its instructor and room, and what was called off holds nobody. */
async function expectHeld({ api }: Actor, item: DailyItem, date: LocalDate): Promise<void> {
  const { instructor, room, startTime, endTime } = item;
  const asked = { instructorId: instructor.id, roomId: room.id, startTime, endTime, sessionDate: date };
  const clashes = await api.scheduling.checkForScheduleConflict(asked);
  const isOff = item.isCancelled || item.result === 'Cancelled';
  const held = clashes.filter(({ id }) => id === item.id).map(({ resource }) => resource);
  expect(held.toSorted(), `${date} ${item.title}`).toEqual(isOff ? [] : ['instructor', 'room']);
}

type Range = { startDate: LocalDate; endDate: LocalDate };

/** The report, the rows behind its numbers, rosters, and what each instructor's profile says they taught. */
async function expectReport(
  { api }: Actor,
  range: Range,
  open: ClassRule[],
  students: StudentRow[],
): Promise<void> {
  const report = await api.insights.get(range);
  const rows = (metric: Metric) => api.insights.rows({ metric, only: null, ...range });
  const counted = [
    'activeStudents',
    'newInquiries',
    'totalRenewals',
    'completedTryouts',
    'tryoutsScheduled',
    'convertedToStudent',
    'totalClasses',
    'totalCompletedSessions',
    'totalEnrollments',
  ] as const;
  for (const metric of counted) expect(await rows(metric), metric).toHaveLength(report[metric]);
  const paid = await rows('totalRevenue');
  const ofClasses = paid.filter(({ detail }) => !detail?.startsWith('One-Time'));
  expect(sum(paid.map(({ amountCents }) => amountCents))).toBe(report.totalRevenueCents);
  expect(sum(report.revenueByClass.map(({ totalRevenueCents }) => totalRevenueCents))).toBe(
    sum(ofClasses.map(({ amountCents }) => amountCents)),
  );
  const ofTryouts = await rows('tryoutRevenue');
  expect(sum(ofTryouts.map(({ amountCents }) => amountCents))).toBe(report.tryoutRevenueCents);
  const enrolled = open.map(({ enrolledCount }) => enrolledCount);
  expect([sum(enrolled), sum(students.map(({ classes }) => classes.length))]).toEqual([
    report.totalEnrollments,
    report.totalEnrollments,
  ]);
  expect(report.mostPopularClasses.map(({ enrollmentCount }) => enrollmentCount)).toEqual(
    enrolled
      .filter((count) => count > 0)
      .toSorted((a, b) => b - a)
      .slice(0, 3),
  );
  const { busiestDays, instructorWorkload: workload, totalCompletedSessions } = report;
  expect([
    sum(busiestDays.map(({ count }) => count)),
    sum(workload.map(({ sessionCount }) => sessionCount)),
  ]).toEqual([totalCompletedSessions, totalCompletedSessions]);
  for (const { id, fullName } of await api.people.instructors.list()) {
    const activity = await api.insights.activity({ instructorId: id, ...range });
    const taught = workload.find(({ instructorId }) => instructorId === id)?.sessionCount ?? 0;
    expect(activity.groupClasses + activity.privateClasses, fullName).toBe(taught);
  }
}

const sum = (amounts: readonly (number | null)[]) =>
  amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
