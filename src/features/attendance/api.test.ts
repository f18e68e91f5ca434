import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bookCatchUp, makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeRegistration } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';
const alreadyLogged = 'A log for this session already exists.';

const present = (studentId: string) => ({ studentId, isPresent: true });
const absent = (studentId: string) => ({ studentId, isPresent: false });

function save(
  by: Actor,
  classId: string,
  fields: Partial<Parameters<Actor['api']['attendance']['save']>[0]> = {},
) {
  return by.api.attendance.save({ classId, date: sessionDate, idempotencyKey: randomUUID(), ...fields });
}

async function entriesOf(by: Actor, sessionId: string) {
  const rows = await app.database.inTenant(by, (db) =>
    db
      .selectFrom('attendanceEntries')
      .select(['studentId', 'isPresent'])
      .where('sessionId', '=', sessionId)
      .execute(),
  );
  return Object.fromEntries(rows.map(({ studentId, isPresent }) => [studentId, isPresent]));
}

const cancel = (by: Actor, classId: string, cancelledDate = sessionDate) =>
  app.database.inTenant(by, (db) =>
    db
      .insertInto('classCancellations')
      .values({ classId, cancelledDate })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );

describe('the sheet', () => {
  it('names who belonged to the class on that date, by name, and nobody is marked yet', async () => {
    const { owner } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner, { name: 'Ballet 1', students: 2 });
    const [left, sameDay, later, guest] = await Promise.all(
      ['A left', 'B same day', 'C later', 'Z guest'].map((fullName) => makeStudent(app, owner, { fullName })),
    );
    const enroll = (studentId = '', days: { enrolledOn: string; endedOn?: string }) =>
      makeRegistration(app, owner, { classId, studentId, ...days });
    await enroll(left, { enrolledOn: '2026-09-01', endedOn: sessionDate });
    await enroll(sameDay, { enrolledOn: sessionDate });
    await enroll(later, { enrolledOn: '2026-11-19' });
    await bookCatchUp(app, owner, { classId, studentId: guest ?? '' });
    const sheet = await owner.api.attendance.sheet({ classId, date: sessionDate });
    expect(sheet).toMatchObject({
      class: { name: 'Ballet 1', startTime: '17:00', endTime: '18:00' },
      state: 'open',
      log: null,
      may: { log: true, correct: false, chooseInstructor: true, enroll: true },
    });
    expect(sheet.students).toEqual([
      { id: sameDay, fullName: 'B same day', isGuest: false, isPresent: null },
      { id: students[0], fullName: 'Student 00', isGuest: false, isPresent: null },
      { id: students[1], fullName: 'Student 01', isGuest: false, isPresent: null },
      { id: guest, fullName: 'Z guest', isGuest: true, isPresent: null },
    ]);
  });

  it('names who left the class that day and comes to catch up as a guest', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner);
    const studentId = await makeStudent(app, owner);
    await makeRegistration(app, owner, {
      classId,
      studentId,
      enrolledOn: '2026-09-01',
      endedOn: sessionDate,
    });
    await bookCatchUp(app, owner, { classId, studentId });
    const { students } = await owner.api.attendance.sheet({ classId, date: sessionDate });
    expect(students).toMatchObject([{ id: studentId, isGuest: true }]);
  });

  it('names no guest whose catch-up was called off', async () => {
    const { owner } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner, { students: 1 });
    await bookCatchUp(app, owner, { classId, studentId: await makeStudent(app, owner) });
    await app.database.inTenant(owner, (db) =>
      db.updateTable('oneOffSessions').set({ outcome: 'Cancelled' }).execute(),
    );
    const sheet = await owner.api.attendance.sheet({ classId, date: sessionDate });
    expect(sheet.students.map(({ id }) => id)).toEqual(students);
  });

  it('tells why a date takes no log', async () => {
    const { owner } = await app.studio();
    const { classId } = await makeAttendedClass(app, owner);
    const state = (date: string) =>
      owner.api.attendance.sheet({ classId, date }).then((sheet) => sheet.state);
    await cancel(owner, classId, '2026-11-16');
    expect(await state(sessionDate)).toBe('open');
    expect(await state('2026-11-16')).toBe('cancelled');
    expect(await state('2026-11-17')).toBe('elsewhere');
    expect(await state('2026-11-23')).toBe('future');
    await save(owner, classId);
    expect(await state(sessionDate)).toBe('logged');
  });

  it('is kept of an archived class that was logged, and of no other', async () => {
    const { owner } = await app.studio();
    const { classId } = await makeAttendedClass(app, owner);
    await save(owner, classId);
    await app.database.inTenant(owner, (db) =>
      db.updateTable('classes').set({ archivedAt: new Date() }).where('id', '=', classId).execute(),
    );
    expect(await owner.api.attendance.sheet({ classId, date: sessionDate })).toMatchObject({
      state: 'logged',
      may: { correct: true, enroll: false },
    });
    expect((await refused(owner.api.attendance.sheet({ classId, date: '2026-11-16' }), 404)).message).toBe(
      'Class not found.',
    );
    expect((await refused(save(owner, classId, { date: '2026-11-16' }), 404)).message).toBe(
      'Class not found.',
    );
  });
});

