import { describe, expect, it } from 'vitest';
import type { OneOffBooking } from '#features/scheduling/one-offs/schema.ts';
import {
  makeClass,
  makeClassroom,
  makeInquiry,
  makeInstructor,
  makeStudent,
} from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, testToday, useTestApp } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';
const missing = 'Session Not Found';
const week = { start: '2026-11-20', end: '2026-11-30' };

describe('a one-off session', () => {
  it('is booked, listed by date and time, shown, changed and cancelled', async () => {
    const { staff } = await app.studio();
    const { oneOffs } = staff.api.scheduling;
    const stage = await makeStage(app, staff);
    const studentId = await makeStudent(app, staff, { fullName: 'Stu Student' });
    const booked = await oneOffs.create(oneOffOn(stage, { studentId, priceCents: 4550, isPaid: true }));
    expect(booked).toMatchObject({
      title: 'One-Time Private',
      sessionType: 'Private',
      student: { id: studentId, fullName: 'Stu Student' },
      inquiry: null,
      instructor: { id: stage.instructorId, fullName: 'Ina Instructor' },
      room: { id: stage.roomId },
      danceType: { id: stage.danceTypeId },
      sessionDate: '2026-11-23',
      startTime: '17:00',
      endTime: '18:00',
      priceCents: 4550,
      isPaid: true,
      paidOn: testToday,
      outcome: null,
      isCancelled: false,
      version: 1,
    });
    const { danceTypeId: _, ...bare } = oneOffOn(stage, {
      sessionType: 'Catch-up',
      startTime: '09:00',
      endTime: '10:00',
    });
    const early = await oneOffs.create(bare);
    expect(early).toMatchObject({ title: 'One-Time Catch-up', danceType: null, student: null, paidOn: null });
    expect(await oneOffs.list(week)).toEqual({ total: 2, items: [early, booked] });
    expect(await oneOffs.list({ start: '2026-11-24', end: '2026-11-30' })).toEqual({ total: 0, items: [] });
    expect(await oneOffs.get({ id: booked.id })).toEqual(booked);
    app.setNow('2026-11-22T15:00:00Z');
    const edit = { ...oneOffOn(stage, { priceCents: 5000, isPaid: true }), id: booked.id };
    expect(await oneOffs.update({ ...edit, version: 1 })).toMatchObject({
      priceCents: 5000,
      paidOn: testToday,
      student: null,
      version: 2,
    });
    expect(await oneOffs.update({ ...edit, isPaid: false, version: 2 })).toMatchObject({ paidOn: null });
    expect(await oneOffs.update({ ...edit, version: 3 })).toMatchObject({ paidOn: '2026-11-22' });
    app.setNow('2026-11-21T15:00:00Z');
    await oneOffs.cancel({ id: booked.id });
    expect(await oneOffs.get({ id: booked.id })).toMatchObject({ isCancelled: true });
    expect((await refused(oneOffs.update({ ...edit, endTime: '18:30', version: 5 }), 409)).message).toBe(
      'This session is cancelled. Only its price and whether it is paid can be corrected; book a new one instead.',
    );
    await oneOffs.cancel({ id: booked.id });
  });

  it('is not cancelled by who has seen it where it is no more', async () => {
    const { staff } = await app.studio();
    const { oneOffs } = staff.api.scheduling;
    const booking = oneOffOn(await makeStage(app, staff));
    const { id } = await oneOffs.create(booking);
    const { sessionDate, startTime } = booking;
    const seen = { id, sessionDate, startTime };
    await oneOffs.update({ ...booking, id, version: 1, sessionDate: '2026-11-25', startTime: '17:30' });
    const { message } = await refused(oneOffs.cancel(seen), 409);
    expect(message).toBe(
      'This session was moved to Wed, Nov 25, 2026, 5:30 – 6:00 PM. If it is not to take place then either, cancel it there.',
    );
    expect(await oneOffs.get({ id })).toMatchObject({ isCancelled: false });
    for (const half of [{ sessionDate: '2026-11-25' }, { startTime: '17:30' }])
      await refused(oneOffs.cancel({ ...seen, ...half }), 409);
    await oneOffs.cancel({ id, sessionDate: '2026-11-25', startTime: '17:30' });
    const cancelled = await oneOffs.get({ id });
    expect(cancelled).toMatchObject({ isCancelled: true });
    for (const again of [seen, { id }]) await oneOffs.cancel(again);
    expect(await oneOffs.get({ id })).toEqual(cancelled);
  });

  it.each(['cancelled', 'logged as Cancelled'])('%s keeps its money until that is corrected', async (how) => {
    const { owner, staff } = await app.studio();
    const { oneOffs } = staff.api.scheduling;
    const stage = await makeStage(app, owner);
    const studentId = await makeStudent(app, owner);
    const booking = oneOffOn(stage, { studentId, priceCents: 4500, isPaid: true });
    const revenue = async () =>
      (await owner.api.insights.get({ startDate: booking.sessionDate, endDate: booking.sessionDate }))
        .totalRevenueCents;
    const { id } = await oneOffs.create(booking);
    if (how === 'cancelled') await oneOffs.cancel({ id });
    else await staff.api.attendance.outcome.log({ id, version: 1, outcome: 'Cancelled' });
    expect(await revenue()).toBe(4500);
    // Its time is somebody else's by now, and is not taken back.
    await oneOffs.create(oneOffOn(stage));
    const edit = { ...booking, id };
    const kept = await oneOffs.update({ ...edit, priceCents: 1500, version: 2 });
    expect(kept).toMatchObject({ priceCents: 1500, paidOn: testToday, isCancelled: true });
    expect(await revenue()).toBe(1500);
    const refunded = await oneOffs.update({ ...edit, priceCents: 1500, isPaid: false, version: 3 });
    expect(refunded).toMatchObject({ isPaid: false, paidOn: null, isCancelled: true });
    expect(await revenue()).toBe(0);
    for (const change of [
      { sessionType: 'Catch-up' },
      { studentId: null },
      { inquiryId: await makeInquiry(app, owner) },
      { danceTypeId: null },
      { classId: await makeClass(app, owner) },
      { instructorId: await makeInstructor(app, owner) },
      { roomId: await makeClassroom(app, owner) },
      { sessionDate: '2026-11-24' },
      { startTime: '16:00' },
      { endTime: '18:30' },
    ] as const)
      await refused(oneOffs.update({ ...edit, ...change, version: 4 }), 409);
    expect(await refused(oneOffs.update({ ...edit, version: 3 }), 409)).toMatchObject({ code: 'STALE' });
    expect(await oneOffs.get({ id })).toEqual(refunded);
  });

  it('is not said to be booked by who sends it again once somebody has cancelled it', async () => {
    const { owner, staff } = await app.studio();
    const request = { ...oneOffOn(await makeStage(app, owner)), idempotencyKey: 'one-phone-call' };
    const { id } = await staff.api.scheduling.oneOffs.create(request);
    await owner.api.scheduling.oneOffs.cancel({ id });
    const { message } = await refused(staff.api.scheduling.oneOffs.create(request), 404);
    expect(message).toContain('cancelled since');
  });

  it('shows its outcome in its title', async () => {
    const { owner } = await app.studio();
    const { oneOffs } = owner.api.scheduling;
    const inquiryId = await makeInquiry(app, owner, { fullName: 'Lea Lead' });
    const { id } = await oneOffs.create(
      oneOffOn(await makeStage(app, owner), { sessionType: 'Tryout', inquiryId }),
    );
    await app.database.inTenant(owner, (db) =>
      db.updateTable('oneOffSessions').set({ outcome: 'Completed', outcomeNotes: 'Loved it' }).execute(),
    );
    expect(await oneOffs.get({ id })).toMatchObject({
      title: 'One-Time Tryout - Completed - Loved it',
      inquiry: { id: inquiryId, fullName: 'Lea Lead' },
      outcome: 'Completed',
      outcomeNotes: 'Loved it',
    });
  });

  it('keeps what staff noted of its outcome from the student', async () => {
    const { owner, student } = await app.studio();
    const studentId = student.profileId;
    const { id } = await owner.api.scheduling.oneOffs.create(
      oneOffOn(await makeStage(app, owner), { studentId }),
    );
    const outcome = { outcome: 'No Show', outcomeNotes: 'Third time, talk to the parents' } as const;
    await app.database.inTenant(owner, (db) => db.updateTable('oneOffSessions').set(outcome).execute());
    const shown = { title: 'One-Time Private - No Show', outcome: 'No Show', outcomeNotes: null };
    const { oneOffs } = student.api.scheduling;
    expect(await oneOffs.get({ id })).toMatchObject(shown);
    expect((await oneOffs.list(week)).items).toMatchObject([shown]);
    expect(await owner.api.scheduling.oneOffs.get({ id })).toMatchObject(outcome);
  });

  it('of an inquiry is seen by the student it became', async () => {
    const { owner, student } = await app.studio();
    const [inquiryId, other] = [await makeInquiry(app, owner), await makeInquiry(app, owner)];
    const stage = await makeStage(app, owner);
    const book = (fields: Partial<OneOffBooking>) =>
      owner.api.scheduling.oneOffs.create(oneOffOn(stage, { sessionType: 'Tryout', ...fields }));
    const { id } = await book({ inquiryId });
    await book({ inquiryId: other, startTime: '18:00', endTime: '19:00' });
    const { oneOffs, calendar } = student.api.scheduling;
    expect((await oneOffs.list()).items).toEqual([]);
    await app.database.inTenant(owner, (db) =>
      db
        .updateTable('inquiries')
        .set({ studentId: student.profileId, status: 'Converted to Student' })
        .where('id', '=', inquiryId)
        .execute(),
    );
    expect((await oneOffs.list()).items).toMatchObject([{ id, title: 'One-Time Tryout' }]);
    expect(await oneOffs.get({ id })).toMatchObject({ id });
    expect(await calendar({ start: '2026-11-23', end: '2026-11-23' })).toMatchObject([{ id }]);
  });

  it('clashes with classes and other sessions; cancelling one frees its slot', async () => {
    const { owner } = await app.studio();
    const { oneOffs, classes } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const first = await oneOffs.create(oneOffOn(stage));
    const other = { ...stage, roomId: await makeClassroom(app, owner) };
    expect(
      await refused(oneOffs.create(oneOffOn(other, { startTime: '17:59', endTime: '19:00' })), 409),
    ).toMatchObject({
      code: 'INSTRUCTOR_BUSY',
      message: 'Scheduling Conflict: Instructor Ina Instructor is already booked.',
      data: { clashes: [{ kind: 'session', id: first.id, title: 'One-Time Private', date: '2026-11-23' }] },
    });
    expect(await refused(classes.create(classOn(other)), 409)).toMatchObject({
      data: { clashes: [{ kind: 'session', date: '2026-11-23' }] },
    });
    const colleague = { ...stage, instructorId: await makeInstructor(app, owner) };
    expect(await refused(oneOffs.create(oneOffOn(colleague)), 409)).toMatchObject({ code: 'ROOM_BUSY' });
    const shared = await oneOffs.create(oneOffOn(colleague, { ignoreRoomConflict: true }));
    expect(shared.isRoomConflictIgnored).toBe(true);
    const later = await oneOffs.create(oneOffOn(stage, { startTime: '18:00', endTime: '19:00' }));
    const back = { ...oneOffOn(stage, { startTime: '17:30', endTime: '18:30' }), id: later.id };
    await refused(oneOffs.update({ ...back, version: 1 }), 409);
    await oneOffs.cancel({ id: first.id });
    await oneOffs.cancel({ id: shared.id });
    expect(await oneOffs.update({ ...back, version: 1 })).toMatchObject({ startTime: '17:30' });
  });

  it.each([
    ['endTime', { endTime: '17:00' }, 'End time must be after start time.'],
    ['endTime', { startTime: '23:00', endTime: '00:30' }, 'End time must be after start time.'],
    ['priceCents', { priceCents: -1 }, 'Enter a price of 0 or more, such as 25.00.'],
    ['priceCents', { priceCents: 10.5 }, 'Enter a price of 0 or more, such as 25.00.'],
    [
      'priceCents',
      { sessionType: 'Tryout', isPaid: true, priceCents: 0 },
      'Please enter a valid price for paid tryouts.',
    ],
    [
      'priceCents',
      { sessionType: 'Tryout', isPaid: true, priceCents: null },
      'Please enter a valid price for paid tryouts.',
    ],
    ['sessionType', { sessionType: 'Party' }, 'Choose a session type.'],
    ['sessionDate', { sessionDate: '2027-02-29' }, 'Enter a date.'],
    ['instructorId', { instructorId: '' }, 'Choose an instructor.'],
    ['roomId', { roomId: '' }, 'Choose a classroom.'],
    ['startTime', { startTime: '9:00' }, 'Enter a start time.'],
  ])('names %s when it is wrong: %j', async (field, wrong, message) => {
    const { owner } = await app.studio();
    const { oneOffs } = owner.api.scheduling;
    const input = { ...oneOffOn({ danceTypeId: unknown, instructorId: unknown, roomId: unknown }), ...wrong };
    const issues = { issues: [{ path: [field], message }] };
    expect((await refused(oneOffs.create(input as never), 400)).data).toMatchObject(issues);
    const edit = { ...input, id: unknown, version: 1 };
    expect((await refused(oneOffs.update(edit as never), 400)).data).toMatchObject(issues);
  });

  it('is no tryout in the past', async () => {
    const { owner } = await app.studio();
    const { oneOffs } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const yesterday = oneOffOn(stage, { sessionType: 'Tryout', sessionDate: '2026-11-20' });
    expect((await refused(oneOffs.create(yesterday), 400)).data).toMatchObject({
      issues: [{ path: ['sessionDate'] }],
    });
    const { id } = await oneOffs.create({ ...yesterday, sessionDate: testToday });
    await refused(oneOffs.update({ ...yesterday, id, version: 1 }), 400);
    await oneOffs.create({ ...yesterday, sessionType: 'Private' });
  });

  it('stays on a day that has come once its outcome is logged', async () => {
    const { owner } = await app.studio();
    const { oneOffs } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const today = oneOffOn(stage, { sessionType: 'Tryout', sessionDate: testToday });
    const { id } = await oneOffs.create(today);
    await owner.api.attendance.outcome.log({ id, version: 1, outcome: 'No Show' });
    const ahead = { ...today, id, version: 2, sessionDate: '2026-11-22' };
    expect((await refused(oneOffs.update(ahead), 400)).data).toMatchObject({
      issues: [
        {
          path: ['sessionDate'],
          message:
            'This session was already logged and cannot move to a day to come. Book a new session for that day.',
        },
      ],
    });
    expect(await oneOffs.get({ id })).toMatchObject({ sessionDate: testToday, version: 2 });
    const back = { ...ahead, sessionType: 'Private', sessionDate: '2026-11-20' } as const;
    expect(await oneOffs.update(back)).toMatchObject({ sessionDate: '2026-11-20', outcome: 'No Show' });
  });

  it('stays where it is once the class it catches up in was logged with its student', async () => {
    const { owner } = await app.studio();
    const { oneOffs } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const studentId = await makeStudent(app, owner);
    const classId = await makeClass(app, owner, { daysOfWeek: [6] });
    const guest = oneOffOn(stage, {
      sessionType: 'Catch-up',
      sessionDate: testToday,
      studentId,
      classId,
    });
    const { id } = await oneOffs.create(guest);
    const later = { ...guest, id, sessionDate: '2026-11-22' };
    await oneOffs.update({ ...later, version: 1 });
    await oneOffs.update({ ...guest, id, version: 2 });
    const entries = [{ studentId, isPresent: true }];
    await owner.api.attendance.save({ classId, date: testToday, entries, idempotencyKey: 'catch-up-log' });
    expect((await refused(oneOffs.update({ ...later, version: 3 }), 400)).data).toMatchObject({
      issues: [{ path: ['sessionDate'] }],
    });
    expect(await oneOffs.update({ ...guest, id, version: 3, priceCents: 100 })).toMatchObject({
      priceCents: 100,
    });
  });

  it('names only what is there', async () => {
    const { owner } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const { oneOffs } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const foreign = await makeStage(app, other.owner);
    const { id } = await oneOffs.create(oneOffOn(stage, { startTime: '08:00', endTime: '09:00' }));
    for (const [noun, wrong] of [
      ['Instructor', { instructorId: foreign.instructorId }],
      ['Classroom', { roomId: foreign.roomId }],
      ['Dance type', { danceTypeId: foreign.danceTypeId }],
      ['Student', { studentId: await makeStudent(app, other.owner) }],
      ['Student', { studentId: stage.instructorId }],
      ['Class', { classId: await makeClass(app, other.owner) }],
      ['Inquiry', { inquiryId: await makeInquiry(app, other.owner) }],
    ] as const) {
      const message = `${noun} not found in your organization.`;
      expect((await refused(oneOffs.create(oneOffOn(stage, wrong)), 404)).message).toBe(message);
      const edit = { ...oneOffOn(stage, wrong), id, version: 1 };
      expect((await refused(oneOffs.update(edit), 404)).message).toBe(message);
    }
  });

  it('tells a stale edit who was quicker', async () => {
    const { owner, staff } = await app.studio();
    const stage = await makeStage(app, owner);
    const { id } = await owner.api.scheduling.oneOffs.create(oneOffOn(stage));
    const edit = { ...oneOffOn(stage, { priceCents: 100 }), id, version: 1 };
    await staff.api.scheduling.oneOffs.update(edit);
    expect(await refused(owner.api.scheduling.oneOffs.update(edit), 409)).toMatchObject({
      code: 'STALE',
      data: { changedBy: 'Staff Person' },
    });
  });

  it('is listed however far away it is, page by page in either order', async () => {
    const { owner } = await app.studio();
    const { list, create } = owner.api.scheduling.oneOffs;
    const stage = await makeStage(app, owner);
    const days = ['2024-02-29', '2026-11-20', testToday, '2027-11-22', '2031-01-06'];
    for (const sessionDate of days) await create(oneOffOn(stage, { sessionDate }));
    await create(oneOffOn(stage, { sessionDate: '2027-11-22', startTime: '09:00', endTime: '10:00' }));
    const listed = async (filter: Parameters<typeof list>[0]) => {
      const { total, items } = await list(filter);
      return [total, ...items.map(({ sessionDate, startTime }) => `${sessionDate} ${startTime}`)];
    };
    const upcoming = { start: testToday, limit: 2 };
    expect(await listed(upcoming)).toEqual([4, '2026-11-21 17:00', '2027-11-22 09:00']);
    expect(await listed({ ...upcoming, page: 2 })).toEqual([4, '2027-11-22 17:00', '2031-01-06 17:00']);
    expect(await listed({ ...upcoming, page: 3 })).toEqual([4]);
    const past = { end: '2026-11-20', order: 'descending' } as const;
    expect(await listed(past)).toEqual([2, '2026-11-20 17:00', '2024-02-29 17:00']);
    const all = await listed({ order: 'descending' });
    expect(all.slice(0, 4)).toEqual([6, '2031-01-06 17:00', '2027-11-22 17:00', '2027-11-22 09:00']);
    expect(await listed({})).toHaveLength(7);
  });

  it.each([
    ['end', { start: '2026-11-21', end: '2026-11-20' }],
    ['start', { start: '2026-02-29' }],
    ['order', { order: 'random' }],
    ['page', { page: 0 }],
    ['limit', { limit: 101 }],
  ])('is not listed with a wrong %s', async (field, wrong) => {
    const { owner } = await app.studio();
    const refusal = await refused(owner.api.scheduling.oneOffs.list(wrong as never), 400);
    expect(refusal.data).toMatchObject({ issues: [{ path: [field] }] });
  });
});

