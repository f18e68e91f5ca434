import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bookCatchUp, makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeClass, makeClassroom, makeInstructor } from '#tests/support/factories.ts';
import { refused, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();

async function makeTryout(by: Actor, fields: { instructorId?: string; sessionDate?: string } = {}) {
  const { id: inquiryId } = await by.api.leads.create({ fullName: 'Ana Ruiz' });
  return await by.api.leads.scheduleTryout({
    inquiryId,
    instructorId: await makeInstructor(app, by, { fullName: 'Ina' }),
    roomId: await makeClassroom(app, by, { name: `Studio of ${inquiryId}` }),
    sessionDate: testToday,
    startTime: '17:00',
    endTime: '18:00',
    ...fields,
  });
}

describe('the outcome of a one-off session', () => {
  it('is Completed unless said otherwise, and the title says so from then on', async () => {
    const { staff } = await app.studio();
    const tryout = await makeTryout(staff);
    const { outcome } = staff.api.attendance;
    expect(await outcome.get({ id: tryout.id })).toMatchObject({
      title: 'One-Time Tryout',
      inquiry: { fullName: 'Ana Ruiz' },
      instructor: { fullName: 'Ina' },
      outcome: null,
    });
    expect(await outcome.log({ id: tryout.id, version: 1 })).toMatchObject({
      title: 'One-Time Tryout - Completed',
      outcome: 'Completed',
    });
    const noShow = await outcome.log({
      id: tryout.id,
      version: 2,
      outcome: 'No Show',
      notes: ' Called in sick ',
    });
    expect(noShow.title).toBe('One-Time Tryout - No Show - Called in sick');
  });

  it('comes with what the log of the class says of who came to catch up', async () => {
    const { owner } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner, { students: 1 });
    const [studentId = ''] = students;
    const id = await bookCatchUp(app, owner, { classId, studentId });
    const { outcome } = owner.api.attendance;
    expect(await outcome.get({ id })).toMatchObject({ outcome: null, toldOutcome: null, isLogged: false });
    const entries = [{ studentId, isPresent: false }];
    await owner.api.attendance.save({ classId, date: sessionDate, entries, idempotencyKey: randomUUID() });
    expect(await outcome.get({ id })).toMatchObject({
      outcome: null,
      toldOutcome: 'No Show',
      isLogged: true,
    });
  });

  it('tells whose inquiry became a student, and which', async () => {
    const { staff } = await app.studio();
    const { id, inquiry } = await makeTryout(staff);
    expect(inquiry?.studentId).toBeNull();
    const { studentId } = await staff.api.enrollment.enrollStudent({
      studentDetails: { fullName: 'Ana Ruiz' },
      enrollmentItems: [
        {
          classId: await makeClass(app, staff),
          startDate: testToday,
          endDate: '2026-12-20',
          amountPaidCents: 6000,
          numberOfSessions: 4,
        },
      ],
      inquiryId: inquiry?.id ?? '',
    });
    expect(await staff.api.attendance.outcome.get({ id })).toMatchObject({ inquiry: { studentId } });
  });

  it('frees instructor and room when Cancelled, and takes them back only while they are free', async () => {
    const { owner } = await app.studio();
    const tryout = await makeTryout(owner);
    const { outcome } = owner.api.attendance;
    await outcome.log({ id: tryout.id, version: 1, outcome: 'Cancelled' });
    await makeClass(app, owner, { name: 'Jazz', instructorId: tryout.instructor.id, daysOfWeek: [6] });
    expect(await refused(outcome.log({ id: tryout.id, version: 2 }), 409)).toMatchObject({
      code: 'INSTRUCTOR_BUSY',
      message: 'Scheduling Conflict: Instructor Ina is already booked.',
      data: { clashes: [{ title: 'Jazz', date: testToday }] },
    });
  });

  it('waits for the day of the session, unless it is called off before', async () => {
    const { owner } = await app.studio();
    const { id } = await makeTryout(owner, { sessionDate: '2026-11-22' });
    const { outcome } = owner.api.attendance;
    const refusal = await refused(outcome.log({ id, version: 1, outcome: 'No Show' }), 409);
    expect(refusal.message).toBe(
      'This session has not taken place yet. Until then it can only be cancelled.',
    );
    expect(await outcome.log({ id, version: 1, outcome: 'Cancelled' })).toMatchObject({ isCancelled: true });
  });

  it('is not taken of a session that was cancelled', async () => {
    const { owner } = await app.studio();
    const { id } = await makeTryout(owner);
    await owner.api.scheduling.oneOffs.cancel({ id });
    const refusal = await refused(owner.api.attendance.outcome.log({ id, version: 2 }), 409);
    expect(refusal.message).toBe('This session was cancelled and takes no outcome.');
  });

  it('is all there is of a session whose outcome is Cancelled: corrected, it takes its instructor again', async () => {
    const { owner } = await app.studio();
    const { id, instructor, room } = await makeTryout(owner);
    const { outcome } = owner.api.attendance;
    await outcome.log({ id, version: 1, outcome: 'Cancelled' });
    const refusal = await refused(owner.api.scheduling.oneOffs.cancel({ id }), 409);
    expect(refusal.message).toBe('The outcome of this session was already logged. Correct it there.');
    await outcome.log({ id, version: 2, outcome: 'Completed' });
    const slot = { instructorId: instructor.id, roomId: room.id, startTime: '17:00', endTime: '18:00' };
    const again = { sessionType: 'Private' as const, sessionDate: testToday, ...slot };
    expect(await refused(owner.api.scheduling.oneOffs.create(again), 409)).toMatchObject({
      code: 'INSTRUCTOR_BUSY',
    });
  });

  it('never stands beside a cancellation, whoever writes them', async () => {
    const { owner } = await app.studio();
    const { id } = await makeTryout(owner);
    const write = (values: { outcome?: string; cancelledAt?: Date }) =>
      app.database.inTenant(owner, (db) =>
        db.updateTable('oneOffSessions').set(values).where('id', '=', id).execute(),
      );
    const both = { code: '23514', constraint: 'cancelled_session_has_no_outcome' };
    await expect(write({ outcome: 'Completed', cancelledAt: new Date() })).rejects.toMatchObject(both);
    await write({ outcome: 'Cancelled' });
    await expect(write({ cancelledAt: new Date() })).rejects.toMatchObject(both);
    const { id: cancelled } = await makeTryout(owner, { sessionDate: '2026-11-28' });
    await owner.api.scheduling.oneOffs.cancel({ id: cancelled });
    await expect(
      app.database.inTenant(owner, (db) =>
        db.updateTable('oneOffSessions').set({ outcome: 'Completed' }).where('id', '=', cancelled).execute(),
      ),
    ).rejects.toMatchObject(both);
  });

  it('keeps a session that was held from being cancelled', async () => {
    const { owner } = await app.studio();
    const { id } = await makeTryout(owner);
    await owner.api.attendance.outcome.log({ id, version: 1 });
    const refusal = await refused(owner.api.scheduling.oneOffs.cancel({ id }), 409);
    expect(refusal.message).toBe('The outcome of this session was already logged. Correct it there.');
    expect(await owner.api.attendance.outcome.get({ id })).toMatchObject({ isCancelled: false });
  });

  it('tells a stale edit who was quicker, and names the field of bad input', async () => {
    const { owner, staff } = await app.studio();
    const { id } = await makeTryout(owner);
    const { outcome } = owner.api.attendance;
    await staff.api.attendance.outcome.log({ id, version: 1 });
    expect(await refused(outcome.log({ id, version: 1, outcome: 'No Show' }), 409)).toMatchObject({
      code: 'STALE',
      data: { changedBy: 'Staff Person', current: { outcome: 'Completed' } },
    });
    await refused(outcome.log({ id, version: Number.MAX_SAFE_INTEGER }), 400);
    const wrong = await refused(outcome.log({ id, version: 2, outcome: 'Late' as never }), 400);
    expect(wrong.data).toMatchObject({ issues: [{ path: ['outcome'] }] });
    expect((await refused(outcome.get({ id: '' }), 400)).data).toMatchObject({
      issues: [{ path: ['id'], message: 'No session ID provided' }],
    });
  });

  it('answers every role, other studios and visitors as it should', async () => {
    const { owner, instructor, student } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const { id } = await makeTryout(owner);
    const own = await makeTryout(owner, { instructorId: instructor.profileId });
    const calls = (by: Actor['api']) => [
      () => by.attendance.outcome.get({ id }),
      () => by.attendance.outcome.log({ id, version: 1 }),
    ];
    for (const by of [other.owner, other.instructor, instructor])
      for (const call of calls(by.api))
        expect((await refused(call(), 404)).message).toBe('Session Not Found');
    for (const call of calls(student.api)) await refused(call(), 403);
    for (const call of calls(app.visitor)) await refused(call(), 401);
    expect(await instructor.api.attendance.outcome.log({ id: own.id, version: 1 })).toMatchObject({
      outcome: 'Completed',
    });
  });
});
