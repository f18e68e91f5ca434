import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeClass, makeInstructor } from '#tests/support/factories.ts';
import { classOn, logClass, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, testToday, useTestApp } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';
const monday = '2026-11-23';
const foreignClass = 'Class not found in your organization.';
const gone = 'This cancellation was not found. The date may have been restored already.';

describe('cancelling a date', () => {
  it('records it, lists the latest first and restores it', async () => {
    const { staff } = await app.studio();
    const { classes, cancellations } = staff.api.scheduling;
    const made = await classes.create(classOn(await makeStage(app, staff)));
    const first = await cancellations.create({ classId: made.id, date: monday });
    expect(first).toEqual({
      id: first.id,
      classId: made.id,
      className: 'Ballet 1',
      cancelledDate: monday,
      instructorName: 'Ina Instructor',
      startTime: '17:00',
      endTime: '18:00',
      takesPlace: true,
      isArchived: false,
    });
    const second = await cancellations.create({ classId: made.id, date: '2026-11-25' });
    const otherClass = await makeClass(app, staff, { daysOfWeek: [2] });
    const third = await cancellations.create({ classId: otherClass, date: '2026-11-24' });
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    expect(ids((await cancellations.list({})).items)).toEqual(ids([second, third, first]));
    expect((await cancellations.list({ classId: made.id })).items).toEqual([second, first]);
    const pages = [1, 2, 3].map((page) => cancellations.list({ page, limit: 2 }));
    expect(await Promise.all(pages)).toEqual([
      { total: 3, items: [second, third] },
      { total: 3, items: [first] },
      { total: 3, items: [] },
    ]);
    expect(await cancellations.restore({ id: first.id })).toEqual({
      classId: made.id,
      date: monday,
      takesPlace: true,
    });
    expect((await cancellations.list({ classId: made.id })).items).toEqual([second]);
    expect((await refused(cancellations.restore({ id: first.id }), 404)).message).toBe(gone);
  });

  it('takes only a date on which the class takes place, once', async () => {
    const { owner } = await app.studio();
    const { classes, cancellations } = owner.api.scheduling;
    const { id: classId } = await classes.create(
      classOn(await makeStage(app, owner), { sessionEndDate: '2026-11-30' }),
    );
    for (const date of ['2026-11-24', '2026-08-31', '2026-12-02'])
      expect((await refused(cancellations.create({ classId, date }), 409)).message).toBe(
        'The class does not take place on this date.',
      );
    await cancellations.create({ classId, date: '2026-11-30' });
    expect((await refused(cancellations.create({ classId, date: '2026-11-30' }), 409)).message).toBe(
      'This date is already cancelled.',
    );
    expect((await refused(cancellations.create({ classId, date: '' }), 400)).data).toMatchObject({
      issues: [{ path: ['date'], message: 'Please select a date to cancel.' }],
    });
  });

  it('is done once however often the request is repeated, and is no repetition once it was restored', async () => {
    const { staff } = await app.studio();
    const { cancellations } = staff.api.scheduling;
    const classId = await makeClass(app, staff, { daysOfWeek: [1] });
    const request = { classId, date: monday, idempotencyKey: 'cancel-monday' };
    const cancelled = await cancellations.create(request);
    expect(await cancellations.create(request)).toEqual(cancelled);
    await refused(cancellations.create({ ...request, date: '2026-11-30' }), 422);
    await refused(cancellations.create({ ...request, idempotencyKey: 'of-another-desk' }), 409);
    expect(await cancellations.list({})).toEqual({ total: 1, items: [cancelled] });
    await cancellations.restore({ id: cancelled.id });
    expect((await refused(cancellations.create(request), 404)).message).toContain('restored since');
  });

  it('is refused once the date was logged, as cancelled, too', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations } = owner.api.scheduling;
    const { id: classId } = await classes.create(classOn(stage));
    for (const [date, status] of [
      ['2026-11-18', 'Completed'],
      ['2026-11-16', 'Cancelled'],
    ] as const) {
      await owner.api.attendance.save({ classId, date, status, idempotencyKey: randomUUID() });
      expect((await refused(cancellations.create({ classId, date }), 409)).message).toBe(
        'An attendance log for this class on this date has already been submitted.',
      );
    }
  });

  it('outlives every edit of the class', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations, oneOffs } = owner.api.scheduling;
    const { id } = await classes.create(classOn(stage));
    await cancellations.create({ classId: id, date: monday });
    await classes.update({ ...classOn(stage, { daysOfWeek: ['Tuesday'] }), id, version: 1 });
    const back = await classes.update({
      ...classOn(stage, { startTime: '17:15', endTime: '18:15' }),
      id,
      version: 2,
    });
    expect(back).toMatchObject({ cancelledDates: [{ date: monday }] });
    await oneOffs.create(oneOffOn(stage, { sessionDate: monday }));
    // The date stays free for the other, so the class may be edited although both want the same hour.
    await classes.update({ ...classOn(stage), id, version: 3 });
  });
});