describe('saving', () => {
  it('keeps the log and every entry', async () => {
    const { staff } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, staff, { students: 20 });
    const entries = students.map((studentId, n) => ({ studentId, isPresent: n % 3 > 0 }));
    const { id } = await save(staff, classId, { entries, notes: '  Recital steps ' });
    expect(await entriesOf(staff, id)).toEqual(
      Object.fromEntries(entries.map(({ studentId, isPresent }) => [studentId, isPresent])),
    );
    expect(await staff.api.attendance.sheet({ classId, date: sessionDate })).toMatchObject({
      state: 'logged',
      students: { 0: { isPresent: false }, 1: { isPresent: true } },
      log: { id, status: 'Completed', notes: 'Recital steps', loggedBy: 'Staff Person', version: 1 },
      may: { log: false, correct: true },
    });
  });

  it('takes the log of a roster of any size', async () => {
    const { owner } = await app.studio();
    const { classId } = await makeAttendedClass(app, owner, { students: 0 });
    const entries = await app.database.inTenant(owner, async (db) => {
      const people = Array.from({ length: 501 }, (_, n) => ({ role: 'student', fullName: `Student ${n}` }));
      const made = await db.insertInto('profiles').values(people).returning('id as studentId').execute();
      const places = made.map((one) => ({ ...one, classId, enrolledOn: '2026-09-01' }));
      await db.insertInto('classRegistrations').values(places).execute();
      return made.map((one) => ({ ...one, isPresent: true }));
    });
    const { id } = await save(owner, classId, { entries });
    expect(Object.keys(await entriesOf(owner, id))).toHaveLength(501);
  });

  it('keeps no entries of a cancelled session', async () => {
    const { owner } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner);
    const { id } = await save(owner, classId, { status: 'Cancelled', entries: students.map(present) });
    expect(await entriesOf(owner, id)).toEqual({});
  });

  it('happens once: the second is told so, a repetition of the first is answered like it', async () => {
    const { owner, staff } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner);
    const request = { entries: students.map(present), idempotencyKey: randomUUID() };
    const first = await save(owner, classId, request);
    expect((await refused(save(staff, classId), 409)).message).toBe(alreadyLogged);
    expect(await save(owner, classId, request)).toEqual(first);
    await refused(save(owner, classId, { ...request, notes: 'something else' }), 422);
    expect(Object.keys(await entriesOf(owner, first.id))).toHaveLength(3);
  });

  it('leaves nothing of a refused one behind, its key included', async () => {
    const { owner } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner);
    const idempotencyKey = randomUUID();
    await refused(save(owner, classId, { idempotencyKey, entries: [present(unknown)] }), 400);
    const { id } = await save(owner, classId, { idempotencyKey, entries: students.map(present) });
    expect(Object.keys(await entriesOf(owner, id))).toHaveLength(3);
  });

  it('is refused on a date that is cancelled, in the future or not one of the class', async () => {
    const { owner } = await app.studio();
    const { classId } = await makeAttendedClass(app, owner);
    await cancel(owner, classId);
    const message = async (date: string) => (await refused(save(owner, classId, { date }), 409)).message;
    expect(await message(sessionDate)).toBe('The class is cancelled on this date.');
    expect(await message('2026-11-17')).toBe('The class does not take place on this date.');
    expect(await message('2026-11-23')).toBe(
      'Attendance can be logged on the day of the session, not before.',
    );
    app.setNow('2026-11-24T04:59:00Z'); // still Monday in New York
    await save(owner, classId, { date: '2026-11-23' });
    app.setNow('2026-11-21T15:00:00Z');
  });

  it('takes who left that day and guests, and refuses strangers', async () => {
    const { owner } = await app.studio();
    const { classId } = await makeAttendedClass(app, owner, { students: 0 });
    const [left, guest, stranger] = await Promise.all([1, 2, 3].map(() => makeStudent(app, owner)));
    const place = { classId, enrolledOn: '2026-09-01', endedOn: sessionDate };
    await makeRegistration(app, owner, { ...place, studentId: left ?? '' });
    await bookCatchUp(app, owner, { classId, studentId: guest ?? '' });
    const refusal = await refused(save(owner, classId, { entries: [present(stranger ?? '')] }), 400);
    expect(refusal.data).toMatchObject({ issues: [{ path: ['entries'] }] });
    const { id } = await save(owner, classId, { entries: [present(left ?? ''), absent(guest ?? '')] });
    expect(await entriesOf(owner, id)).toEqual({ [left ?? '']: true, [guest ?? '']: false });
  });

  it('names the field of bad input', async () => {
    const { owner } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner, { students: 1 });
    const twice = [present(students[0] ?? ''), absent((students[0] ?? '').toUpperCase())];
    const wrong = [
      [{ date: '2026-02-30' }, 'date'],
      [{ status: 'Held' }, 'status'],
      [{ idempotencyKey: 'short' }, 'idempotencyKey'],
      [{ entries: twice }, 'entries'],
      [{ instructorId: unknown }, 'instructorId'],
      [{ instructorId: students[0] }, 'instructorId'],
      [{ organizationId: unknown }, 'organizationId'],
    ] as const;
    for (const [fields, field] of wrong)
      expect((await refused(save(owner, classId, fields as never), 400)).data).toMatchObject({
        issues: [{ path: [field] }],
      });
  });
});

