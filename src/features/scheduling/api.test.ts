import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { clashQuery, slotOn } from '#features/scheduling/sql.ts';
import { makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeRegistration } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeClassroom, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { addDays, isoWeekday } from '#shared/local-date.ts';
import { weekdays } from '#shared/weekday.ts';
import { refused, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const week = { start: '2026-11-23', end: '2026-11-29' };

describe('the calendar', () => {
  it('holds sessions of classes and one-off ones by date and time, the cancelled too', async () => {
    const { owner } = await app.studio();
    const { classes, cancellations, oneOffs, calendar } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const made = await classes.create(classOn(stage));
    const cancelled = await cancellations.create({ classId: made.id, date: '2026-11-25' });
    const studentId = await makeStudent(app, owner, { fullName: 'Stu Student' });
    const session = await oneOffs.create(
      oneOffOn(stage, { studentId, startTime: '09:00', endTime: '10:00' }),
    );
    const dropped = await oneOffs.create(oneOffOn(stage, { startTime: '10:00', endTime: '11:00' }));
    await oneOffs.cancel({ id: dropped.id });
    const of = { instructor: made.instructor, room: made.room, danceTypeName: made.danceType.name };
    const lesson = {
      kind: 'class',
      id: made.id,
      title: 'Ballet 1',
      type: 'Group',
      startTime: '17:00',
      endTime: '18:00',
    };
    const single = { kind: 'session', date: '2026-11-23', title: 'One-Time Private', type: 'Private' };
    expect(await calendar(week)).toEqual([
      {
        ...of,
        ...single,
        id: session.id,
        startTime: '09:00',
        endTime: '10:00',
        isCancelled: false,
        cancellationId: null,
        isLogged: false,
        studentName: 'Stu Student',
      },
      {
        ...of,
        ...single,
        id: dropped.id,
        startTime: '10:00',
        endTime: '11:00',
        isCancelled: true,
        cancellationId: null,
        isLogged: false,
        studentName: null,
      },
      {
        ...of,
        ...lesson,
        date: '2026-11-23',
        isCancelled: false,
        cancellationId: null,
        isLogged: false,
        studentName: null,
      },
      {
        ...of,
        ...lesson,
        date: '2026-11-25',
        isCancelled: true,
        cancellationId: cancelled.id,
        isLogged: false,
        studentName: null,
      },
    ]);
    await classes.delete({ id: made.id });
    expect((await calendar(week)).map(({ kind }) => kind)).toEqual(['session', 'session']);
  });

  it.each(['America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia'])(
    'has each rule on its weekday and every day once, whatever clocks and the calendar do in %s',
    async (timeZone) => {
      const { owner } = await app.studio({ timeZone });
      const { classes, calendar } = owner.api.scheduling;
      const stage = await makeStage(app, owner);
      // In hours that clocks leave out or tell twice, and at the ends of the day.
      const times = [
        ['00:00', '00:30'],
        ['02:30', '03:00'],
        ['23:30', '23:59'],
      ] as const;
      for (const [startTime, endTime] of times)
        for (const day of weekdays)
          await classes.create(classOn(stage, { name: day, daysOfWeek: [day], startTime, endTime }));
      // A year and a week, as far as is asked at once each time, and the next 29 February.
      for (const start of [
        ...Array.from({ length: 6 }, (_, nth) => addDays('2026-09-15', 62 * nth)),
        '2028-02-01',
      ]) {
        const held = await calendar({ start, end: addDays(start, 61) });
        const days = Array.from({ length: 62 }, (_, nth) => addDays(start, nth));
        expect(held.map(({ title, date, startTime }) => `${title} ${date} ${startTime}`)).toEqual(
          days.flatMap((date) =>
            times.map(([startTime]) => `${weekdays[isoWeekday(date) - 1]} ${date} ${startTime}`),
          ),
        );
      }
    },
  );

  it('refuses ranges that are upside down or too long', async () => {
    const { owner } = await app.studio();
    for (const range of [
      { start: '2026-11-02', end: '2026-11-01' },
      { start: '2026-11-01', end: '2027-01-02' },
      { start: '2026-02-30', end: '2026-03-01' },
    ])
      await refused(owner.api.scheduling.calendar(range), 400);
    expect(await owner.api.scheduling.calendar({ start: '2026-11-01', end: '2027-01-01' })).toEqual([]);
  });

  it('shows instructors and students their own', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const own = await makeClass(app, owner, { instructorId: instructor.profileId });
    const attended = await makeClass(app, owner);
    await app.database.inTenant(owner, (db) =>
      db
        .insertInto('classRegistrations')
        .values({ classId: attended, studentId: student.profileId, enrolledOn: testToday })
        .execute(),
    );
    const day = { start: '2026-11-23', end: '2026-11-23' };
    const seen = async (by: typeof owner) => (await by.api.scheduling.calendar(day)).map(({ id }) => id);
    for (const by of [owner, admin, staff])
      expect((await seen(by)).toSorted()).toEqual([own, attended].toSorted());
    expect(await seen(instructor)).toEqual([own]);
    expect(await seen(student)).toEqual([attended]);
    expect(await seen(other.owner)).toEqual([]);
    await refused(app.visitor.scheduling.calendar(day), 401);
  });
});