describe('cancelling all classes of some days', () => {
  it('cancels every date there is, and says the same when it is asked again', async () => {
    const { staff } = await app.studio();
    const stage = await makeStage(app, staff);
    const { classes, cancellations, oneOffs } = staff.api.scheduling;
    const ballet = await classes.create(classOn(stage));
    const tap = await makeClass(app, staff, { daysOfWeek: [1, 2], name: 'Tap' });
    await makeClass(app, staff, { daysOfWeek: [6] });
    const gone = await makeClass(app, staff, { daysOfWeek: [1] });
    await classes.delete({ id: gone });
    const already = await cancellations.create({ classId: tap, date: monday });
    await oneOffs.create(oneOffOn(stage, { sessionDate: '2026-11-24' }));
    const days = { start: monday, end: '2026-11-27' };

    const first = await cancellations.cancelDays(days);
    expect(first).toMatchObject({ cancelled: 4, logged: 0 });
    const { total, items } = await cancellations.list({});
    expect(total).toBe(4);
    expect(items.map(({ classId, cancelledDate }) => [classId, cancelledDate])).toEqual([
      [ballet.id, '2026-11-25'],
      [tap, '2026-11-24'],
      ...(items.at(2)?.classId === tap
        ? [
            [tap, monday],
            [ballet.id, monday],
          ]
        : [
            [ballet.id, monday],
            [tap, monday],
          ]),
    ]);
    expect(
      items
        .map(({ id }) => id)
        .filter((id) => id !== already.id)
        .toSorted(),
    ).toEqual(first.newIds.toSorted());
    expect(await cancellations.cancelDays(days)).toEqual({
      newIds: [],
      cancelled: 4,
      logged: 0,
      begun: 0,
    });

    const week = await staff.api.scheduling.calendar(days);
    expect(week.filter(({ isCancelled }) => isCancelled).map(({ kind }) => kind)).toEqual(
      Array(4).fill('class'),
    );
    expect(week.filter(({ isCancelled }) => !isCancelled).map(({ kind }) => kind)).toEqual(['session']);

    await classes.delete({ id: tap });
    expect(await cancellations.restoreDays({ ids: [...first.newIds, unknown] })).toEqual({
      restored: 2,
      taken: 0,
      before: 1,
    });
    expect((await cancellations.list({})).items).toMatchObject([
      { classId: tap, cancelledDate: '2026-11-24' },
      { id: already.id },
    ]);
  });

  it('frees instructors and rooms, and leaves what a log says', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations, oneOffs } = owner.api.scheduling;
    const { id: classId } = await classes.create(classOn(stage));
    await owner.api.attendance.save({
      classId,
      date: '2026-11-18',
      status: 'Completed',
      idempotencyKey: randomUUID(),
    });
    await owner.api.attendance.save({
      classId,
      date: '2026-11-16',
      status: 'Cancelled',
      idempotencyKey: randomUUID(),
    });
    // The calendar goes on showing it.
    const deleted = await makeClass(app, owner, { daysOfWeek: [2] });
    await logClass(owner, deleted, '2026-11-17');
    await classes.delete({ id: deleted });
    await refused(oneOffs.create(oneOffOn(stage, { sessionDate: monday })), 409);
    expect(await cancellations.cancelDays({ start: '2026-11-16', end: monday })).toMatchObject({
      newIds: [expect.any(String)],
      cancelled: 1,
      logged: 3,
    });
    await oneOffs.create(oneOffOn(stage, { sessionDate: monday }));
  });

  it('leaves what has begun today by the clock of the studio', async () => {
    const { owner } = await app.studio();
    const { cancellations } = owner.api.scheduling;
    const times = ['09:00', '10:00', '10:30'].map((startTime) => ({ startTime, endTime: '11:30' }));
    const [held, begins, later] = await Promise.all(
      times.map((time) => makeClass(app, owner, { daysOfWeek: [6], ...time })),
    );
    const logged = { classId: held ?? '', date: testToday, status: 'Completed' as const };
    const days = { start: '2026-11-14', end: testToday };
    const answer = await cancellations.cancelDays(days);
    expect(answer).toMatchObject({ cancelled: 4, logged: 0, begun: 2 });
    const { items } = await cancellations.list({});
    expect(items.filter(({ cancelledDate }) => cancelledDate === testToday)).toMatchObject([
      { classId: later },
    ]);
    await owner.api.attendance.save({ ...logged, idempotencyKey: randomUUID() });
    await cancellations.create({ classId: begins ?? '', date: testToday });
    expect(await cancellations.cancelDays(days)).toEqual({ newIds: [], cancelled: 5, logged: 1, begun: 0 });
  });

  it('is taken back but for what was booked meanwhile', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations, oneOffs } = owner.api.scheduling;
    await classes.create(classOn(stage));
    const { newIds } = await cancellations.cancelDays({ start: monday, end: '2026-11-25' });
    const { id } = await oneOffs.create(
      oneOffOn({ ...stage, instructorId: await makeInstructor(app, owner) }, { sessionDate: '2026-11-25' }),
    );
    expect(await cancellations.restoreDays({ ids: newIds })).toEqual({ restored: 1, taken: 1, before: 0 });
    expect((await cancellations.list({})).items).toMatchObject([{ cancelledDate: '2026-11-25' }]);
    await oneOffs.cancel({ id });
    expect(await cancellations.restoreDays({ ids: newIds })).toEqual({
      restored: 1,
      taken: 0,
      before: 1,
    });
    expect(await cancellations.restoreDays({ ids: newIds })).toEqual({ restored: 0, taken: 0, before: 2 });
    await refused(cancellations.restoreDays({ ids: [] }), 400);
  });

  it('is taken back for two classes, too, that share a room because somebody said so', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations } = owner.api.scheduling;
    await classes.create(classOn(stage));
    const other = { ...stage, instructorId: await makeInstructor(app, owner) };
    await classes.create(classOn(other, { name: 'Ballet 2', ignoreRoomConflict: true }));
    const { newIds } = await cancellations.cancelDays({ start: monday, end: '2026-11-25' });
    expect(await cancellations.restoreDays({ ids: newIds })).toEqual({ restored: 4, taken: 0, before: 0 });
  });

  it('is taken back for one of two that were cancelled one after the other and want the same instructor', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations } = owner.api.scheduling;
    await classes.create(classOn(stage));
    const first = await cancellations.cancelDays({ start: monday, end: monday });
    const oneMonday = { sessionStartDate: monday, sessionEndDate: monday, daysOfWeek: ['Monday' as const] };
    await classes.create(classOn(stage, oneMonday));
    const second = await cancellations.cancelDays({ start: monday, end: '2026-11-25' });
    expect(await cancellations.restoreDays({ ids: [...first.newIds, ...second.newIds] })).toEqual({
      restored: 2,
      taken: 1,
      before: 0,
    });
  });

  it('shares no room with a session booked meanwhile, though the class once shared it with another', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations, oneOffs } = owner.api.scheduling;
    const { id } = await classes.create(classOn(stage));
    const other = { ...stage, instructorId: await makeInstructor(app, owner) };
    await classes.create(classOn(other, { name: 'Ballet 2', ignoreRoomConflict: true }));
    await classes.delete({ id });
    const { newIds } = await cancellations.cancelDays({ start: monday, end: monday });
    const third = { ...stage, instructorId: await makeInstructor(app, owner) };
    const camp = await oneOffs.create(oneOffOn(third, { sessionDate: monday }));
    expect(await cancellations.restoreDays({ ids: newIds })).toEqual({ restored: 0, taken: 1, before: 0 });
    await oneOffs.cancel({ id: camp.id });
    await classes.create(
      classOn(third, {
        name: 'Camp',
        sessionStartDate: monday,
        sessionEndDate: monday,
        daysOfWeek: ['Monday'],
      }),
    );
    expect(await cancellations.restoreDays({ ids: newIds })).toEqual({ restored: 0, taken: 1, before: 0 });
  });

  it('goes by what a class was on each day', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations } = owner.api.scheduling;
    const { id } = await classes.create(classOn(stage));
    await classes.update({
      ...classOn(stage, { daysOfWeek: ['Tuesday'] }),
      id,
      version: 1,
      appliesFrom: '2026-11-19',
    });
    await cancellations.cancelDays({ start: '2026-11-16', end: '2026-11-25' });
    const { items } = await cancellations.list({});
    expect(items.map(({ cancelledDate }) => cancelledDate)).toEqual([
      '2026-11-24',
      '2026-11-18',
      '2026-11-16',
    ]);
  });

  it('asks for days in order, and not for more than the calendar shows', async () => {
    const { owner } = await app.studio();
    const { cancellations } = owner.api.scheduling;
    for (const [days, path, message] of [
      [{ start: '', end: monday }, 'start', 'Enter the first day.'],
      [{ start: monday, end: '2026-11-22' }, 'end', 'The last day must not be before the first day.'],
      [{ start: monday, end: '2027-02-28' }, 'end', 'Choose at most 62 days.'],
    ] as const)
      expect((await refused(cancellations.cancelDays(days), 400)).data).toMatchObject({
        issues: [{ path: [path], message }],
      });
    expect(await cancellations.cancelDays({ start: monday, end: monday })).toEqual({
      newIds: [],
      cancelled: 0,
      logged: 0,
      begun: 0,
    });
  });
});