describe('a substitute', () => {
  it('holds the date: the class keeps its room, its own instructor is free', async () => {
    const { owner } = await app.studio();
    const own = await makeInstructor(app, owner);
    const substituteId = await makeInstructor(app, owner, { fullName: 'Sub' });
    const { classId } = await makeAttendedClass(app, owner, { instructorId: own });
    await save(owner, classId, { instructorId: substituteId });
    const weekday = { daysOfWeek: [3], sessionStartDate: sessionDate, sessionEndDate: sessionDate };
    await makeClass(app, owner, { ...weekday, instructorId: own });
    await expect(makeClass(app, owner, { ...weekday, instructorId: substituteId })).rejects.toMatchObject({
      constraint: 'instructor_not_double_booked',
    });
  });

  it('can not be somewhere else at the time', async () => {
    const { owner } = await app.studio();
    const substituteId = await makeInstructor(app, owner, { fullName: 'Sub' });
    await makeClass(app, owner, {
      instructorId: substituteId,
      name: 'Jazz',
      startTime: '17:30',
      endTime: '18:30',
    });
    const { classId } = await makeAttendedClass(app, owner);
    const busy = {
      code: 'INSTRUCTOR_BUSY',
      message: 'Scheduling Conflict: Instructor Sub is already booked.',
      data: { clashes: [{ kind: 'class', title: 'Jazz', date: sessionDate }] },
    };
    expect(await refused(save(owner, classId, { instructorId: substituteId }), 409)).toMatchObject(busy);
    const { id } = await save(owner, classId);
    const correction = { id, version: 1, instructorId: substituteId };
    expect(await refused(owner.api.attendance.correct(correction), 409)).toMatchObject(busy);
  });

  it('is named by the office only, and may then correct the log', async () => {
    const { owner, instructor } = await app.studio();
    const own = await makeAttendedClass(app, owner, { instructorId: instructor.profileId });
    const substituteId = await makeInstructor(app, owner);
    await refused(save(instructor, own.classId, { instructorId: substituteId }), 403);
    await save(instructor, own.classId, { instructorId: instructor.profileId });

    const other = await makeAttendedClass(app, owner, { startTime: '19:00', endTime: '20:00' });
    const { id } = await save(owner, other.classId, { instructorId: instructor.profileId });
    expect(
      await instructor.api.attendance.sheet({ classId: other.classId, date: sessionDate }),
    ).toMatchObject({
      may: { correct: true, chooseInstructor: false, enroll: false },
    });
    await instructor.api.attendance.correct({ id, version: 1, notes: 'Taught by me' });
    await refused(instructor.api.attendance.correct({ id, version: 2, instructorId: substituteId }), 403);
  });
});