describe('the check ahead', () => {
  it('tells what a class or a session would clash with, and books nothing', async () => {
    const { owner, staff } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, oneOffs, checkForScheduleConflict } = staff.api.scheduling;
    const made = await classes.create(classOn(stage));
    const session = await oneOffs.create(oneOffOn(stage, { sessionDate: '2026-11-24' }));
    const asked = {
      instructorId: stage.instructorId,
      roomId: stage.roomId,
      startTime: '17:30',
      endTime: '18:30',
    };
    const clash = {
      kind: 'class',
      id: made.id,
      title: 'Ballet 1',
      startTime: '17:00',
      endTime: '18:00',
      instructorName: 'Ina Instructor',
    };
    expect(await checkForScheduleConflict({ ...asked, daysOfWeek: ['Monday'] })).toEqual([
      { ...clash, resource: 'instructor', date: '2026-11-23' },
      { ...clash, resource: 'room', date: '2026-11-23' },
    ]);
    expect(
      await checkForScheduleConflict({ ...asked, instructorId: null, daysOfWeek: ['Tuesday', 'Wednesday'] }),
    ).toMatchObject([
      { resource: 'room', kind: 'session', id: session.id, title: 'One-Time Private', date: '2026-11-24' },
      { resource: 'room', kind: 'class', date: '2026-11-25' },
    ]);
    const onWednesday = { ...asked, sessionDate: '2026-11-25' };
    expect(
      await checkForScheduleConflict({ ...onWednesday, organizationId: owner.organizationId }),
    ).toHaveLength(2);
    expect(await checkForScheduleConflict({ ...onWednesday, excludeClassId: made.id })).toEqual([]);
    expect(
      await checkForScheduleConflict({ ...asked, sessionDate: '2026-11-24', excludeSessionId: session.id }),
    ).toEqual([]);
    expect(await checkForScheduleConflict({ ...onWednesday, startTime: '18:00' })).toEqual([]);
    expect(
      await checkForScheduleConflict({
        ...asked,
        daysOfWeek: ['Monday'],
        sessionStartDate: '2026-08-01',
        sessionEndDate: '2026-08-31',
      }),
    ).toEqual([]);
    expect(await classes.list()).toHaveLength(1);
  });

  it('answers every role, other studios, visitors and nonsense as it should', async () => {
    const { owner, instructor, student } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const stage = await makeStage(app, owner);
    await owner.api.scheduling.classes.create(classOn(stage));
    const asked = {
      instructorId: stage.instructorId,
      roomId: stage.roomId,
      startTime: '17:00',
      endTime: '18:00',
      sessionDate: '2026-11-23',
    };
    const { checkForScheduleConflict } = owner.api.scheduling;
    expect(await other.owner.api.scheduling.checkForScheduleConflict(asked)).toEqual([]);
    await refused(
      other.owner.api.scheduling.checkForScheduleConflict({ ...asked, organizationId: owner.organizationId }),
      403,
    );
    for (const by of [instructor, student])
      await refused(by.api.scheduling.checkForScheduleConflict(asked), 403);
    await refused(app.visitor.scheduling.checkForScheduleConflict(asked), 401);
    await refused(checkForScheduleConflict({ ...asked, endTime: '17:00' }), 400);
    await refused(checkForScheduleConflict({ ...asked, daysOfWeek: ['Monday'] }), 400);
    await refused(checkForScheduleConflict({ ...asked, sessionDate: null }), 400);
    await refused(checkForScheduleConflict({ ...asked, roomId: 'x' }), 400);
  });
});

