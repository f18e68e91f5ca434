import { setTimeout as wait } from 'node:timers/promises';
import type { Updateable } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eraseStudent } from '#features/enrollment/sql.ts';
import { bookOneOff as bookSession } from '#features/scheduling/sql.ts';
import type { DB } from '#platform/database-types.ts';
import { makeAttendance, makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeClassroom, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, testNow, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();

async function bookOneOff(by: Actor, studentId: string, sessionDate: string): Promise<string> {
  const instructorId = await makeInstructor(app, by);
  const roomId = await makeClassroom(app, by);
  const row = {
    sessionType: 'Private',
    studentId,
    instructorId,
    roomId,
    sessionDate,
    startTime: '09:00',
    endTime: '10:00',
  };
  return await app.database
    .inTenant(by, (db) =>
      db.insertInto('oneOffSessions').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    .then(({ id }) => id);
}

/** An edit of a payment that leaves it as `makeSubscription` makes it. */
function paidOf(id: string, classId: string) {
  return {
    id,
    classId,
    startDate: '2026-10-01',
    endDate: '2026-12-31',
    amountPaidCents: 12_000,
    numberOfSessions: 10,
    paymentFor: 'new_class',
    paidOn: testToday,
    status: 'active',
  } as const;
}

describe('deleting a student', () => {
  it('forgets the person and keeps what money and attendance refer to', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner);
    const other = await makeClass(app, owner);
    const inquiry = await owner.api.leads.create({
      fullName: 'Mia Möller',
      email: 'mia@example.com',
      age: 9,
    });
    const { studentId: id } = await owner.api.enrollment.enrollStudent({
      studentDetails: {
        fullName: 'Mia Möller',
        email: 'mia@example.com',
        phoneNumber: '5550101',
        gender: 'Female',
      },
      enrollmentItems: [
        {
          classId,
          startDate: '2026-11-01',
          endDate: '2026-12-31',
          amountPaidCents: 9_000,
          numberOfSessions: 8,
          paymentNotes: 'paid by Mia’s mother, 5550101',
        },
      ],
      inquiryId: inquiry.id,
    });
    const paidId = (await owner.api.payments.list({ studentId: id }))[0]?.id ?? '';
    const paid = {
      id: paidId,
      classId,
      startDate: '2026-11-01',
      endDate: '2026-12-31',
      amountPaidCents: 9_000,
      numberOfSessions: 8,
      paymentFor: 'new_class',
      paidOn: testToday,
      status: 'active',
    } as const;
    await owner.api.payments.update({ ...paid, version: 1, paymentNotes: 'paid by Mia’s aunt' });
    await owner.api.payments.update({ ...paid, version: 2, amountPaidCents: 8_000, paymentNotes: 'for Mia' });
    await owner.api.enrollment.enroll({ classId: other, studentId: id });
    await makeAttendance(app, owner, { classId, date: '2026-11-04', present: [id] });
    const past = await bookOneOff(owner, id, '2026-11-20');
    await owner.api.attendance.outcome.log({ id: past, version: 1, outcome: 'No Show', notes: 'Mia is ill' });
    const future = await bookOneOff(owner, id, '2026-11-23');
    await owner.api.enrollment.deleteStudent({ id });

    expect((await refused(owner.api.people.students.get({ id }), 404)).message).toBe(
      'Student profile not found.',
    );
    expect((await owner.api.people.students.list({ q: 'mia' })).total).toBe(0);
    expect((await owner.api.people.students.list({ q: 'deleted' })).total).toBe(0);
    const rows = await app.database.inTenant(owner, async (db) => ({
      profile: await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      registrations: await db
        .selectFrom('classRegistrations')
        .selectAll()
        .where('studentId', '=', id)
        .execute(),
      entries: await db.selectFrom('attendanceEntries').selectAll().where('studentId', '=', id).execute(),
      sessions: await db.selectFrom('oneOffSessions').selectAll().execute(),
      payments: await db.selectFrom('subscriptions').selectAll().execute(),
      inquiry: await db
        .selectFrom('inquiries')
        .selectAll()
        .where('id', '=', inquiry.id)
        .executeTakeFirstOrThrow(),
      everything: await db.selectFrom('auditLog').selectAll().execute(),
    }));
    expect(rows.profile).toMatchObject({
      fullName: 'Deleted student',
      email: null,
      phoneNumber: null,
      gender: null,
      dateOfBirth: null,
      erasedAt: expect.any(Date),
    });
    expect(rows.registrations).toMatchObject([{ classId, enrolledOn: '2026-11-01', endedOn: testToday }]);
    expect(rows.entries).toHaveLength(1);
    expect(await owner.api.payments.list({ studentId: id })).toMatchObject([{ amountPaidCents: 8_000 }]);
    expect(await owner.api.payments.history({ id: paidId })).toMatchObject([
      { action: 'UPDATE', fields: [{ field: 'amountPaidCents', before: 9_000, after: 8_000 }] },
      { action: 'INSERT' },
    ]);
    const cancelled = rows.sessions.filter(({ cancelledAt }) => cancelledAt !== null);
    expect(cancelled.map((session) => session.id)).toEqual([future]);
    expect(rows.sessions.map((session) => session.id)).toContain(past);
    expect(rows.inquiry).toMatchObject({
      fullName: 'Deleted student',
      email: null,
      age: null,
      studentId: id,
    });
    expect(JSON.stringify(rows)).not.toMatch(/mia|5550101/i);
  });

  it('has nothing noted about them later', async () => {
    const { owner } = await app.studio();
    const { id, studentId, classId } = await makeSubscription(app, owner);
    const past = await bookOneOff(owner, studentId, '2026-11-20');
    await owner.api.enrollment.deleteStudent({ id: studentId });
    const note = { id: past, version: 1, notes: 'Mia is ill' };
    const { message } = await refused(owner.api.attendance.outcome.log(note), 409);
    expect(message).toBe('Nothing is noted about a student who was deleted. Leave the notes empty.');
    await owner.api.attendance.outcome.log({ ...note, notes: '' });
    const noted = app.database.inTenant(owner, (db) =>
      db.updateTable('subscriptions').set({ paymentNotes: 'Mia moved' }).where('id', '=', id).execute(),
    );
    await expect(noted).rejects.toMatchObject({ constraint: 'no_notes_of_erased' });
    const payment = { ...paidOf(id, classId), version: 1, paymentNotes: 'Mia moved' };
    expect((await refused(owner.api.payments.update(payment), 409)).message).toBe(message);
    await owner.api.payments.update({ ...payment, paymentNotes: '' });
  });

  it('leaves what they paid to be seen and corrected by the office of their studio', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const { id, studentId, classId } = await makeSubscription(app, owner, { paidOn: testToday });
    await owner.api.enrollment.deleteStudent({ id: studentId });
    const edit = { ...paidOf(id, classId), amountPaidCents: 0 };
    for (const [nth, { api }] of [owner, admin, staff].entries()) {
      expect(await api.payments.list({ studentId })).toMatchObject([{ id, version: nth + 1 }]);
      await api.payments.update({ ...edit, version: nth + 1, numberOfSessions: nth + 1 });
    }
    const stale = await refused(owner.api.payments.update({ ...edit, version: 1 }), 409);
    expect(stale.message).toContain('Staff Person');
    const revenue = { startDate: testToday, endDate: testToday };
    expect(await owner.api.insights.get(revenue)).toMatchObject({ totalRevenueCents: 0 });
    expect(await bob.api.payments.list({ studentId })).toEqual([]);
    await refused(bob.api.payments.update({ ...edit, version: 4 }), 404);
    await refused(instructor.api.payments.list({ studentId }), 403);
    await refused(student.api.payments.list({ studentId }), 404);
  });

  it('keeps their session of today that is over by the studio’s clock, to be logged', async () => {
    const { owner } = await app.studio({ timeZone: 'America/Los_Angeles' });
    const book = async (studentId: string) => await bookOneOff(owner, studentId, testToday);
    const students = [await makeStudent(app, owner), await makeStudent(app, owner)] as const;
    const [late, over] = [await book(students[0]), await book(students[1])];
    // 9:59:59 and 10:00 there, when both end.
    app.setNow('2026-11-21T17:59:59Z');
    await owner.api.enrollment.deleteStudent({ id: students[0] });
    app.setNow('2026-11-21T18:00:00Z');
    await owner.api.functions.deleteUser({ userId: students[1] });
    const { items } = await owner.api.scheduling.oneOffs.list({ start: testToday });
    expect(items.filter(({ isCancelled }) => isCancelled).map(({ id }) => id)).toEqual([late]);
    const kept = items.find(({ id }) => id === over);
    await owner.api.attendance.outcome.log({ id: over, version: kept?.version ?? 0 });
    app.setNow(testNow);
  });

  it('ends the login and every session of it', async () => {
    const { owner, student } = await app.studio();
    const logins = () =>
      app.database.pool
        .query('select id from auth.user where id = $1', [student.userId])
        .then(({ rows }) => rows.length);
    expect(await logins()).toBe(1);
    await owner.api.enrollment.deleteStudent({ id: student.profileId });
    expect(await logins()).toBe(0);
  });

  it('takes nobody back in: no new class, payment or restored place for the deleted', async () => {
    const { owner } = await app.studio();
    const { studentId: id, classId } = await makeSubscription(app, owner);
    const registrationId = await makeRegistration(app, owner, {
      studentId: id,
      classId,
      enrolledOn: '2026-11-01',
    });
    await owner.api.enrollment.deleteStudent({ id });
    await refused(owner.api.enrollment.enroll({ classId, studentId: id }), 404);
    await refused(owner.api.enrollment.restore({ registrationId }), 409);
    const payment = { startDate: testToday, endDate: testToday, amountPaidCents: 1, numberOfSessions: 1 };
    await refused(owner.api.payments.add({ studentId: id, classId, ...payment, paymentFor: 'renewal' }), 404);
    await refused(owner.api.enrollment.deleteStudent({ id }), 404);
  });

  it('leaves no place behind when enrolled at the same moment', async () => {
    const { owner } = await app.studio();
    for (let round = 0; round < 10; round++) {
      const studentId = await makeStudent(app, owner);
      const classId = await makeClass(app, owner);
      await Promise.allSettled([
        owner.api.enrollment.enroll({ classId, studentId }),
        owner.api.enrollment.deleteStudent({ id: studentId }),
      ]);
      expect((await owner.api.enrollment.roster({ classId })).students).toEqual([]);
    }
  });

  it('restores no place while a deletion is under way', async () => {
    const { owner } = await app.studio();
    const studentId = await makeStudent(app, owner);
    const classId = await makeClass(app, owner);
    await makeRegistration(app, owner, { studentId, classId, enrolledOn: '2026-11-01' });
    const { registrationId } = await owner.api.enrollment.remove({ classId, studentId });
    let restoring: Promise<unknown> = Promise.resolve();
    await app.database.inTenant(owner, async (db) => {
      await eraseStudent(db, studentId, { now: new Date(testNow), timeZone: 'America/New_York' });
      restoring = refused(owner.api.enrollment.restore({ registrationId }), 409);
      await wait(300);
    });
    await restoring;
    expect((await owner.api.enrollment.roster({ classId })).students).toEqual([]);
  });

  it('lets no session be booked for the deleted, nor for their inquiry', async () => {
    const { owner } = await app.studio();
    const kept = await makeStudent(app, owner);
    const id = await makeStudent(app, owner);
    const { id: inquiryId } = await owner.api.leads.create({ fullName: 'Mia Möller' });
    await app.database.inTenant(owner, (db) =>
      db.updateTable('inquiries').set({ studentId: id }).where('id', '=', inquiryId).execute(),
    );
    const held = await bookOneOff(owner, id, '2026-11-20');
    const other = await bookOneOff(owner, kept, '2026-11-23');
    await owner.api.enrollment.deleteStudent({ id });
    const erased = { code: '23514', constraint: 'student_was_deleted' };
    const change = (session: string, values: Updateable<DB['oneOffSessions']>) =>
      app.database.inTenant(owner, (db) =>
        db.updateTable('oneOffSessions').set(values).where('id', '=', session).execute(),
      );
    await expect(bookOneOff(owner, id, '2026-11-23')).rejects.toMatchObject(erased);
    await expect(change(other, { studentId: id })).rejects.toMatchObject(erased);
    await expect(change(other, { inquiryId })).rejects.toMatchObject(erased);
    await expect(change(held, { sessionDate: '2026-11-24' })).rejects.toMatchObject(erased);
    await change(held, { priceCents: 100, isPaid: true, paidOn: testToday });
  });

  it('leaves no session behind that was being booked at the same moment', async () => {
    const { owner } = await app.studio();
    const id = await makeStudent(app, owner);
    const session = oneOffOn(await makeStage(app, owner), { studentId: id });
    let deletion: Promise<unknown> = Promise.resolve();
    await app.database.inTenant(owner, async (db) => {
      await bookSession(db, session, testToday);
      deletion = owner.api.enrollment.deleteStudent({ id });
      await wait(300);
    });
    await deletion;
    const { items } = await owner.api.scheduling.oneOffs.list({ start: testToday });
    expect(items).toMatchObject([{ isCancelled: true }]);
  });

  it('is for owners and admins', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const id = await makeStudent(app, owner, { fullName: 'Kept' });
    for (const { api } of [staff, instructor, student])
      await refused(api.enrollment.deleteStudent({ id }), 403);
    await refused(bob.api.enrollment.deleteStudent({ id }), 404);
    await refused(owner.api.enrollment.deleteStudent({ id: instructor.profileId }), 404);
    await refused(owner.api.enrollment.deleteStudent({ id: 'x' }), 400);
    await refused(app.visitor.enrollment.deleteStudent({ id }), 401);
    expect((await owner.api.people.students.get({ id })).fullName).toBe('Kept');
    await admin.api.enrollment.deleteStudent({ id });
  });
});