describe('restoring a date', () => {
  it('is refused for a deleted class, as is cancelling one; the log marks its dates as such', async () => {
    const { owner } = await app.studio();
    const { classes, cancellations } = owner.api.scheduling;
    const { id: classId } = await classes.create(classOn(await makeStage(app, owner)));
    const { id } = await cancellations.create({ classId, date: monday });
    await classes.delete({ id: classId });
    expect((await cancellations.list({})).items).toMatchObject([{ id, isArchived: true }]);
    expect((await refused(cancellations.restore({ id }), 404)).message).toBe(foreignClass);
    const another = cancellations.create({ classId, date: '2026-11-25' });
    expect((await refused(another, 404)).message).toBe(foreignClass);
  });

  it('is refused while the instructor is booked elsewhere, and works when that is cancelled', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations, oneOffs } = owner.api.scheduling;
    const { id: classId } = await classes.create(classOn(stage));
    const { id } = await cancellations.create({ classId, date: monday });
    const session = await oneOffs.create(oneOffOn(stage, { startTime: '17:30', endTime: '18:30' }));
    const refusal = await refused(cancellations.restore({ id, ignoreRoomConflict: true }), 409);
    expect(refusal).toMatchObject({
      code: 'INSTRUCTOR_BUSY',
      message: 'Scheduling Conflict: Instructor Ina Instructor is already booked.',
      data: {
        clashes: [
          {
            resource: 'instructor',
            kind: 'session',
            id: session.id,
            title: 'One-Time Private',
            date: monday,
          },
          { resource: 'room' },
        ],
      },
    });
    await oneOffs.cancel({ id: session.id });
    await cancellations.restore({ id });
  });

  it('only warns when the room is taken', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations, oneOffs } = owner.api.scheduling;
    const { id: classId } = await classes.create(classOn(stage));
    const { id } = await cancellations.create({ classId, date: monday });
    await oneOffs.create(oneOffOn({ ...stage, instructorId: await makeInstructor(app, owner) }));
    expect(await refused(cancellations.restore({ id }), 409)).toMatchObject({
      code: 'ROOM_BUSY',
      message: 'Warning: This room is already booked at this time.',
    });
    await cancellations.restore({ id, ignoreRoomConflict: true });
    expect(await classes.get({ id: classId })).toMatchObject({
      cancelledDates: [],
      isRoomConflictIgnored: true,
    });
  });

  it('forgets a date on which the class no longer takes place, and none of a class taken off', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, cancellations } = owner.api.scheduling;
    const { id: classId } = await classes.create(classOn(stage));
    const { id } = await cancellations.create({ classId, date: monday });
    const kept = await cancellations.create({ classId, date: '2026-11-25' });
    await classes.update({ ...classOn(stage, { daysOfWeek: ['Wednesday'] }), id: classId, version: 1 });
    expect((await cancellations.list({})).items).toMatchObject([
      { id: kept.id, takesPlace: true },
      { id, takesPlace: false, instructorName: 'Ina Instructor' },
    ]);
    await classes.create(classOn(stage, { daysOfWeek: ['Monday'], sessionStartDate: monday }));
    expect(await cancellations.restore({ id })).toEqual({ classId, date: monday, takesPlace: false });
    expect((await cancellations.list({})).items).toMatchObject([{ id: kept.id }]);
    await classes.delete({ id: classId });
    expect((await refused(cancellations.restore({ id: kept.id }), 404)).message).toBe(foreignClass);
    expect((await cancellations.list({})).items).toMatchObject([{ id: kept.id, className: 'Ballet 1' }]);
  });
});

