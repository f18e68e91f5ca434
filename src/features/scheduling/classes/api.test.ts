import { describe, expect, it } from 'vitest';
import {
  makeClass,
  makeClassroom,
  makeDanceType,
  makeInstructor,
  makeStudent,
} from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';
const missing = 'Could not find class details for this ID.';
const busyInstructor = 'Scheduling Conflict: Instructor Ina Instructor is already booked.';
const busyRoom = 'Warning: This room is already booked at this time.';

async function enroll(by: Actor, classId: string, studentId: string): Promise<void> {
  await app.database.inTenant(by, (db) =>
    db.insertInto('classRegistrations').values({ classId, studentId, enrolledOn: testToday }).execute(),
  );
}

describe('a class', () => {
  it('tells that today’s session was called off on its attendance sheet', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner, { daysOfWeek: [6] });
    const isOffToday = async () => (await owner.api.scheduling.classes.get({ id: classId })).isOffToday;
    expect(await isOffToday()).toBe(false);
    const log = {
      classId,
      date: testToday,
      status: 'Cancelled',
      idempotencyKey: crypto.randomUUID(),
    } as const;
    await owner.api.attendance.save(log);
    expect(await isOffToday()).toBe(true);
  });

  it('is added, listed by time and name, shown, changed and taken off', async () => {
    const { staff } = await app.studio();
    const { classes } = staff.api.scheduling;
    const stage = await makeStage(app, staff);
    const later = await classes.create(
      classOn(stage, { name: ' Later ', startTime: '18:00', endTime: '19:00' }),
    );
    expect(later).toMatchObject({
      name: 'Later',
      classType: 'Group',
      instructor: { id: stage.instructorId, fullName: 'Ina Instructor' },
      room: { id: stage.roomId },
      danceType: { id: stage.danceTypeId },
      daysOfWeek: ['Monday', 'Wednesday'],
      startTime: '18:00',
      endTime: '19:00',
      sessionStartDate: '2026-09-01',
      sessionEndDate: null,
      enrolledCount: 0,
      cancelledDates: [],
      isOffToday: false,
      isRoomConflictIgnored: false,
      version: 1,
    });
    const early = await classes.create(
      classOn(stage, { name: 'early', daysOfWeek: ['Wednesday', 'Monday'] }),
    );
    expect(early.daysOfWeek).toEqual(['Monday', 'Wednesday']);
    expect(await classes.list()).toEqual([early, later]);
    expect(await classes.get({ id: later.id })).toEqual(later);
    const changed = await classes.update({
      ...classOn(stage, { name: 'New', sessionEndDate: '2026-11-23', startTime: '19:00', endTime: '20:00' }),
      id: later.id,
      version: 1,
    });
    expect(changed).toMatchObject({ name: 'New', sessionEndDate: '2026-11-23', version: 2 });
    await classes.delete({ id: later.id });
    expect(await classes.list()).toEqual([early]);
    for (const call of [classes.get({ id: later.id }), classes.delete({ id: later.id })].map((each) =>
      refused(each, 404),
    ))
      expect((await call).message).toBe(missing);
    await refused(classes.update({ ...classOn(stage), id: later.id, version: 3 }), 404);
  });

  it('is added once however often the request is repeated, and answers as it is by now', async () => {
    const { staff } = await app.studio();
    const { classes } = staff.api.scheduling;
    const stage = await makeStage(app, staff);
    const request = { ...classOn(stage), idempotencyKey: 'add-ballet-1' };
    const { id } = await classes.create(request);
    await classes.update({ ...classOn(stage, { name: 'Ballet 2' }), id, version: 1 });
    expect(await classes.create(request)).toMatchObject({ id, name: 'Ballet 2', version: 2 });
    // That its room was busy and is taken nevertheless does not make it another one.
    expect(await classes.create({ ...request, ignoreRoomConflict: true })).toMatchObject({ id });
    await refused(classes.create({ ...request, startTime: '12:00', endTime: '13:00' }), 422);
    expect(await classes.list()).toHaveLength(1);
    await classes.delete({ id });
    expect((await refused(classes.create(request), 404)).message).toContain('deleted since');
  });

  it('is not added where its request was refused, which may then be asked again', async () => {
    const { staff } = await app.studio();
    const { classes } = staff.api.scheduling;
    const stage = await makeStage(app, staff);
    const { id } = await classes.create(classOn(stage));
    const request = { ...classOn(stage), idempotencyKey: 'add-ballet-1' };
    await refused(classes.create(request), 409);
    await classes.delete({ id });
    await classes.create(request);
    expect(await classes.list()).toHaveLength(1);
  });

  it('counts its students and knows its cancelled dates', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner, { daysOfWeek: [6], sessionStartDate: '2026-11-01' });
    const [one, two] = [await makeStudent(app, owner), await makeStudent(app, owner)];
    await enroll(owner, classId, one);
    await enroll(owner, classId, two);
    await app.database.inTenant(owner, (db) =>
      db.updateTable('classRegistrations').set({ endedOn: testToday }).where('studentId', '=', two).execute(),
    );
    const { classes, cancellations } = owner.api.scheduling;
    expect(await classes.get({ id: classId })).toMatchObject({ enrolledCount: 1, cancelledDates: [] });
    for (const date of ['2026-11-28', testToday, '2026-11-14']) await cancellations.create({ classId, date });
    expect(await classes.get({ id: classId })).toMatchObject({
      cancelledDates: [{ date: testToday }, { date: '2026-11-28' }],
    });
  });

  it('counts its students until its last day is over', async () => {
    const { owner } = await app.studio();
    const studentId = await makeStudent(app, owner);
    const counted = async (sessionEndDate: string) => {
      const id = await makeClass(app, owner, { sessionEndDate });
      await enroll(owner, id, studentId);
      return (await owner.api.scheduling.classes.get({ id })).enrolledCount;
    };
    expect([await counted(testToday), await counted('2026-11-20')]).toEqual([1, 0]);
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['classType', { classType: 'Club' }],
    ['danceTypeId', { danceTypeId: '' }],
    ['instructorId', { instructorId: 'nobody' }],
    ['roomId', { roomId: null }],
    ['daysOfWeek', { daysOfWeek: [] }],
    ['daysOfWeek', { daysOfWeek: ['Monday', 'Monday'] }],
    ['daysOfWeek.0', { daysOfWeek: ['Mon'] }],
    ['startTime', { startTime: '24:00' }],
    ['startTime', { startTime: '' }],
    ['endTime', { endTime: '17:00:00' }],
    ['sessionStartDate', { sessionStartDate: '2026-02-29' }],
    ['sessionEndDate', { sessionEndDate: '2026-13-01' }],
    ['sessionEndDate', { sessionEndDate: '2026-08-31' }],
    ['daysOfWeek', { sessionStartDate: '2026-11-24', sessionEndDate: '2026-11-24' }],
    ['organizationId', { organizationId: unknown }],
  ])('names %s when it is wrong: %j', async (field, wrong) => {
    const { owner } = await app.studio();
    const { classes } = owner.api.scheduling;
    const input = { ...classOn({ danceTypeId: unknown, instructorId: unknown, roomId: unknown }), ...wrong };
    const issues = { issues: [{ path: field.split('.') }] };
    expect((await refused(classes.create(input as never), 400)).data).toMatchObject(issues);
    const edit = { ...input, id: unknown, version: 1 };
    expect((await refused(classes.update(edit as never), 400)).data).toMatchObject(issues);
  });

  it.each([
    ['17:00', '17:00'],
    ['22:00', '01:00'],
  ])('does not run from %s to %s', async (startTime, endTime) => {
    const { owner } = await app.studio();
    const stage = { danceTypeId: unknown, instructorId: unknown, roomId: unknown };
    const refusal = await refused(
      owner.api.scheduling.classes.create(classOn(stage, { startTime, endTime })),
      400,
    );
    expect(refusal.data).toMatchObject({
      issues: [{ path: ['endTime'], message: 'End time must be after start time.' }],
    });
  });

  it('tells a stale edit who was quicker, before anything else', async () => {
    const { owner, staff } = await app.studio();
    const stage = await makeStage(app, owner);
    const { id } = await owner.api.scheduling.classes.create(classOn(stage));
    await staff.api.scheduling.classes.update({ ...classOn(stage, { name: 'Quick' }), id, version: 1 });
    const late = owner.api.scheduling.classes.update({ ...classOn(stage, { name: 'Slow' }), id, version: 1 });
    expect(await refused(late, 409)).toMatchObject({
      code: 'STALE',
      data: { changedBy: 'Staff Person', current: { name: 'Quick' } },
    });
  });
});

