import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeClass, makeClassroom, makeInstructor } from '#tests/support/factories.ts';
import { classOn, datesOf, logClass, makeStage, oneOffOn, type Stage } from '#tests/support/schedule.ts';
import { refused, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';
import type { ClassBooking } from '#features/scheduling/schema.ts';
import { addDays } from '#shared/local-date.ts';

// A class on Mondays and Wednesdays since September, changed on Saturday, 21 November 2026.

const app = useTestApp();
const [lastMonday, lastTuesday] = ['2026-11-16', '2026-11-17'];
const [nextMonday, nextTuesday] = ['2026-11-23', '2026-11-24'];

type Change = Partial<ClassBooking> & { appliesFrom?: string; version?: number };

async function makeChanged(by: Actor, change: Change, fields: Partial<ClassBooking> = {}) {
  const stage = await makeStage(app, by);
  const { id } = await by.api.scheduling.classes.create(classOn(stage, fields));
  await changeClass(by, { id, stage, fields }, change);
  return { id, stage, fields };
}

const changeClass = (
  by: Actor,
  { id, stage, fields }: { id: string; stage: Stage; fields: Partial<ClassBooking> },
  change: Change,
) => by.api.scheduling.classes.update({ ...classOn(stage, fields), version: 1, ...change, id });

const titles = async (by: Actor, date: string) =>
  (await by.api.attendance.dailyLog({ date })).map(({ title, startTime }) => `${title} ${startTime}`);

describe('a class that is changed', () => {
  it('takes place as before up to then, in the calendar, the daily log and on its sheets', async () => {
    const { owner } = await app.studio();
    const { id } = await makeChanged(owner, { daysOfWeek: ['Tuesday'], startTime: '16:00' });
    expect(await datesOf(owner, id)).toEqual([
      '2026-11-09 17:00',
      '2026-11-11 17:00',
      '2026-11-16 17:00',
      '2026-11-18 17:00',
      '2026-11-24 16:00',
    ]);
    expect(await titles(owner, lastMonday)).toEqual(['Ballet 1 17:00']);
    expect(await titles(owner, lastTuesday)).toEqual([]);
    expect(await titles(owner, nextMonday)).toEqual([]);
    expect(await titles(owner, nextTuesday)).toEqual(['Ballet 1 16:00']);
    const sheet = await owner.api.attendance.sheet({ classId: id, date: lastMonday });
    expect(sheet).toMatchObject({ state: 'open', class: { startTime: '17:00' } });
    await logClass(owner, id, lastMonday);
    expect((await refused(logClass(owner, id, lastTuesday), 409)).message).toBe(
      'The class does not take place on this date.',
    );
  });

  it('was taught by whom it was then: they log it, and it counts for them', async () => {
    const { owner, instructor } = await app.studio();
    const stage = { ...(await makeStage(app, owner)), instructorId: instructor.profileId };
    const { id } = await owner.api.scheduling.classes.create(classOn(stage));
    const next = await makeInstructor(app, owner, { fullName: 'Nia Next' });
    await changeClass(owner, { id, stage, fields: {} }, { instructorId: next });
    await logClass(instructor, id, lastMonday);
    const { log: kept, class: rule } = await owner.api.attendance.sheet({ classId: id, date: lastMonday });
    expect([kept?.instructor.id, rule.instructor.id]).toEqual([instructor.profileId, instructor.profileId]);
    const [seen] = await instructor.api.scheduling.calendar({ start: lastMonday, end: nextMonday });
    expect(seen).toMatchObject({ id, date: lastMonday, instructor: { id: instructor.profileId } });
    expect(await owner.api.attendance.sheet({ classId: id, date: nextMonday })).toMatchObject({
      class: { instructor: { id: next } },
    });
  });

  it('clashes with nothing that took place before the change', async () => {
    const { owner } = await app.studio();
    const { classes } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    await classes.create(
      classOn(stage, { startTime: '18:00', endTime: '19:00', sessionEndDate: '2026-10-31' }),
    );
    const { id } = await classes.create(classOn(stage));
    const later = { ...classOn(stage, { startTime: '18:00', endTime: '19:00' }), id, version: 1 };
    await refused(classes.update({ ...later, appliesFrom: '2026-10-01' }), 409);
    expect(await classes.update(later)).toMatchObject({ startTime: '18:00' });
  });

  it('holds its instructor and room as it was before, and as it is from then on', async () => {
    const { owner } = await app.studio();
    const { classes, oneOffs } = owner.api.scheduling;
    const { stage } = await makeChanged(owner, { startTime: '19:00', endTime: '20:00' });
    const at = (sessionDate: string, startTime: string, endTime: string) =>
      oneOffs.create(oneOffOn(stage, { sessionDate, startTime, endTime }));
    expect(await refused(at(lastMonday, '17:00', '18:00'), 409)).toMatchObject({ code: 'INSTRUCTOR_BUSY' });
    expect(await refused(at(nextMonday, '19:00', '20:00'), 409)).toMatchObject({ code: 'INSTRUCTOR_BUSY' });
    await at(lastMonday, '19:00', '20:00');
    await at(nextMonday, '17:00', '18:00');
    await classes.create(classOn(stage, { startTime: '18:00', endTime: '19:00' }));
  });

  it('may be corrected from an earlier day on, and again', async () => {
    const { owner } = await app.studio();
    const made = await makeChanged(owner, { daysOfWeek: ['Tuesday'] });
    await changeClass(owner, made, { daysOfWeek: ['Thursday'], appliesFrom: '2026-11-17', version: 2 });
    expect(await datesOf(owner, made.id)).toEqual([
      '2026-11-09 17:00',
      '2026-11-11 17:00',
      '2026-11-16 17:00',
      '2026-11-19 17:00',
      '2026-11-26 17:00',
    ]);
    await changeClass(owner, made, { daysOfWeek: ['Friday'], appliesFrom: '2026-11-22', version: 3 });
    expect(await datesOf(owner, made.id, '2026-11-16')).toEqual([
      '2026-11-16 17:00',
      '2026-11-19 17:00',
      '2026-11-27 17:00',
    ]);
    // From its first day on: nothing is left of what it was.
    await changeClass(owner, made, { daysOfWeek: ['Sunday'], appliesFrom: '2026-09-01', version: 4 });
    expect(await datesOf(owner, made.id)).toEqual([
      '2026-11-15 17:00',
      '2026-11-22 17:00',
      '2026-11-29 17:00',
    ]);
  });

  it('is not changed from a day on when it had ended before, unless it goes on', async () => {
    const { owner } = await app.studio();
    const fields = { sessionEndDate: lastMonday };
    const stage = await makeStage(app, owner);
    const { id } = await owner.api.scheduling.classes.create(classOn(stage, fields));
    const change = (to: Change) => changeClass(owner, { id, stage, fields }, to);
    for (const appliesFrom of [undefined, lastTuesday]) {
      const { data } = await refused(
        change({ startTime: '16:00', ...(appliesFrom && { appliesFrom }) }),
        400,
      );
      expect(JSON.stringify(data)).toContain(
        'This class ended on Mon, Nov 16, 2026. Choose that day or an earlier one, or a later end date.',
      );
    }
    await change({ startTime: '16:00', appliesFrom: lastMonday });
    expect(await datesOf(owner, id)).toEqual(['2026-11-09 17:00', '2026-11-11 17:00', '2026-11-16 16:00']);
    await change({ startTime: '15:00', sessionEndDate: '2026-11-25', version: 2 });
    expect(await datesOf(owner, id, nextMonday)).toEqual(['2026-11-23 15:00', '2026-11-25 15:00']);
  });

  it('keeps nothing when it is only renamed or has not begun, and never before its start date', async () => {
    const { owner } = await app.studio();
    const renamed = await makeChanged(owner, { name: 'Renamed', sessionStartDate: '2026-11-16' });
    expect(await datesOf(owner, renamed.id, '2026-11-09', '2026-11-22')).toEqual([
      '2026-11-16 17:00',
      '2026-11-18 17:00',
    ]);
    const future = await makeChanged(owner, { daysOfWeek: ['Friday'] }, { sessionStartDate: nextMonday });
    expect(await datesOf(owner, future.id)).toEqual(['2026-11-27 17:00']);
    const { rows } = await keptRules(owner);
    expect(rows).toBe(0);
    const moved = await makeChanged(owner, { daysOfWeek: ['Friday'] });
    await changeClass(owner, moved, { daysOfWeek: ['Friday'], sessionStartDate: lastTuesday, version: 2 });
    expect(await datesOf(owner, moved.id)).toEqual(['2026-11-18 17:00', '2026-11-27 17:00']);
  });

  const keptRules = async (by: Actor) => ({
    rows: await app.database.inTenant(
      by,
      async (db) => (await db.selectFrom('pastClassRules').select('dates').execute()).length,
    ),
  });

  it('may be corrected to hold from an earlier day on, and tells from which', async () => {
    const { owner } = await app.studio();
    const made = await makeChanged(owner, { daysOfWeek: ['Tuesday'] });
    const { classes } = owner.api.scheduling;
    expect(await classes.get({ id: made.id })).toMatchObject({ changedFrom: testToday });
    // Saved again as it is, from now on or without a day: nothing else holds before.
    const renamed: Change = { daysOfWeek: ['Tuesday'], name: 'Renamed' };
    await changeClass(owner, made, { ...renamed, version: 2 });
    await changeClass(owner, made, { ...renamed, appliesFrom: addDays(testToday, 1), version: 3 });
    expect(await classes.get({ id: made.id })).toMatchObject({ changedFrom: testToday });
    await changeClass(owner, made, { daysOfWeek: ['Tuesday'], appliesFrom: '2026-11-10', version: 4 });
    expect(await classes.get({ id: made.id })).toMatchObject({ changedFrom: '2026-11-10' });
    expect(await datesOf(owner, made.id)).toEqual([
      '2026-11-09 17:00',
      '2026-11-10 17:00',
      '2026-11-17 17:00',
      '2026-11-24 17:00',
    ]);
  });

  it('was never changed when a change from tomorrow on is taken back', async () => {
    const { owner } = await app.studio();
    const appliesFrom = addDays(testToday, 1);
    const made = await makeChanged(owner, { daysOfWeek: ['Tuesday'], appliesFrom });
    await logClass(owner, made.id, lastMonday);
    expect(await changeClass(owner, made, { appliesFrom, version: 2 })).toMatchObject({ changedFrom: null });
    expect(await datesOf(owner, made.id, lastMonday)).toEqual([
      '2026-11-16 17:00',
      '2026-11-18 17:00',
      '2026-11-23 17:00',
      '2026-11-25 17:00',
    ]);
    const onMonday = oneOffOn(made.stage, { sessionDate: lastMonday });
    await refused(owner.api.scheduling.oneOffs.create(onMonday), 409);
  });

  it('is changed from tomorrow on at the latest', async () => {
    const { owner } = await app.studio();
    const late = makeChanged(owner, { daysOfWeek: ['Friday'], appliesFrom: addDays(testToday, 2) });
    expect((await refused(late, 400)).data).toMatchObject({
      issues: [
        {
          path: ['appliesFrom'],
          message:
            'Choose tomorrow at the latest. For a later day, let this class end the day before and add one that begins then.',
        },
      ],
    });
    await makeChanged(owner, { daysOfWeek: ['Friday'], appliesFrom: addDays(testToday, 1) });
  });

  it('is renamed, and given an end, whatever who takes over from tomorrow has today', async () => {
    const { owner } = await app.studio();
    const { oneOffs } = owner.api.scheduling;
    const fields = { daysOfWeek: ['Monday', 'Saturday'] } satisfies Partial<ClassBooking>;
    const tomorrow = addDays(testToday, 1);
    const next = await makeInstructor(app, owner, { fullName: 'Nia Next' });
    const stage = await makeStage(app, owner);
    const today = { ...oneOffOn(stage, { sessionDate: testToday }), instructorId: next };
    await oneOffs.create({ ...today, roomId: await makeClassroom(app, owner) });
    const { id } = await owner.api.scheduling.classes.create(classOn(stage, fields));
    const made = { id, stage, fields };
    await refused(changeClass(owner, made, { instructorId: next }), 409);
    await changeClass(owner, made, { instructorId: next, appliesFrom: tomorrow });
    // Who has it from today on after all is asked of today.
    const sooner = { instructorId: next, startTime: '17:15', version: 2 };
    expect(await refused(changeClass(owner, made, sooner), 409)).toMatchObject({ code: 'INSTRUCTOR_BUSY' });
    await logClass(owner, id, testToday);
    const renamed = { instructorId: next, name: 'Ballet 1a', version: 2 };
    expect(await changeClass(owner, made, renamed)).toMatchObject({ name: 'Ballet 1a', version: 3 });
    const ended = { ...renamed, sessionEndDate: nextMonday, version: 3 };
    expect(await changeClass(owner, made, ended)).toMatchObject({ sessionEndDate: nextMonday });
  });

  it('can still be cancelled and restored on a day of before', async () => {
    const { owner } = await app.studio();
    const { cancellations, oneOffs } = owner.api.scheduling;
    const { id: classId, stage } = await makeChanged(owner, { daysOfWeek: ['Tuesday'], startTime: '16:00' });
    const { id } = await cancellations.create({ classId, date: lastMonday });
    expect((await cancellations.list({})).items).toMatchObject([
      { cancelledDate: lastMonday, startTime: '17:00' },
    ]);
    await oneOffs.create(oneOffOn(stage, { sessionDate: lastMonday }));
    expect(await refused(cancellations.restore({ id }), 409)).toMatchObject({ code: 'INSTRUCTOR_BUSY' });
    await refused(cancellations.create({ classId, date: lastTuesday }), 409);
  });

  it('counts among the classes of a range in which it took place as it was', async () => {
    const { owner } = await app.studio();
    await makeChanged(owner, { daysOfWeek: ['Friday'] });
    const count = async (startDate: string, endDate: string) =>
      (await owner.api.insights.get({ startDate, endDate })).totalClasses;
    expect(await count(lastMonday, lastMonday)).toBe(1);
    expect(await count(lastTuesday, lastTuesday)).toBe(0);
    expect(await count('2026-11-27', '2026-11-27')).toBe(1);
    expect(await count('2026-11-01', '2026-11-30')).toBe(1);
  });

  it('keeps who teaches it today, and where, from being deleted when it is handed over from tomorrow on', async () => {
    const { owner, instructor } = await app.studio();
    const { people, catalog, enrollment } = owner.api;
    const stage = { ...(await makeStage(app, owner)), instructorId: instructor.profileId };
    const fields: Partial<ClassBooking> = { daysOfWeek: ['Saturday'] };
    const { id } = await owner.api.scheduling.classes.create(classOn(stage, fields));
    const next = {
      instructorId: await makeInstructor(app, owner),
      roomId: await makeClassroom(app, owner),
    };
    await changeClass(owner, { id, stage, fields }, { ...next, appliesFrom: addDays(testToday, 1) });
    const teaches = people.instructors.delete({ id: stage.instructorId });
    expect((await refused(teaches, 409)).message).toContain('still teaches 1 current or future class.');
    const used = catalog.classrooms.delete({ id: stage.roomId });
    expect((await refused(used, 409)).message).toContain('is used by 1 class.');
    // And they see the class and read who comes today, and nothing of the days on which another one teaches.
    const { classes, calendar } = instructor.api.scheduling;
    expect([await classes.get({ id }), ...(await classes.list())]).toMatchObject([{ id }, { id }]);
    expect(await calendar({ start: testToday, end: '2026-11-28' })).toMatchObject([{ id, date: testToday }]);
    expect(await instructor.api.enrollment.roster({ classId: id })).toMatchObject({ date: testToday });
    await refused(instructor.api.enrollment.roster({ classId: id, date: '2026-11-28' }), 404);
    expect(await enrollment.roster({ classId: id, date: '2026-11-28' })).toMatchObject({ classId: id });
  });

  it('was in the room it was in then', async () => {
    const { owner } = await app.studio();
    const roomId = await makeClassroom(app, owner, { name: 'Studio Z' });
    const { id, stage } = await makeChanged(owner, { roomId });
    const [before, after] = await Promise.all(
      [lastMonday, nextMonday].map(
        async (date) => (await owner.api.attendance.sheet({ classId: id, date })).class.room.id,
      ),
    );
    expect([before, after]).toEqual([stage.roomId, roomId]);
  });
});

describe('a log of a class that was changed since', () => {
  it('can be corrected though its substitute teaches at the new time', async () => {
    const { owner } = await app.studio();
    const { classes } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const { id: classId } = await classes.create(classOn(stage));
    const substitute = await makeInstructor(app, owner, { fullName: 'Sue Substitute' });
    await makeClass(app, owner, { instructorId: substitute, startTime: '18:00', endTime: '19:00' });
    const { id } = await owner.api.attendance.save({
      classId,
      date: lastMonday,
      instructorId: substitute,
      idempotencyKey: randomUUID(),
    });
    const moved = classOn(stage, { startTime: '18:00', endTime: '19:00' });
    await classes.update({ ...moved, id: classId, version: 1 });
    const correction = { id, version: 1, status: 'Completed' as const, notes: 'Late' };
    await owner.api.attendance.correct({ ...correction, instructorId: substitute });
    const { log } = await owner.api.attendance.sheet({ classId, date: lastMonday });
    expect(log).toMatchObject({ notes: 'Late', instructor: { id: substitute } });
  });

  it('moves with its substitute where the past itself is corrected, and clashes with what they teach', async () => {
    const { owner } = await app.studio();
    const { classes, oneOffs, calendar } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const substitute = await makeInstructor(app, owner, { fullName: 'Sue Substitute' });
    const { id } = await classes.create(classOn(stage));
    const instructorId = substitute;
    await owner.api.attendance.save({
      classId: id,
      date: lastMonday,
      instructorId,
      idempotencyKey: randomUUID(),
    });
    const own = oneOffOn(stage, {
      instructorId,
      roomId: await makeClassroom(app, owner),
      sessionDate: lastMonday,
      startTime: '19:00',
      endTime: '20:00',
    });
    await oneOffs.create(own);
    const correct = (fields: Partial<ClassBooking>, version = 1) =>
      classes.update({ ...classOn(stage, fields), id, version, appliesFrom: lastMonday });
    expect(await refused(correct({ startTime: '19:30', endTime: '20:30' }), 409)).toMatchObject({
      message:
        'Scheduling Conflict: Instructor Sue Substitute is already booked. They are logged to have taught this class on Mon, Nov 16, 2026: choose a later day for the change, or correct that log.',
      data: { clashes: [{ kind: 'session', date: lastMonday, startTime: '19:00' }] },
    });
    await refused(correct({ startTime: '19:30', endTime: '20:30', daysOfWeek: ['Tuesday'] }), 409);
    await correct({ startTime: '20:00', endTime: '21:00' });
    expect(
      await refused(oneOffs.create({ ...own, startTime: '20:30', endTime: '21:30' }), 409),
    ).toMatchObject({
      data: { clashes: [{ kind: 'class', id, date: lastMonday, startTime: '20:00' }] },
    });
    // Neither who was to teach nor who did holds what it was before.
    await oneOffs.create({ ...own, startTime: '17:00', endTime: '18:00' });
    await oneOffs.create({ ...own, instructorId: stage.instructorId, startTime: '20:00', endTime: '21:00' });
    expect(await calendar({ start: lastMonday, end: lastMonday })).toContainEqual(
      expect.objectContaining({
        id,
        startTime: '20:00',
        instructor: { id: substitute, fullName: 'Sue Substitute' },
      }),
    );
  });

  it('is held by its substitute also once the class ends before it', async () => {
    const { owner } = await app.studio();
    const { classes, oneOffs } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const { id: classId } = await classes.create(classOn(stage));
    const instructorId = await makeInstructor(app, owner);
    await owner.api.attendance.save({
      classId,
      date: lastMonday,
      instructorId,
      idempotencyKey: randomUUID(),
    });
    const ended = { ...classOn(stage), id: classId, sessionEndDate: '2026-11-10' };
    await classes.update({ ...ended, version: 1 });
    const session = { instructorId, roomId: await makeClassroom(app, owner), sessionDate: lastMonday };
    await refused(oneOffs.create(oneOffOn(stage, session)), 409);
    await classes.update({ ...ended, version: 2, sessionEndDate: null, appliesFrom: '2026-11-11' });
  });

  it('keeps who taught it from being in two places when somebody else is said to have held the class since', async () => {
    const { owner } = await app.studio();
    const { classes, oneOffs } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const { id } = await classes.create(classOn(stage));
    await logClass(owner, id, lastMonday);
    const next = await makeInstructor(app, owner);
    await classes.update({ ...classOn(stage), instructorId: next, id, version: 1, appliesFrom: lastMonday });
    const roomId = await makeClassroom(app, owner);
    const session = oneOffOn(stage, { roomId, sessionDate: lastMonday });
    await refused(oneOffs.create(session), 409);
    await oneOffs.create({ ...session, instructorId: next });
  });

  it('asks nothing of that day of whoever is said to have held the class since, but of the room', async () => {
    const { owner } = await app.studio();
    const { classes, oneOffs } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const { id } = await classes.create(classOn(stage));
    await logClass(owner, id, lastMonday);
    const own = { instructorId: await makeInstructor(app, owner), roomId: await makeClassroom(app, owner) };
    await oneOffs.create(oneOffOn(stage, { ...own, sessionDate: lastMonday }));
    const corrected = { ...classOn(stage), instructorId: own.instructorId, id, version: 1 };
    const asked = {
      instructorId: own.instructorId,
      roomId: stage.roomId,
      daysOfWeek: ['Monday' as const],
      startTime: '17:00',
      endTime: '18:00',
      sessionStartDate: '2026-11-09',
      excludeClassId: id,
    };
    expect(await owner.api.scheduling.checkForScheduleConflict(asked)).toEqual([]);
    const moved = classes.update({ ...corrected, roomId: own.roomId, appliesFrom: '2026-11-09' });
    expect(await refused(moved, 409)).toMatchObject({ code: 'ROOM_BUSY' });
    await classes.update({ ...corrected, appliesFrom: '2026-11-09' });
    expect(await owner.api.attendance.dailyLog({ date: lastMonday })).toContainEqual(
      expect.objectContaining({ id, instructor: { id: stage.instructorId, fullName: 'Ina Instructor' } }),
    );
    const earlier = oneOffOn(stage, { ...own, sessionDate: '2026-11-09' });
    expect(await refused(oneOffs.create(earlier), 409)).toMatchObject({ code: 'INSTRUCTOR_BUSY' });
  });
});

describe('a date logged as cancelled', () => {
  it('frees instructor and room, shows as cancelled, and takes them again when it was held after all', async () => {
    const { owner } = await app.studio();
    const { classes, oneOffs, calendar } = owner.api.scheduling;
    const stage = await makeStage(app, owner);
    const { id: classId } = await classes.create(classOn(stage, { daysOfWeek: ['Saturday'] }));
    const session = oneOffOn(stage, { sessionDate: testToday });
    await refused(oneOffs.create(session), 409);
    const { id } = await owner.api.attendance.save({
      classId,
      date: testToday,
      status: 'Cancelled',
      idempotencyKey: randomUUID(),
    });
    expect(await calendar({ start: testToday, end: testToday })).toMatchObject([
      { id: classId, isCancelled: true, cancellationId: null },
    ]);
    const booked = await oneOffs.create(session);
    const held = { id, version: 1, status: 'Completed' as const };
    expect(await refused(owner.api.attendance.correct(held), 409)).toMatchObject({ code: 'INSTRUCTOR_BUSY' });
    await oneOffs.cancel({ id: booked.id });
    await owner.api.attendance.correct(held);
    await refused(oneOffs.create(session), 409);
  });

  it('stays in the calendar of its day when its class is deleted, as every logged date does', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { id } = await owner.api.scheduling.classes.create(classOn(stage));
    await logClass(owner, id, lastMonday);
    await owner.api.scheduling.classes.delete({ id });
    expect(await datesOf(owner, id)).toEqual([`${lastMonday} 17:00`]);
  });
});