describe('correcting', () => {
  it('changes entries, notes and status, and keeps what they were', async () => {
    const { owner, staff } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner, { students: 2 });
    const [ana = '', bea = ''] = students;
    const { id } = await save(owner, classId, { entries: [present(ana), present(bea)] });
    await staff.api.attendance.correct({
      id,
      version: 1,
      entries: [present(ana), absent(bea)],
      notes: 'Bea was ill',
    });
    expect(await entriesOf(owner, id)).toEqual({ [ana]: true, [bea]: false });
    await owner.api.attendance.correct({ id, version: 2, status: 'Cancelled' });
    expect(await entriesOf(owner, id)).toEqual({});
    const history = await owner.api.attendance.history({ id });
    expect(history.map(({ by, studentName, before, after }) => ({ by, studentName, before, after }))).toEqual(
      expect.arrayContaining([
        {
          by: 'Staff Person',
          studentName: 'Student 01',
          before: { isPresent: true },
          after: { isPresent: false },
        },
        {
          by: 'Staff Person',
          studentName: null,
          before: expect.objectContaining({ status: 'Completed' }),
          after: expect.objectContaining({ notes: 'Bea was ill' }),
        },
        { by: 'Olive Owner', studentName: 'Student 00', before: { isPresent: true }, after: null },
      ]),
    );
    expect(history).toHaveLength(5);
    expect(history[0]?.at).toMatch(/^\d{4}-\d{2}-\d{2}T/);
  });

  it('tells who taught in whose place once both were deleted', async () => {
    const { owner } = await app.studio();
    const [first, second] = [await makeInstructor(app, owner), await makeInstructor(app, owner)];
    const { classId } = await makeAttendedClass(app, owner, { students: 0 });
    const { id } = await save(owner, classId, { instructorId: first });
    await owner.api.attendance.correct({ id, version: 1, instructorId: second });
    for (const instructorId of [first, second])
      await owner.api.people.instructors.delete({ id: instructorId });
    const name = 'Deleted instructor';
    expect(await owner.api.attendance.history({ id })).toMatchObject([
      {
        before: { instructorId: first, instructorName: name },
        after: { instructorId: second, instructorName: name },
      },
    ]);
  });

  it('adds who was forgotten, and keeps whoever is not named', async () => {
    const { owner } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner, { students: 2 });
    const [ana = '', bea = ''] = students;
    const { id } = await save(owner, classId, { entries: [absent(ana)] });
    await owner.api.attendance.correct({ id, version: 1, entries: [present(bea)] });
    expect(await entriesOf(owner, id)).toEqual({ [ana]: false, [bea]: true });
    expect(await owner.api.attendance.history({ id })).toMatchObject([
      { by: 'Olive Owner', studentName: 'Student 01', before: null, after: { isPresent: true } },
    ]);
    await refused(
      owner.api.attendance.correct({ id, version: 2, entries: [present(await makeStudent(app, owner))] }),
      400,
    );
  });

  it('changes nothing where it says what the log says', async () => {
    const { owner, staff, instructor } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner, { students: 2 });
    const [ana = '', bea = ''] = students;
    const entries = [present(ana), absent(bea)];
    const { id } = await save(owner, classId, { entries, notes: 'Rain' });
    const { correct, history } = staff.api.attendance;
    expect(await correct({ id, version: 1, entries, notes: 'Rain' })).toEqual({ id });
    await correct({ id, version: 1, notes: 'Rain' });
    expect(
      await refused(instructor.api.attendance.correct({ id, version: 1, entries, notes: 'Rain' }), 403),
    ).toMatchObject({ message: expect.stringContaining('taught by somebody else') });
    expect(await history({ id })).toEqual([]);
    await correct({ id, version: 1, entries: [present(bea)], notes: 'Rain' });
    await refused(correct({ id, version: 1, entries: [present(bea)], notes: 'Rain' }), 409);
    await correct({ id, version: 2, status: 'Cancelled', notes: 'Rain' });
    await correct({ id, version: 3, status: 'Cancelled', notes: 'Rain' });
    const sheet = await staff.api.attendance.sheet({ classId, date: sessionDate });
    expect(sheet.log).toMatchObject({ version: 3, status: 'Cancelled' });
  });

  it('knows of a session that is said to be cancelled who was marked before, the last time it was held', async () => {
    const { owner } = await app.studio();
    const { classId, students } = await makeAttendedClass(app, owner, { students: 3 });
    const [ana = '', bea = ''] = students;
    const { id } = await save(owner, classId, { entries: [absent(ana), present(bea)] });
    const { correct, sheet } = owner.api.attendance;
    const marks = async () =>
      (await sheet({ classId, date: sessionDate })).students.map(({ isPresent, wasPresent }) => [
        isPresent,
        wasPresent,
      ]);
    expect(await marks()).toEqual([
      [false, undefined],
      [true, undefined],
      [null, undefined],
    ]);
    await correct({ id, version: 1, status: 'Cancelled' });
    await correct({ id, version: 2, status: 'Cancelled', notes: 'Rain' });
    expect(await marks()).toEqual([
      [null, false],
      [null, true],
      [null, undefined],
    ]);
    await correct({ id, version: 3, entries: [present(ana)] });
    expect(await marks()).toEqual([
      [true, undefined],
      [null, undefined],
      [null, undefined],
    ]);
    await correct({ id, version: 4, status: 'Cancelled' });
    expect(await marks()).toEqual([
      [null, true],
      [null, undefined],
      [null, undefined],
    ]);
  });

  it('tells a stale edit who was quicker', async () => {
    const { owner, staff } = await app.studio();
    const { classId } = await makeAttendedClass(app, owner);
    const { id } = await save(owner, classId);
    await staff.api.attendance.correct({ id, version: 1, notes: 'First' });
    expect(
      await refused(owner.api.attendance.correct({ id, version: 1, notes: 'Second' }), 409),
    ).toMatchObject({
      code: 'STALE',
      data: { changedBy: 'Staff Person', current: { notes: 'First' } },
    });
  });
});

