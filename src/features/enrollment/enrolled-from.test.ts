import { describe, expect, it } from 'vitest';
import { makeAttendance, makeRegistration } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { refused, testNow, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const monday = '2026-11-16';

/** Ada, and a class on Mondays and Wednesdays since September. */
async function begin(options: Parameters<typeof makeClass>[2] = {}) {
  const { owner } = await app.studio();
  const classId = await makeClass(app, owner, options);
  const studentId = await makeStudent(app, owner, { fullName: 'Ada' });
  const { enrollment } = owner.api;
  return {
    owner,
    place: { classId, studentId },
    enrollFrom: (enrolledOn: string | null) => enrollment.enroll({ classId, studentId, enrolledOn }),
    rosterOn: async (date: string) =>
      (await enrollment.roster({ classId, date })).students.map(({ fullName }) => fullName),
  };
}

async function dayProblem(call: Promise<unknown>): Promise<string> {
  const { data } = await refused(call, 400);
  expect(data).toMatchObject({ issues: [{ path: ['enrolledOn'] }] });
  return (data as { issues: { message: string }[] }).issues.map(({ message }) => message).join(' ');
}

describe('a student who is enrolled from an earlier day', () => {
  it('is on the roster and the attendance sheets since then, and can be marked', async () => {
    const { owner, place, enrollFrom, rosterOn } = await begin();
    await enrollFrom(monday);
    expect([await rosterOn('2026-11-15'), await rosterOn(monday), await rosterOn(testToday)]).toEqual([
      [],
      ['Ada'],
      ['Ada'],
    ]);
    const { classId, studentId } = place;
    const session = { classId, date: monday };
    expect((await owner.api.attendance.sheet(session)).students).toMatchObject([
      { fullName: 'Ada', isPresent: null },
    ]);
    const entries = [{ studentId, isPresent: true }];
    await owner.api.attendance.save({ ...session, entries, idempotencyKey: `key-${classId}` });
    expect((await owner.api.people.students.get({ id: studentId })).classes).toMatchObject([
      { enrolledOn: monday },
    ]);
  });

  it('joins a sheet that was logged without them, and is marked by a correction of it', async () => {
    const { owner, place, enrollFrom } = await begin();
    const { classId, studentId } = place;
    const other = await makeStudent(app, owner, { fullName: 'Bea' });
    await makeRegistration(app, owner, { classId, studentId: other, enrolledOn: '2026-11-01' });
    const id = await makeAttendance(app, owner, { classId, date: monday, present: [other] });
    await enrollFrom(monday);
    const { attendance } = owner.api;
    const marks = async () => {
      const { students, log } = await attendance.sheet({ classId, date: monday });
      return [...students.map(({ fullName, isPresent }) => [fullName, isPresent]), log?.version];
    };
    expect(await marks()).toEqual([['Ada', null], ['Bea', true], 1]);
    // By who opened the log before Ada was on it.
    const bea = { studentId: other, isPresent: false };
    await attendance.correct({ id, version: 1, entries: [bea] });
    expect(await marks()).toEqual([['Ada', null], ['Bea', false], 2]);
    const entries = [bea, { studentId, isPresent: true }];
    await refused(attendance.correct({ id, version: 1, entries }), 409);
    await attendance.correct({ id, version: 2, entries });
    expect(await marks()).toEqual([['Ada', true], ['Bea', false], 3]);
  });

  it('is enrolled from today when no day is said, also before the class begins', async () => {
    const { owner, place, enrollFrom } = await begin({ sessionStartDate: '2026-12-01' });
    await enrollFrom(null);
    const { students } = await owner.api.enrollment.roster({ classId: place.classId });
    expect(students).toMatchObject([{ enrolledOn: testToday }]);
  });

  it('is told which days there are', async () => {
    const { owner, place, enrollFrom } = await begin({ sessionStartDate: '2026-11-02' });
    expect(await dayProblem(enrollFrom('2026-11-22'))).toBe('Enter a day that is not in the future.');
    expect(await dayProblem(enrollFrom('2026-11-01'))).toBe(
      'The class begins on Mon, Nov 2, 2026. Choose that day or a later one.',
    );
    expect(await dayProblem(enrollFrom('2026-02-30'))).toBe('Enter a date that exists.');
    const later = await begin({ sessionStartDate: '2026-12-01' });
    expect(await dayProblem(later.enrollFrom(monday))).toBe(
      'The class begins on Tue, Dec 1, 2026. Choose today, Sat, Nov 21, 2026.',
    );
    // What was held before the start was moved is still of the class.
    await makeAttendance(app, owner, { classId: place.classId, date: '2026-11-04' });
    await app.database.inTenant(owner, (db) =>
      db.updateTable('classes').set({ sessionStartDate: monday }).where('id', '=', place.classId).execute(),
    );
    expect(await dayProblem(enrollFrom('2026-11-03'))).toMatch(/^The class begins on Wed, Nov 4, 2026/);
    await enrollFrom('2026-11-04');
  });
});

describe('a place of a student who was in the class before', () => {
  it('begins when the last one ended, at the earliest', async () => {
    const { owner, place, enrollFrom, rosterOn } = await begin();
    const id = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-10-01' });
    await end(owner, id, '2026-11-03');
    expect(await dayProblem(enrollFrom('2026-11-02'))).toBe(
      'This student was in the class until Tue, Nov 3, 2026. Choose that day or a later one.',
    );
    await enrollFrom('2026-11-03');
    expect([await rosterOn('2026-11-02'), await rosterOn('2026-11-03')]).toEqual([['Ada'], ['Ada']]);
    expect((await refused(enrollFrom('2026-11-04'), 409)).message).toBe(
      'This student is already enrolled in this class.',
    );
  });

  it('is one, of several that are entered at the same moment', async () => {
    const { owner, enrollFrom, place } = await begin();
    const outcomes = await Promise.allSettled(
      ['2026-11-02', '2026-11-09', monday, null].map((day) => enrollFrom(day)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await owner.api.enrollment.roster({ classId: place.classId })).students).toHaveLength(1);
  });

  it('is none while the one before is being ended for a later day', async () => {
    for (let nth = 0; nth < 5; nth++) {
      const { owner, place, enrollFrom } = await begin();
      await makeRegistration(app, owner, { ...place, enrolledOn: '2026-10-01' });
      const [removed, enrolled] = await Promise.allSettled([
        owner.api.enrollment.remove(place),
        enrollFrom(monday),
      ]);
      expect([removed.status, enrolled.status]).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('can not share a day with another in the database, whoever writes it', async () => {
    const { owner, place } = await begin();
    const id = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-10-01' });
    await end(owner, id, '2026-11-03');
    await expect(makeRegistration(app, owner, { ...place, enrolledOn: '2026-11-02' })).rejects.toMatchObject({
      constraint: 'one_place_at_a_time',
    });
    await makeRegistration(app, owner, { ...place, enrolledOn: '2026-11-03' });
  });
});

describe('the first day of a place that is there', () => {
  const correctedTo = async (owner: Actor, registrationId: string, enrolledOn: string) =>
    await owner.api.enrollment.update({ registrationId, enrolledOn });

  it('is none after the class has ended, or nobody would find the place any more', async () => {
    const { owner, place, rosterOn } = await begin({ sessionEndDate: '2026-10-31' });
    const id = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-10-01' });
    expect(await dayProblem(correctedTo(owner, id, '2026-11-01'))).toBe(
      'The class ended on Sat, Oct 31, 2026. Choose that day or an earlier one.',
    );
    await correctedTo(owner, id, '2026-10-31');
    expect(await rosterOn('2026-10-31')).toEqual(['Ada']);
  });

  it('is corrected, so that who came before is on the sheet of that day', async () => {
    const { owner, place, rosterOn } = await begin();
    const id = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-11-17' });
    await correctedTo(owner, id, monday);
    expect([await rosterOn('2026-11-15'), await rosterOn(monday)]).toEqual([[], ['Ada']]);
    await makeAttendance(app, owner, {
      classId: place.classId,
      date: '2026-11-18',
      present: [place.studentId],
    });
    await correctedTo(owner, id, '2026-11-18');
    expect([await rosterOn('2026-11-17'), await rosterOn('2026-11-18')]).toEqual([[], ['Ada']]);
    expect(await dayProblem(correctedTo(owner, id, '2026-11-19'))).toBe(
      'Attendance was taken of this student on Wed, Nov 18, 2026. Choose that day or an earlier one.',
    );
  });

  it('stays within the class, after the place before, and not in the future', async () => {
    const { owner, place } = await begin({ sessionStartDate: '2026-10-05' });
    const earlier = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-10-05' });
    await end(owner, earlier, '2026-11-03');
    const id = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-11-17' });
    const problem = (day: string) => dayProblem(correctedTo(owner, id, day));
    expect(await problem('2026-11-02')).toMatch(/^This student was in the class until Tue, Nov 3, 2026/);
    expect(await problem('2026-11-22')).toBe('Enter a day that is not in the future.');
    await correctedTo(owner, id, '2026-11-03');
    const other = await begin({ sessionStartDate: '2026-11-02' });
    const first = await makeRegistration(app, other.owner, { ...other.place, enrolledOn: '2026-11-17' });
    expect(await dayProblem(correctedTo(other.owner, first, '2026-11-01'))).toMatch(
      /^The class begins on Mon, Nov 2, 2026/,
    );
  });

  it('is corrected by one of two who have seen the same, and the other is told', async () => {
    const { owner, place, rosterOn } = await begin();
    const registrationId = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-11-17' });
    const seen = { registrationId, since: '2026-11-17' };
    const { update } = owner.api.enrollment;
    const outcomes = await Promise.allSettled(
      ['2026-11-09', '2026-11-12'].map((enrolledOn) => update({ ...seen, enrolledOn })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refusal = await refused(update({ ...seen, enrolledOn: monday }), 409);
    expect(refusal).toMatchObject({ code: 'STALE', message: 'This was changed by someone just now.' });
    expect(await rosterOn(monday)).toEqual(['Ada']);
    const { students } = await owner.api.enrollment.roster({ classId: place.classId });
    await update({ registrationId, since: students[0]?.enrolledOn ?? null, enrolledOn: '2026-11-17' });
    expect(await rosterOn(monday)).toEqual([]);
  });

  it('may stay before the class begins where it is, and move on from there', async () => {
    const { owner, place, rosterOn } = await begin({ sessionStartDate: '2026-12-01' });
    const id = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-11-17' });
    for (const day of ['2026-11-17', '2026-11-19', testToday]) await correctedTo(owner, id, day);
    expect([await rosterOn('2026-11-20'), await rosterOn(testToday)]).toEqual([[], ['Ada']]);
    expect(await dayProblem(correctedTo(owner, id, '2026-11-20'))).toBe(
      'The class begins on Tue, Dec 1, 2026. Choose today, Sat, Nov 21, 2026.',
    );
    const begun = await begin({ sessionStartDate: '2026-11-09' });
    const early = await makeRegistration(app, begun.owner, { ...begun.place, enrolledOn: '2026-11-04' });
    expect(await dayProblem(correctedTo(begun.owner, early, '2026-11-03'))).toBe(
      'The class begins on Mon, Nov 9, 2026. Choose Wed, Nov 4, 2026 or a later day.',
    );
    for (const day of ['2026-11-04', '2026-11-06']) await correctedTo(begun.owner, early, day);
  });

  it('is of a place that goes on, in a class that is there', async () => {
    const { owner, place } = await begin();
    const id = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-11-17' });
    await end(owner, id, '2026-11-18');
    for (const gone of [id, place.classId])
      expect((await refused(correctedTo(owner, gone, monday), 404)).message).toBe(
        'This student is not enrolled in this class.',
      );
  });

  it('overlaps no place that is ended meanwhile', async () => {
    const { owner, place } = await begin();
    const id = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-11-17' });
    const outcomes = await Promise.allSettled([
      owner.api.enrollment.remove(place).then(() => owner.api.enrollment.enroll(place)),
      correctedTo(owner, id, monday),
      correctedTo(owner, id, '2026-11-12'),
    ]);
    expect(outcomes[0]?.status).toBe('fulfilled');
    expect((await owner.api.enrollment.roster({ classId: place.classId })).students).toHaveLength(1);
  });
});

describe('a removal on the day the place was entered', () => {
  it('leaves no trace while nobody has marked the student, and can be taken back by the same words', async () => {
    const { owner, place, enrollFrom, rosterOn } = await begin();
    await makeAttendance(app, owner, { classId: place.classId, date: '2026-11-18' });
    for (let again = 0; again < 2; again++) {
      await enrollFrom(monday);
      expect(await owner.api.enrollment.remove(place)).toMatchObject({ isKept: false });
      expect(await rosterOn(monday)).toEqual([]);
    }
    // One that came with a new student and a payment stays.
    const item = { classId: place.classId, startDate: monday, endDate: '2026-12-15', amountPaidCents: 0 };
    const { studentId } = await owner.api.enrollment.enrollStudent({
      studentDetails: { fullName: 'Bea' },
      enrollmentItems: [{ ...item, numberOfSessions: 4 }],
    });
    expect(await owner.api.enrollment.remove({ ...place, studentId })).toMatchObject({ isKept: true });
  });

  it('keeps the place once the student was marked in it', async () => {
    const { owner, place, enrollFrom, rosterOn } = await begin();
    const { registrationId } = await enrollFrom(monday);
    await makeAttendance(app, owner, { classId: place.classId, date: monday, absent: [place.studentId] });
    expect(await owner.api.enrollment.remove(place)).toEqual({ registrationId, isKept: true });
    expect([await rosterOn(monday), await rosterOn(testToday)]).toEqual([['Ada'], []]);
    await owner.api.enrollment.restore({ registrationId });
    expect(await rosterOn(testToday)).toEqual(['Ada']);
  });

  it('keeps it on the next day, and goes by what was marked in the place, not before it', async () => {
    const { owner, place, enrollFrom } = await begin();
    const id = await makeRegistration(app, owner, { ...place, enrolledOn: '2026-10-01' });
    await makeAttendance(app, owner, {
      classId: place.classId,
      date: '2026-11-02',
      present: [place.studentId],
    });
    await end(owner, id, '2026-11-03');
    await enrollFrom(monday);
    expect(await owner.api.enrollment.remove(place)).toMatchObject({ isKept: false });
    await enrollFrom(monday);
    app.setNow('2026-11-22T15:00:00Z');
    const removed = await owner.api.enrollment.remove(place);
    app.setNow(testNow);
    expect(removed).toMatchObject({ isKept: true });
  });
});

async function end(owner: Actor, id: string, endedOn: string): Promise<void> {
  await app.database.inTenant(owner, (db) =>
    db.updateTable('classRegistrations').set({ endedOn }).where('id', '=', id).execute(),
  );
}