describe('a busy instructor', () => {
  it('blocks, and the refusal says with what, when and where', async () => {
    const { owner } = await app.studio();
    const { classes } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const first = await classes.create(classOn(stage));
    const second = classOn(
      { ...stage, roomId: await makeClassroom(app, owner) },
      { daysOfWeek: ['Wednesday'], startTime: '17:30', endTime: '18:30', sessionStartDate: '2026-11-20' },
    );
    const refusal = await refused(classes.create({ ...second, ignoreRoomConflict: true }), 409);
    expect(refusal).toMatchObject({ code: 'INSTRUCTOR_BUSY', message: busyInstructor });
    expect(refusal.data).toEqual({
      clashes: [
        {
          resource: 'instructor',
          kind: 'class',
          id: first.id,
          title: 'Ballet 1',
          date: '2026-11-25',
          startTime: '17:00',
          endTime: '18:00',
          instructorName: 'Ina Instructor',
        },
      ],
    });
  });

  it('is free back to back, on other weekdays, in another term and on a cancelled date', async () => {
    const { owner } = await app.studio();
    const { classes, cancellations, oneOffs } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const { id: classId } = await classes.create(classOn(stage, { sessionEndDate: '2026-12-31' }));
    await classes.create(classOn(stage, { startTime: '18:00', endTime: '19:00' }));
    await classes.create(classOn(stage, { startTime: '16:00', endTime: '17:00' }));
    await classes.create(
      classOn(stage, { daysOfWeek: ['Tuesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] }),
    );
    await classes.create(classOn(stage, { sessionStartDate: '2027-01-01' }));
    await classes.create(classOn(stage, { sessionStartDate: '2026-01-01', sessionEndDate: '2026-08-31' }));
    await refused(oneOffs.create(oneOffOn(stage)), 409);
    await cancellations.create({ classId, date: '2026-11-23' });
    await oneOffs.create(oneOffOn(stage));
  });

  it('is no clash of a class with itself, nor with what was taken off', async () => {
    const { owner } = await app.studio();
    const { classes } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const first = await classes.create(classOn(stage));
    const moved = classOn(stage, { startTime: '17:30', endTime: '18:30', daysOfWeek: ['Monday', 'Friday'] });
    expect(await classes.update({ ...moved, id: first.id, version: 1 })).toMatchObject({
      startTime: '17:30',
    });
    await refused(classes.create(moved), 409);
    await classes.delete({ id: first.id });
    await classes.create(moved);
  });

  it('blocks an edit as well', async () => {
    const { owner } = await app.studio();
    const { classes } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    await classes.create(classOn(stage));
    const other = await classes.create(classOn(stage, { startTime: '19:00', endTime: '20:00' }));
    const refusal = await refused(
      classes.update({ ...classOn(stage), id: other.id, version: 1, ignoreRoomConflict: true }),
      409,
    );
    expect(refusal.message).toBe(busyInstructor);
    expect(await classes.get({ id: other.id })).toEqual(other);
  });
});

describe('a busy room', () => {
  it('warns with what it clashes with, and is booked when told to, which is kept', async () => {
    const { owner } = await app.studio();
    const { classes } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const first = await classes.create(classOn(stage));
    const second = classOn({ ...stage, instructorId: await makeInstructor(app, owner) });
    const refusal = await refused(classes.create(second), 409);
    expect(refusal).toMatchObject({
      code: 'ROOM_BUSY',
      message: busyRoom,
      data: {
        clashes: [{ resource: 'room', id: first.id, date: '2026-09-02', instructorName: 'Ina Instructor' }],
      },
    });
    const booked = await classes.create({ ...second, ignoreRoomConflict: true });
    expect(booked.isRoomConflictIgnored).toBe(true);
    // Nothing moves, so nothing is warned about again, and the override stays on record.
    const renamed = await classes.update({ ...second, name: 'Renamed', id: booked.id, version: 1 });
    expect(renamed).toMatchObject({ name: 'Renamed', isRoomConflictIgnored: true });
    // Nor is it when it takes the room on fewer days than before.
    const shorter = { ...second, sessionEndDate: '2027-06-30' };
    await classes.update({ ...shorter, id: booked.id, version: 2 });
    const fewer = { ...shorter, daysOfWeek: ['Monday' as const], sessionStartDate: '2026-09-07' };
    await classes.update({ ...fewer, id: booked.id, version: 3 });
    const again = { ...fewer, id: booked.id, version: 4 };
    for (const more of [
      { daysOfWeek: second.daysOfWeek },
      { sessionEndDate: null },
      { sessionStartDate: '2026-09-01' },
    ])
      expect((await refused(classes.update({ ...again, ...more }), 409)).message).toBe(busyRoom);
    const moved = { ...again, startTime: '17:30', endTime: '18:30' };
    expect((await refused(classes.update(moved), 409)).message).toBe(busyRoom);
    const away = await classes.update({ ...moved, startTime: '20:00', endTime: '21:00' });
    expect(away.isRoomConflictIgnored).toBe(false);
  });

  it('is not recorded as overridden when nothing was', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const made = await owner.api.scheduling.classes.create(classOn(stage, { ignoreRoomConflict: true }));
    expect(made.isRoomConflictIgnored).toBe(false);
  });
});

describe('what a class names', () => {
  it.each([
    ['instructorId', 'Instructor'],
    ['roomId', 'Classroom'],
    ['danceTypeId', 'Dance type'],
  ] as const)('must be of the studio: %s', async (field, noun) => {
    const { owner } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const stage = await makeStage(app, owner);
    const foreign = await makeStage(app, other.owner);
    const { classes } = owner.api.scheduling;
    const { id } = await classes.create(classOn(stage, { startTime: '08:00', endTime: '09:00' }));
    for (const value of [unknown, foreign[field]]) {
      const input = classOn({ ...stage, [field]: value });
      const message = `${noun} not found in your organization.`;
      expect((await refused(classes.create(input), 404)).message).toBe(message);
      expect((await refused(classes.update({ ...input, id, version: 1 }), 404)).message).toBe(message);
    }
  });

  it('must be an instructor, and one who is still there', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes } = owner.api.scheduling;
    const student = await makeStudent(app, owner);
    await refused(classes.create(classOn({ ...stage, instructorId: student })), 404);
    await app.database.inTenant(owner, (db) =>
      db.updateTable('profiles').set({ erasedAt: new Date() }).where('id', '=', stage.instructorId).execute(),
    );
    expect((await refused(classes.create(classOn(stage)), 404)).message).toBe(
      'Instructor not found in your organization.',
    );
  });
});