describe('a date is either cancelled or held', () => {
  it('whoever comes second is refused', async () => {
    const { owner } = await app.studio();
    const { classId } = await makeAttendedClass(app, owner);
    const { id } = await save(owner, classId);
    const logged = { constraint: 'cancelled_date_was_not_held' };
    await expect(cancel(owner, classId)).rejects.toMatchObject(logged);
    await owner.api.attendance.correct({ id, version: 1, status: 'Cancelled' });
    // Cancelled by its log already, which may still be corrected.
    await expect(cancel(owner, classId)).rejects.toMatchObject(logged);
    await owner.api.attendance.correct({ id, version: 2, status: 'Completed' });
  });
});

it('answers every role, other studios and visitors as it should', async () => {
  const { owner, admin, instructor, student } = await app.studio();
  const other = await app.studio({ name: 'Bob School' });
  const { classId } = await makeAttendedClass(app, owner);
  const { id } = await save(admin, classId);
  const calls = (by: Actor) => [
    () => by.api.attendance.sheet({ classId, date: sessionDate }),
    () => save(by, classId, { date: '2026-11-16' }),
    () => by.api.attendance.correct({ id, version: 1 }),
    () => by.api.attendance.history({ id }),
  ];
  // An instructor of the studio, but of none of its classes.
  for (const call of [...calls(instructor), ...calls(student)]) await refused(call(), 403);
  for (const call of calls({ ...owner, api: app.visitor })) await refused(call(), 401);
  for (const by of [other.owner, other.instructor]) for (const call of calls(by)) await refused(call(), 404);
});
