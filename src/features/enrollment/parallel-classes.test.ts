import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parallelDays } from '#features/scheduling/rules.ts';
import { addDays } from '#shared/local-date.ts';
import { timeOfMinutes } from '#shared/time-range.ts';
import { weekdayNumber } from '#shared/weekday.ts';
import { makeRegistration } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const jazzTimes = { startTime: '17:30', endTime: '18:30' };
const monday = '2026-11-23'; // the next one

/** Ada, enrolled in Ballet on Mondays and Wednesdays from 17:00 to 18:00, and another class at the same time. */
async function begin(options: Parameters<typeof makeClass>[2] = {}) {
  const { owner, staff, instructor } = await app.studio();
  const instructorId = instructor.profileId;
  const ballet = await makeClass(app, owner, { name: 'Ballet', instructorId });
  const jazz = await makeClass(app, owner, { name: 'Jazz', daysOfWeek: [1], ...jazzTimes, ...options });
  const studentId = await makeStudent(app, owner, { fullName: 'Ada' });
  await makeRegistration(app, owner, { classId: ballet, studentId, enrolledOn: '2026-11-02' });
  const enroll = () => staff.api.enrollment.enroll({ classId: jazz, studentId });
  return { owner, staff, instructor, ballet, jazz, studentId, enroll };
}

/** What the roster of a class says whom of it has at the same time. */
async function toldOf({ api }: Actor, classId: string) {
  const { students } = await api.enrollment.roster({ classId });
  return students.map(({ parallelClasses }) => parallelClasses);
}

describe('a student who has another class at the same time', () => {
  it('is enrolled all the same, and both rosters say so', async () => {
    const { owner, staff, ballet, jazz, enroll } = await begin();
    expect(await toldOf(owner, ballet)).toEqual([[]]);
    await enroll();
    expect(await toldOf(staff, jazz)).toEqual([
      [{ id: ballet, name: 'Ballet', daysOfWeek: [1], startTime: '17:00', endTime: '18:00' }],
    ]);
    expect(await toldOf(owner, ballet)).toEqual([
      [{ id: jazz, name: 'Jazz', daysOfWeek: [1], ...jazzTimes }],
    ]);
  });

  it('is told of to both desks that enroll them at the same moment', async () => {
    const { owner, staff, ballet, jazz, studentId, enroll } = await begin();
    await owner.api.enrollment.remove({ classId: ballet, studentId });
    await Promise.all([enroll(), owner.api.enrollment.enroll({ classId: ballet, studentId })]);
    expect(await toldOf(owner, ballet)).toMatchObject([[{ id: jazz }]]);
    expect(await toldOf(staff, jazz)).toMatchObject([[{ id: ballet }]]);
  });

  it('is not told of to the instructor, whose business their other classes are not', async () => {
    const { instructor, ballet, enroll } = await begin();
    await enroll();
    expect(await toldOf(instructor, ballet)).toEqual([[]]);
  });

  it.each<[string, Parameters<typeof makeClass>[2]]>([
    ['begins when the first is over', { startTime: '18:00', endTime: '19:00' }],
    ['is on other days', { daysOfWeek: [2, 4] }],
    ['ends before they meet again', { sessionEndDate: testToday }],
  ])('has none where the other one %s', async (_, options) => {
    const { owner, ballet, jazz, enroll } = await begin(options);
    await enroll();
    expect([await toldOf(owner, ballet), await toldOf(owner, jazz)]).toEqual([[[]], [[]]]);
  });

  it('has one that begins later', async () => {
    const { owner, ballet, enroll } = await begin({ sessionStartDate: '2027-03-01' });
    await enroll();
    expect(await toldOf(owner, ballet)).toMatchObject([[{ name: 'Jazz', daysOfWeek: [1] }]]);
  });

  it('has it no more once they left it, it was deleted, or the only day on which they meet is cancelled', async () => {
    const left = await begin();
    await left.enroll();
    await left.owner.api.enrollment.remove({ classId: left.ballet, studentId: left.studentId });
    expect(await toldOf(left.owner, left.jazz)).toEqual([[]]);

    const deleted = await begin();
    await deleted.enroll();
    await deleted.owner.api.scheduling.classes.delete({ id: deleted.ballet });
    expect(await toldOf(deleted.owner, deleted.jazz)).toEqual([[]]);

    const cancelled = await begin({ sessionEndDate: monday });
    await cancelled.enroll();
    expect(await toldOf(cancelled.owner, cancelled.jazz)).toMatchObject([[{ name: 'Ballet' }]]);
    const date = { classId: cancelled.ballet, date: monday };
    await cancelled.owner.api.scheduling.cancellations.create(date);
    expect(await toldOf(cancelled.owner, cancelled.jazz)).toEqual([[]]);
  });

  it('has those that the cart would name, in whatever classes', async () => {
    const { owner } = await app.studio();
    const studentId = await makeStudent(app, owner);
    const someDays = fc.integer({ min: -20, max: 20 }).map((days) => addDays(testToday, days));
    const aClass = fc.record({
      daysOfWeek: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1, maxLength: 3 }),
      start: fc.constantFrom(480, 510, 540),
      minutes: fc.constantFrom(30, 45, 60),
      sessionStartDate: someDays,
      sessionEndDate: fc.option(fc.integer({ min: 21, max: 40 }).map((days) => addDays(testToday, days))),
    });
    for (const { start, minutes, ...rest } of fc.sample(aClass, { numRuns: 20, seed: 20261121 })) {
      const times = { startTime: timeOfMinutes(start), endTime: timeOfMinutes(start + minutes) };
      const classId = await makeClass(app, owner, { ...rest, ...times });
      await makeRegistration(app, owner, { classId, studentId });
    }
    const rules = await owner.api.scheduling.classes.list();
    let meetings = 0;
    for (const rule of rules) {
      const expected = rules
        .filter(({ id }) => id !== rule.id)
        .map((other) => [other.id, parallelDays(rule, other, testToday).map(weekdayNumber)] as const)
        .filter(([, days]) => days.length > 0);
      const [told = []] = await toldOf(owner, rule.id);
      expect(new Map(told.map(({ id, daysOfWeek }) => [id, daysOfWeek]))).toEqual(new Map(expected));
      meetings += expected.length;
    }
    expect(meetings).toBeGreaterThan(30);
    expect(meetings).toBeLessThan(rules.length * (rules.length - 1));
  });
});