it('answers every role, other studios and visitors as it should', async () => {
  const { owner, admin, instructor, student } = await app.studio();
  const other = await app.studio({ name: 'Bob School' });
  const stage = await makeStage(app, owner);
  const taught = await admin.api.scheduling.oneOffs.create(
    oneOffOn({ ...stage, instructorId: instructor.profileId }),
  );
  const attended = await owner.api.scheduling.oneOffs.create(
    oneOffOn(stage, { studentId: student.profileId, startTime: '19:00', endTime: '20:00' }),
  );
  const edit = { ...oneOffOn(stage), id: taught.id, version: 1 };
  for (const [{ api }, seen, hidden] of [
    [instructor, taught, attended],
    [student, attended, taught],
  ] as const) {
    const { oneOffs } = api.scheduling;
    expect(await oneOffs.list(week)).toEqual({ total: 1, items: [seen] });
    expect(await oneOffs.get({ id: seen.id })).toEqual(seen);
    expect((await refused(oneOffs.get({ id: hidden.id }), 404)).message).toBe(missing);
    await refused(oneOffs.create(oneOffOn(stage)), 403);
    await refused(oneOffs.update(edit), 403);
    await refused(oneOffs.cancel({ id: seen.id }), 403);
  }
  const foreign = other.owner.api.scheduling.oneOffs;
  const stranger = await makeStage(app, other.owner);
  expect(await foreign.list(week)).toEqual({ total: 0, items: [] });
  expect((await refused(foreign.get({ id: taught.id }), 404)).message).toBe(missing);
  expect((await refused(foreign.update({ ...edit, ...stranger }), 404)).message).toBe(missing);
  expect((await refused(foreign.cancel({ id: taught.id }), 404)).message).toBe(missing);
  const { oneOffs } = app.visitor.scheduling;
  await refused(oneOffs.list(week), 401);
  await refused(oneOffs.get({ id: taught.id }), 401);
  await refused(oneOffs.create(oneOffOn(stage)), 401);
  await refused(oneOffs.update(edit), 401);
  await refused(oneOffs.cancel({ id: taught.id }), 401);
});