describe('whose calendar it is', () => {
  const dates = async ({ api }: Actor) =>
    (await api.scheduling.calendar({ start: '2026-11-01', end: '2026-11-30' })).map(({ date }) => date);

  it('holds what an instructor taught in the place of another, as their daily log does', async () => {
    const { owner, instructor } = await app.studio();
    const { classId } = await makeAttendedClass(app, owner);
    const log = { classId, instructorId: instructor.profileId, idempotencyKey: randomUUID() };
    expect(await dates(instructor)).toEqual([]);
    await owner.api.attendance.save({ ...log, date: sessionDate });
    expect(await dates(instructor)).toEqual([sessionDate]);
  });

  it('holds the classes of a student on the days on which they had a place', async () => {
    const { owner, student } = await app.studio();
    const [left, joined] = [await makeClass(app, owner), await makeClass(app, owner, { daysOfWeek: [5] })];
    const studentId = student.profileId;
    const place = { enrolledOn: '2026-10-01', endedOn: '2026-11-11' };
    await makeRegistration(app, owner, { classId: left, studentId, ...place });
    await makeRegistration(app, owner, { classId: joined, studentId, enrolledOn: '2026-11-13' });
    const mine = ['2026-11-02', '2026-11-04', '2026-11-09', '2026-11-13', '2026-11-20', '2026-11-27'];
    expect(await dates(student)).toEqual(mine);
  });
});

describe('substitutes', () => {
  it('hold the date of a class: they clash elsewhere, and never with the class itself', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes, oneOffs } = owner.api.scheduling;
    const { id: classId } = await classes.create(classOn(stage));
    const substitute = await makeInstructor(app, owner, { fullName: 'Sue Substitute' });
    const date = '2026-11-18';
    await app.database.inTenant(owner, async (db) => {
      const slot = slotOn(date, {
        instructorId: substitute,
        roomId: null,
        startTime: '17:00',
        endTime: '18:00',
      });
      expect((await clashQuery(slot, { classId }).execute(db)).rows).toEqual([]);
      await db
        .insertInto('attendanceSessions')
        .values({ classId, sessionDate: date, status: 'Completed', instructorId: substitute })
        .execute();
    });
    const elsewhere = { ...stage, instructorId: substitute, roomId: await makeClassroom(app, owner) };
    expect(await refused(oneOffs.create(oneOffOn(elsewhere, { sessionDate: date })), 409)).toMatchObject({
      message: 'Scheduling Conflict: Instructor Sue Substitute is already booked.',
      data: { clashes: [{ kind: 'class', id: classId, title: 'Ballet 1', date }] },
    });
    await oneOffs.create(oneOffOn({ ...elsewhere, instructorId: stage.instructorId }, { sessionDate: date }));
    await classes.update({
      ...classOn({ ...stage, instructorId: substitute }, { startTime: '17:30', endTime: '18:30' }),
      id: classId,
      version: 1,
    });
  });
});