it('answers every role, other studios and visitors as it should', async () => {
  const { owner, admin, instructor, student } = await app.studio();
  const other = await app.studio({ name: 'Bob School' });
  const stage = { ...(await makeStage(app, owner)), instructorId: instructor.profileId };
  const { id: own } = await owner.api.scheduling.classes.create(classOn(stage));
  const theirs = await makeClass(app, owner);
  const mine = await admin.api.scheduling.cancellations.create({ classId: own, date: monday });
  const hidden = await admin.api.scheduling.cancellations.create({ classId: theirs, date: monday });
  await app.database.inTenant(owner, (db) =>
    db
      .insertInto('classRegistrations')
      .values({ classId: theirs, studentId: student.profileId, enrolledOn: testToday })
      .execute(),
  );
  for (const [{ api }, seen] of [
    [instructor, mine],
    [student, hidden],
  ] as const) {
    const { cancellations } = api.scheduling;
    expect((await cancellations.list({})).items).toEqual([seen]);
    await refused(cancellations.create({ classId: own, date: '2026-11-25' }), 403);
    await refused(cancellations.cancelDays({ start: monday, end: monday }), 403);
    await refused(cancellations.restoreDays({ ids: [seen.id] }), 403);
    await refused(cancellations.restore({ id: seen.id }), 403);
  }
  const foreign = other.owner.api.scheduling.cancellations;
  expect(await foreign.cancelDays({ start: monday, end: '2026-11-30' })).toMatchObject({
    cancelled: 0,
    logged: 0,
  });
  expect(await foreign.list({})).toEqual({ total: 0, items: [] });
  expect(await foreign.list({ classId: own })).toEqual({ total: 0, items: [] });
  for (const classId of [own, unknown])
    expect((await refused(foreign.create({ classId, date: '2026-11-25' }), 404)).message).toBe(foreignClass);
  expect((await refused(foreign.restore({ id: mine.id }), 404)).message).toBe(gone);
  expect(await foreign.restoreDays({ ids: [mine.id] })).toEqual({ restored: 0, taken: 0, before: 1 });
  const { cancellations } = app.visitor.scheduling;
  await refused(cancellations.list({}), 401);
  await refused(cancellations.create({ classId: own, date: '2026-11-25' }), 401);
  await refused(cancellations.cancelDays({ start: monday, end: monday }), 401);
  await refused(cancellations.restoreDays({ ids: [mine.id] }), 401);
  await refused(cancellations.restore({ id: mine.id }), 401);
  await refused(owner.api.scheduling.cancellations.restore({ id: 'x' }), 400);
  await refused(owner.api.scheduling.cancellations.list({ classId: 'x' }), 400);
});