describe('who asks', () => {
  it('sees and changes classes as the role allows', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const stage = await makeStage(app, owner);
    const theirs = await owner.api.scheduling.classes.create(classOn(stage));
    const own = await admin.api.scheduling.classes.create(
      classOn({ ...stage, instructorId: instructor.profileId }, { startTime: '19:00', endTime: '20:00' }),
    );
    await enroll(owner, theirs.id, student.profileId);
    const edit = { ...classOn(stage), id: theirs.id, version: 1 };
    const enrolled = { ...theirs, enrolledCount: 1 };

    expect(await staff.api.scheduling.classes.list()).toEqual([enrolled, own]);
    for (const [{ api }, seen, hidden] of [
      [instructor, own, theirs],
      [student, enrolled, own],
    ] as const) {
      const { classes } = api.scheduling;
      expect(await classes.list()).toEqual([seen]);
      expect(await classes.get({ id: seen.id })).toEqual(seen);
      expect((await refused(classes.get({ id: hidden.id }), 404)).message).toBe(missing);
      for (const call of [
        classes.create(classOn(stage)),
        classes.update(edit),
        classes.delete({ id: own.id }),
      ].map((each) => refused(each, 403)))
        await call;
    }

    const foreign = other.owner.api.scheduling.classes;
    expect(await foreign.list()).toEqual([]);
    const stranger = await makeStage(app, other.owner);
    const tries = [
      foreign.get({ id: theirs.id }),
      foreign.delete({ id: theirs.id }),
      foreign.update({ ...edit, ...stranger }),
    ];
    for (const call of tries.map((each) => refused(each, 404))) expect((await call).message).toBe(missing);

    const { classes } = app.visitor.scheduling;
    const visits = [
      classes.list(),
      classes.get({ id: own.id }),
      classes.create(classOn(stage)),
      classes.update(edit),
      classes.delete({ id: own.id }),
    ];
    for (const call of visits.map((each) => refused(each, 401))) await call;
    expect(await owner.api.scheduling.classes.list()).toEqual([enrolled, own]);
  });
});

