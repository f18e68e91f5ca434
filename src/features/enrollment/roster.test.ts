import { describe, expect, it } from 'vitest';
import { makeAttendance, makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeStudent, makeStudents } from '#tests/support/factories.ts';
import { refused, testNow, testToday, useTestApp } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';

describe('the roster of a class', () => {
  it('shows who is enrolled on a date, and the sessions they have left', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner, { name: 'Ballet 1' });
    const [ana, zoe] = [
      await makeStudent(app, owner, { fullName: 'ana' }),
      await makeStudent(app, owner, { fullName: 'Zoe' }),
    ];
    await makeRegistration(app, owner, { classId, studentId: zoe, enrolledOn: '2026-11-01' });
    await makeRegistration(app, owner, { classId, studentId: ana, enrolledOn: '2026-11-10' });
    const bought = {
      studentId: ana,
      classId,
      subscriptionType: 'session_based',
      numberOfSessions: 10,
    } as const;
    const { id } = await makeSubscription(app, owner, bought);
    await makeSubscription(app, owner, { ...bought, endDate: '2026-11-10' });
    await makeSubscription(app, owner, { studentId: zoe, classId });
    await makeAttendance(app, owner, { classId, date: '2026-11-11', present: [ana] });
    const roster = await owner.api.enrollment.roster({ classId });
    expect(roster).toEqual({
      classId,
      className: 'Ballet 1',
      date: testToday,
      students: [
        {
          registrationId: expect.any(String),
          studentId: ana,
          fullName: 'ana',
          email: null,
          phoneNumber: null,
          enrolledOn: '2026-11-10',
          sessionSubscriptions: [{ id, sessionsLeft: 9, numberOfSessions: 10, startDate: '2026-10-01' }],
          parallelClasses: [],
        },
        {
          registrationId: expect.any(String),
          studentId: zoe,
          fullName: 'Zoe',
          email: null,
          phoneNumber: null,
          enrolledOn: '2026-11-01',
          sessionSubscriptions: [],
          parallelClasses: [],
        },
      ],
    });
    const earlier = await owner.api.enrollment.roster({ classId, date: '2026-11-09' });
    expect(earlier.students.map(({ fullName }) => fullName)).toEqual(['Zoe']);
  });

  it('says of a pack that is used up that none is left, as long as nothing else is active', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner, { daysOfWeek: [3] });
    const studentId = await makeStudent(app, owner);
    await makeRegistration(app, owner, { classId, studentId, enrolledOn: '2026-11-01' });
    const pack = { studentId, classId, subscriptionType: 'session_based', numberOfSessions: 1 } as const;
    const { id } = await makeSubscription(app, owner, pack);
    await makeAttendance(app, owner, { classId, date: '2026-11-11', present: [studentId] });
    const counted = async () => {
      const { students } = await owner.api.enrollment.roster({ classId });
      return students.map(({ sessionSubscriptions }) => sessionSubscriptions);
    };
    const left = { id, sessionsLeft: 0, numberOfSessions: 1, startDate: '2026-10-01' };
    expect(await counted()).toEqual([[left]]);
    await makeSubscription(app, owner, { studentId, classId });
    expect(await counted()).toEqual([[]]);
    const next = await makeSubscription(app, owner, {
      ...pack,
      startDate: '2026-11-12',
      numberOfSessions: 5,
    });
    expect(await counted()).toEqual([
      [{ id: next.id, sessionsLeft: 5, numberOfSessions: 5, startDate: '2026-11-12' }],
    ]);
  });

  it('counts what begins later only where nothing has begun', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner, { daysOfWeek: [3] });
    const students = await makeStudents(app, owner, ['Ann Used Up', 'Ben In Time', 'Cid Left', 'Dan Later']);
    const [ann, ben, cid, dan] = students.map((studentId) => ({ studentId, classId }));
    for (const studentId of students)
      await makeRegistration(app, owner, { classId, studentId, enrolledOn: '2026-11-01' });
    const pack = { subscriptionType: 'session_based', numberOfSessions: 1 } as const;
    const usedUp = await makeSubscription(app, owner, { ...ann, ...pack });
    await makeAttendance(app, owner, { classId, date: '2026-11-11', present: [usedUp.studentId] });
    await makeSubscription(app, owner, { ...ben });
    const running = await makeSubscription(app, owner, { ...cid, ...pack });
    const later = { startDate: '2026-11-22', endDate: '2027-03-31' };
    for (const student of [ann, ben, cid]) {
      await makeSubscription(app, owner, { ...student, ...pack, ...later });
      await makeSubscription(app, owner, { ...student, ...later });
    }
    await makeSubscription(app, owner, { ...dan, ...later });
    const next = await makeSubscription(app, owner, { ...dan, ...pack, ...later });
    const roster = await owner.api.enrollment.roster({ classId });
    expect(roster.students.map(({ sessionSubscriptions }) => sessionSubscriptions)).toEqual([
      [{ id: usedUp.id, sessionsLeft: 0, numberOfSessions: 1, startDate: '2026-10-01' }],
      [],
      [{ id: running.id, sessionsLeft: 1, numberOfSessions: 1, startDate: '2026-10-01' }],
      [{ id: next.id, sessionsLeft: 1, numberOfSessions: 1, startDate: '2026-11-22' }],
    ]);
  });

  it('is in the order of the list of students: by name, whatever its case and accents', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner);
    const inOrder = ['anna', 'Émile', 'Frank', 'Östen', 'Zoe'];
    for (const fullName of inOrder.toReversed()) {
      const studentId = await makeStudent(app, owner, { fullName });
      await makeRegistration(app, owner, { classId, studentId, enrolledOn: '2026-11-01' });
    }
    const { students } = await owner.api.enrollment.roster({ classId });
    expect(students.map(({ fullName }) => fullName)).toEqual(inOrder);
    const sheet = await owner.api.attendance.sheet({ classId, date: '2026-11-18' });
    expect(sheet.students.map(({ fullName }) => fullName)).toEqual(inOrder);
  });

  it('tells the office how to reach each of them, and the instructor of the class nothing of it', async () => {
    const { owner, staff, instructor } = await app.studio();
    const classId = await makeClass(app, owner, { instructorId: instructor.profileId });
    const studentId = await makeStudent(app, owner, { fullName: 'Mia' });
    const contact = { email: 'mia@barre.test', phoneNumber: '+1 555 0100' };
    await owner.api.people.students.update({ id: studentId, version: 1, fullName: 'Mia', ...contact });
    await makeRegistration(app, owner, { classId, studentId });
    for (const { api } of [owner, staff])
      expect((await api.enrollment.roster({ classId })).students).toMatchObject([contact]);
    const [seen] = (await instructor.api.enrollment.roster({ classId })).students;
    expect(seen).toMatchObject({ fullName: 'Mia', email: null, phoneNumber: null });
  });

  it('offers everyone who is not enrolled, and searches them', async () => {
    const { staff } = await app.studio();
    const classId = await makeClass(app, staff);
    const ana = await makeStudent(app, staff, { fullName: 'Ana One' });
    await makeStudent(app, staff, { fullName: 'Ána Two' });
    const all = await staff.api.enrollment.available({ classId });
    expect(all.items.map(({ fullName }) => fullName)).toEqual(['Ana One', 'Ána Two', 'Student Person']);
    await staff.api.enrollment.enroll({ classId, studentId: ana });
    expect(await staff.api.enrollment.available({ classId, q: 'ana' })).toMatchObject({
      total: 1,
      items: [{ fullName: 'Ána Two' }],
    });
    expect((await staff.api.enrollment.available({ classId, limit: 1 })).total).toBe(2);
    await staff.api.enrollment.remove({ classId, studentId: ana });
    expect((await staff.api.enrollment.available({ classId, q: 'ana' })).total).toBe(2);
  });

  it('enrolls a student once, two at the same moment included', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner);
    const studentId = await makeStudent(app, owner);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => owner.api.enrollment.enroll({ classId, studentId })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const again = await refused(owner.api.enrollment.enroll({ classId, studentId }), 409);
    expect(again.message).toBe('This student is already enrolled in this class.');
    expect((await owner.api.enrollment.roster({ classId })).students).toHaveLength(1);
  });

  it('takes nobody into a class that has ended, but lets a removal be taken back', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner, { name: 'Ballet 1', sessionEndDate: '2026-11-20' });
    const lastDay = await makeClass(app, owner, { sessionEndDate: testToday });
    const studentId = await makeStudent(app, owner);
    const refusal = await refused(owner.api.enrollment.enroll({ classId, studentId }), 409);
    expect(refusal.message).toBe('Ballet 1 has ended. Change its end date to enroll somebody.');
    await owner.api.enrollment.enroll({ classId: lastDay, studentId });
    const registrationId = await makeRegistration(app, owner, {
      classId,
      studentId,
      enrolledOn: '2026-11-01',
    });
    await owner.api.enrollment.remove({ classId, studentId });
    await owner.api.enrollment.restore({ registrationId });
    expect((await owner.api.enrollment.roster({ classId })).students).toHaveLength(1);
  });

  it('goes on naming who was in a class when it ended, also who was removed since', async () => {
    const { owner } = await app.studio();
    const { enrollment } = owner.api;
    const classId = await makeClass(app, owner, { sessionEndDate: '2026-11-18' });
    const [left, stayed, removed, deleted] = await Promise.all(
      ['Left', 'Stayed', 'Removed', 'Deleted'].map((fullName) => makeStudent(app, owner, { fullName })),
    );
    for (const studentId of [left, stayed, removed, deleted])
      await makeRegistration(app, owner, {
        classId,
        studentId: studentId ?? '',
        enrolledOn: '2026-11-01',
        ...(studentId === left ? { endedOn: '2026-11-18' } : {}),
      });
    await enrollment.remove({ classId, studentId: removed ?? '' });
    await enrollment.deleteStudent({ id: deleted ?? '' });
    const { date, students } = await enrollment.roster({ classId });
    expect(date).toBe('2026-11-18');
    expect(students.map(({ fullName }) => fullName)).toEqual(['Removed', 'Stayed']);
    expect((await enrollment.roster({ classId, date: testToday })).students).toMatchObject([
      { studentId: stayed },
    ]);
  });

  it('takes back no removal from a class that was deleted since', async () => {
    const { owner } = await app.studio();
    const { enrollment, scheduling } = owner.api;
    const classId = await makeClass(app, owner);
    const studentId = await makeStudent(app, owner);
    const enrolled = { classId, studentId, enrolledOn: '2026-11-01' };
    const registrationId = await makeRegistration(app, owner, enrolled);
    await enrollment.remove({ classId, studentId });
    await scheduling.classes.delete({ id: classId });
    await refused(enrollment.restore({ registrationId }), 409);
  });

  it('keeps that a removed student was there, unless they came today, and can take it back', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner);
    const studentId = await makeStudent(app, owner);
    const names = async (date?: string) =>
      (await owner.api.enrollment.roster({ classId, ...(date ? { date } : {}) })).students.length;
    const registrationId = await makeRegistration(app, owner, {
      classId,
      studentId,
      enrolledOn: '2026-11-01',
    });
    expect(await owner.api.enrollment.remove({ classId, studentId })).toEqual({
      registrationId,
      isKept: true,
    });
    expect([await names('2026-11-20'), await names()]).toEqual([1, 0]);
    await owner.api.enrollment.restore({ registrationId });
    // Asked once more, whose answer was lost, it is restored as well.
    expect(await owner.api.enrollment.restore({ registrationId })).toEqual({ registrationId });
    expect((await owner.api.enrollment.roster({ classId })).students[0]?.enrolledOn).toBe('2026-11-01');
    await owner.api.enrollment.remove({ classId, studentId });
    const today = await owner.api.enrollment.enroll({ classId, studentId });
    // The place is taken: two registrations at once there can not be.
    await refused(owner.api.enrollment.restore({ registrationId }), 409);
    expect(await owner.api.enrollment.remove({ classId, studentId })).toEqual({ ...today, isKept: false });
    expect([await names('2026-11-20'), await names()]).toEqual([1, 0]);
    await refused(owner.api.enrollment.remove({ classId, studentId }), 404);
    await refused(owner.api.enrollment.restore(today), 409);
    app.setNow('2026-11-22T15:00:00Z');
    await refused(owner.api.enrollment.restore({ registrationId }), 409);
    app.setNow(testNow);
    expect(await names()).toBe(0);
  });

  it('answers every role, other studios and visitors as it should', async () => {
    const { owner, staff, instructor, student } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const classId = await makeClass(app, owner);
    const own = await makeClass(app, owner, { instructorId: instructor.profileId });
    const studentId = await makeStudent(app, owner);
    const pair = { classId, studentId };
    expect((await staff.api.enrollment.roster({ classId })).students).toEqual([]);
    expect(await instructor.api.enrollment.roster({ classId: own })).toMatchObject({ classId: own });
    expect((await refused(instructor.api.enrollment.roster({ classId }), 404)).message).toBe(
      'Class not found',
    );
    await refused(student.api.enrollment.roster({ classId }), 403);
    for (const { api } of [instructor, student]) {
      await refused(api.enrollment.available({ classId }), 403);
      await refused(api.enrollment.enroll(pair), 403);
      const place = { registrationId: unknown, enrolledOn: testToday };
      await refused(api.enrollment.update(place), 403);
      await refused(api.enrollment.remove(pair), 403);
      await refused(api.enrollment.restore({ registrationId: unknown }), 403);
    }
    const theirs = { classId: await makeClass(app, bob), studentId: await makeStudent(app, bob) };
    await refused(bob.api.enrollment.roster({ classId }), 404);
    await refused(bob.api.enrollment.available({ classId }), 404);
    for (const call of [bob.api.enrollment.enroll, bob.api.enrollment.remove]) {
      expect((await refused(call({ ...theirs, classId }), 404)).message).toBe(
        'Class not found in your organization.',
      );
      expect((await refused(call({ ...theirs, studentId }), 404)).message).toBe(
        'Student not found in your organization.',
      );
    }
    await refused(owner.api.enrollment.enroll({ classId, studentId: staff.profileId }), 404);
    await refused(owner.api.enrollment.enroll({ classId: 'x', studentId }), 400);
    await refused(owner.api.enrollment.roster({ classId, date: 'today' }), 400);
    await refused(app.visitor.enrollment.roster({ classId }), 401);
    await refused(app.visitor.enrollment.available({ classId }), 401);
    await refused(app.visitor.enrollment.enroll(pair), 401);
    await refused(app.visitor.enrollment.remove(pair), 401);
    await refused(app.visitor.enrollment.restore({ registrationId: unknown }), 401);
  });

  it('lets somebody go from the day of their removal on, and offers them again on any later one', async () => {
    const { owner, student } = await app.studio();
    const classId = await makeClass(app, owner);
    const studentId = student.profileId;
    await makeRegistration(app, owner, { classId, studentId, enrolledOn: '2026-11-01' });
    expect(await student.api.scheduling.classes.list()).toHaveLength(1);
    await owner.api.enrollment.remove({ classId, studentId });
    expect(await student.api.scheduling.classes.list()).toEqual([]);
    app.setNow('2026-11-23T15:00:00Z');
    const offered = await owner.api.enrollment.available({ classId });
    app.setNow(testNow);
    expect(offered.items.map(({ id }) => id)).toEqual([studentId]);
  });
});