describe('the calendar of a class', () => {
  it('holds 29 February and keeps its clock time when clocks change', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, oneOffs } = owner.api.scheduling;
    await classes.create(
      classOn(stage, {
        daysOfWeek: ['Tuesday'],
        sessionStartDate: '2028-02-29',
        sessionEndDate: '2028-02-29',
      }),
    );
    const leapDay = oneOffOn(stage, { sessionDate: '2028-02-29' });
    expect(await refused(oneOffs.create(leapDay), 409)).toMatchObject({
      data: { clashes: [{ date: '2028-02-29' }, { date: '2028-02-29' }] },
    });
    // Sunday 14 March 2027: 02:30 does not exist in New York that night, and the class still has its hour.
    await classes.create(
      classOn(
        { ...stage, danceTypeId: await makeDanceType(app, owner) },
        { daysOfWeek: ['Sunday'], sessionStartDate: '2027-03-07', startTime: '02:30', endTime: '03:30' },
      ),
    );
    for (const sessionDate of ['2027-03-14', '2027-11-07']) {
      await refused(
        oneOffs.create(oneOffOn(stage, { sessionDate, startTime: '03:00', endTime: '03:30' })),
        409,
      );
      await oneOffs.create(oneOffOn(stage, { sessionDate, startTime: '03:30', endTime: '04:30' }));
      await oneOffs.create(oneOffOn(stage, { sessionDate, startTime: '01:30', endTime: '02:30' }));
    }
  });

  it('asks what day it is in the zone of the studio', async () => {
    // 15:00 UTC on Saturday is already Sunday in Auckland.
    const { owner } = await app.studio({ timeZone: 'Pacific/Auckland' });
    const stage = await makeStage(app, owner);
    const { classes, cancellations } = owner.api.scheduling;
    const { id } = await classes.create(classOn(stage, { daysOfWeek: ['Saturday', 'Sunday'] }));
    for (const date of ['2026-11-21', '2026-11-22']) await cancellations.create({ classId: id, date });
    expect(await classes.get({ id })).toMatchObject({ cancelledDates: [{ date: '2026-11-22' }] });
  });
});
