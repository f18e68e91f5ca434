import { describe, expect, it } from 'vitest';
import { makeClassroom, makeInstructor } from '#tests/support/factories.ts';
import { classOn, datesOf, logClass, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';
import type { ClassBooking } from '#features/scheduling/schema.ts';

// A class on Mondays and Wednesdays since September, whose first or last day is moved on Saturday, 21 November 2026.

const app = useTestApp();
const lastMonday = '2026-11-16';
const newTerm = '2026-12-07';

type Change = Partial<ClassBooking> & { appliesFrom?: string };

async function makeMoved(by: Actor, fields: Partial<ClassBooking> = {}) {
  const stage = await makeStage(app, by);
  const booking = classOn(stage, fields);
  const { id, ...made } = await by.api.scheduling.classes.create(booking);
  let { version } = made;
  const change = async (changed: Change) => {
    ({ version } = await by.api.scheduling.classes.update({ ...booking, ...changed, id, version }));
  };
  return { id, stage, change };
}

describe('a logged session of a class that was moved to a new term', () => {
  it('stays as it was, at its time, in its room, with its instructor', async () => {
    const { owner, instructor } = await app.studio();
    const { id, stage, change } = await makeMoved(owner);
    const { id: logId } = await logClass(owner, id, lastMonday);
    await change({
      sessionStartDate: newTerm,
      startTime: '19:00',
      endTime: '20:00',
      roomId: await makeClassroom(app, owner, { name: 'Studio Z' }),
      instructorId: instructor.profileId,
    });
    const then = { startTime: '17:00', room: { id: stage.roomId }, instructor: { id: stage.instructorId } };
    const sheet = await owner.api.attendance.sheet({ classId: id, date: lastMonday });
    expect(sheet).toMatchObject({ state: 'logged', class: then });
    expect(await owner.api.attendance.dailyLog({ date: lastMonday })).toMatchObject([{ id, ...then }]);
    expect(await owner.api.scheduling.calendar({ start: '2026-11-09', end: newTerm })).toMatchObject([
      { id, date: lastMonday, isCancelled: false, ...then },
      { id, date: newTerm, startTime: '19:00' },
    ]);
    const { totalClasses } = await owner.api.insights.get({ startDate: '2026-11-01', endDate: '2026-11-20' });
    expect(totalClasses).toBe(1);
    // Whoever teaches it now has nothing to do with what it was.
    expect(await instructor.api.attendance.dailyLog({ date: lastMonday })).toEqual([]);
    await refused(instructor.api.attendance.sheet({ classId: id, date: lastMonday }), 403);
    await refused(instructor.api.attendance.history({ id: logId }), 403);
    await refused(instructor.api.attendance.correct({ id: logId, version: 1, status: 'Cancelled' }), 403);
  });

  it('stays as it was, too, when the term is moved first and the time later', async () => {
    const { owner } = await app.studio();
    const { cancellations } = owner.api.scheduling;
    const { id, change } = await makeMoved(owner);
    await logClass(owner, id, lastMonday);
    await cancellations.create({ classId: id, date: '2026-11-11' });
    await change({ sessionStartDate: newTerm });
    await change({ sessionStartDate: newTerm, startTime: '17:30' });
    expect(await datesOf(owner, id)).toEqual([`${lastMonday} 17:00`]);
    expect((await cancellations.list({})).items).toMatchObject([
      { cancelledDate: '2026-11-11', startTime: '17:00' },
    ]);
    await change({ sessionStartDate: newTerm, startTime: '17:45', appliesFrom: '2026-11-20' });
    expect(await datesOf(owner, id)).toEqual([`${lastMonday} 17:00`]);
  });

  it('keeps its instructor from being booked a second time then', async () => {
    const { owner } = await app.studio();
    const { id, stage, change } = await makeMoved(owner);
    const { id: logId } = await logClass(owner, id, lastMonday);
    await change({ sessionStartDate: newTerm });
    const roomId = await makeClassroom(app, owner);
    const second = oneOffOn({ ...stage, roomId }, { sessionDate: lastMonday });
    expect(await refused(owner.api.scheduling.oneOffs.create(second), 409)).toMatchObject({
      code: 'INSTRUCTOR_BUSY',
      data: { clashes: [{ kind: 'class', id, date: lastMonday }] },
    });
    await owner.api.attendance.correct({ id: logId, version: 1, status: 'Cancelled' });
    await owner.api.scheduling.oneOffs.create(second);
    const held = owner.api.attendance.correct({ id: logId, version: 2 });
    expect(await refused(held, 409)).toMatchObject({ code: 'INSTRUCTOR_BUSY' });
  });

  it('clashes with what its instructor held when it is corrected to have been at that time', async () => {
    const { owner } = await app.studio();
    const { id, stage, change } = await makeMoved(owner);
    await logClass(owner, id, lastMonday);
    const evening = { startTime: '19:00', endTime: '20:00' };
    const roomId = await makeClassroom(app, owner);
    const other = oneOffOn({ ...stage, roomId }, { sessionDate: lastMonday, ...evening });
    const { id: otherId } = await owner.api.scheduling.oneOffs.create(other);
    await expect(
      change({ ...evening, daysOfWeek: ['Tuesday'], appliesFrom: lastMonday }),
    ).rejects.toMatchObject({ code: 'INSTRUCTOR_BUSY', data: { clashes: [{ id: otherId }] } });
  });

  it('stays in the calendar when the class ends before it', async () => {
    const { owner } = await app.studio();
    const { id, change } = await makeMoved(owner);
    await logClass(owner, id, lastMonday);
    await change({ sessionEndDate: '2026-11-10', startTime: '17:30' });
    expect(await datesOf(owner, id)).toEqual(['2026-11-09 17:00', `${lastMonday} 17:00`]);
    expect(await owner.api.attendance.sheet({ classId: id, date: lastMonday })).toMatchObject({
      class: { startTime: '17:00' },
    });
  });
});

describe('a class whose start was moved and moved back', () => {
  it('holds its instructor on every day on which the calendar shows it', async () => {
    const { owner } = await app.studio();
    const { id, stage, change } = await makeMoved(owner);
    await change({ startTime: '17:10', appliesFrom: '2026-10-01' });
    await change({ startTime: '17:20', appliesFrom: '2026-11-01' });
    await change({ startTime: '17:20', sessionStartDate: '2026-10-15' });
    await change({ startTime: '17:30', sessionStartDate: '2026-10-15', appliesFrom: '2026-10-10' });
    await change({ startTime: '17:30' });
    expect(await datesOf(owner, id, '2026-09-07', '2026-09-07')).toEqual(['2026-09-07 17:30']);
    const second = oneOffOn(stage, { sessionDate: '2026-09-07', startTime: '17:30' });
    await refused(owner.api.scheduling.oneOffs.create(second), 409);
  });
});

describe('a class that had ended', () => {
  it('resumes from the day of its change: nothing took place in between', async () => {
    const { owner } = await app.studio();
    for (const startTime of ['17:00', '17:15']) {
      const { id, stage, change } = await makeMoved(owner, { sessionEndDate: '2026-11-04' });
      await owner.api.scheduling.classes.create(
        classOn(stage, { sessionStartDate: '2026-11-09', sessionEndDate: '2026-11-15' }),
      );
      await change({ startTime, sessionEndDate: null });
      expect(await datesOf(owner, id, '2026-11-02', '2026-11-25')).toEqual([
        '2026-11-02 17:00',
        '2026-11-04 17:00',
        `2026-11-23 ${startTime}`,
        `2026-11-25 ${startTime}`,
      ]);
    }
    expect(await owner.api.attendance.unlogged()).toEqual([]);
  });

  it('resumes from an earlier day when told so, and can be ended and resumed again', async () => {
    const { owner } = await app.studio();
    const { id, change } = await makeMoved(owner, { sessionEndDate: '2026-10-31' });
    await change({ sessionEndDate: '2026-11-15', appliesFrom: '2026-11-10' });
    expect(await datesOf(owner, id, '2026-10-28')).toEqual(['2026-10-28 17:00', '2026-11-11 17:00']);
    await change({ sessionEndDate: null, startTime: '18:00', endTime: '19:00', appliesFrom: '2026-11-17' });
    expect(await datesOf(owner, id, '2026-10-28', '2026-11-23')).toEqual([
      '2026-10-28 17:00',
      '2026-11-11 17:00',
      '2026-11-18 18:00',
      '2026-11-23 18:00',
    ]);
  });

  it('took place on none of the days in between, though its time was changed after its end', async () => {
    const { owner } = await app.studio();
    const { id, stage, change } = await makeMoved(owner);
    await logClass(owner, id, '2026-11-11');
    await change({ startTime: '17:15', appliesFrom: '2026-11-20' });
    await change({ startTime: '17:15', sessionEndDate: '2026-11-11' });
    await owner.api.scheduling.oneOffs.create(oneOffOn(stage, { sessionDate: lastMonday }));
    await change({ startTime: '17:15', sessionEndDate: null });
    expect(await datesOf(owner, id)).toEqual([
      '2026-11-09 17:00',
      '2026-11-11 17:00',
      '2026-11-23 17:15',
      '2026-11-25 17:15',
    ]);
    expect(await owner.api.attendance.sheet({ classId: id, date: '2026-11-11' })).toMatchObject({
      state: 'logged',
      class: { startTime: '17:00' },
    });
  });

  it('took place up to its last day after all when only that is corrected', async () => {
    const { owner } = await app.studio();
    const { id, change } = await makeMoved(owner, { sessionEndDate: '2026-11-08' });
    await change({ sessionEndDate: lastMonday });
    expect(await datesOf(owner, id)).toEqual(['2026-11-09 17:00', '2026-11-11 17:00', `${lastMonday} 17:00`]);
  });

  it('took place up to its last day after all, too, when something else of it was changed before', async () => {
    const { owner } = await app.studio();
    const { id, stage, change } = await makeMoved(owner);
    const roomId = await makeClassroom(app, owner, { name: 'Studio Z' });
    await change({ roomId });
    await change({ roomId, sessionEndDate: '2026-11-14' });
    await change({ roomId, sessionEndDate: '2026-11-18' });
    expect(await datesOf(owner, id, lastMonday)).toEqual([`${lastMonday} 17:00`, '2026-11-18 17:00']);
    const sheet = await owner.api.attendance.sheet({ classId: id, date: lastMonday });
    expect(sheet.class.room.id).toBe(stage.roomId);
    await logClass(owner, id, lastMonday);
  });
});

describe('a class whose dates are extended into the past', () => {
  const meanwhile = { name: 'Tap', sessionStartDate: '2026-11-09', sessionEndDate: '2026-11-15' };
  const busy = {
    code: 'INSTRUCTOR_BUSY',
    message: 'Scheduling Conflict: Instructor Ina Instructor is already booked.',
    data: { clashes: [{ resource: 'instructor', title: 'Tap', date: '2026-11-09', startTime: '17:00' }] },
  };

  it('says what its instructor held on the days it would take, at its end and at its start', async () => {
    const { owner } = await app.studio();
    for (const [fields, extended] of [
      [{ sessionEndDate: '2026-11-08' }, { sessionEndDate: '2026-11-18' }],
      [{ sessionStartDate: lastMonday }, { sessionStartDate: '2026-11-03' }],
    ]) {
      const { stage, change } = await makeMoved(owner, fields);
      const roomId = await makeClassroom(app, owner);
      await owner.api.scheduling.classes.create(classOn(stage, { ...meanwhile, roomId }));
      expect(await refused(change({ ...fields, ...extended }), 409)).toMatchObject(busy);
    }
  });

  it('asks about a room that was shared then, and remembers the answer', async () => {
    const { owner, instructor } = await app.studio();
    const { classes } = owner.api.scheduling;
    const { id, stage, change } = await makeMoved(owner, { sessionEndDate: '2026-11-08' });
    await classes.create(classOn(stage, { ...meanwhile, instructorId: instructor.profileId }));
    const extended = { sessionEndDate: '2026-11-18' };
    expect(await refused(change(extended), 409)).toMatchObject({
      code: 'ROOM_BUSY',
      data: { clashes: [{ resource: 'room', title: 'Tap' }] },
    });
    await change({ ...extended, ignoreRoomConflict: true });
    expect(await classes.get({ id })).toMatchObject({ isRoomConflictIgnored: true });
  });

  it('asks about a room that it takes only since, where it is corrected to have taken it earlier', async () => {
    const { owner } = await app.studio();
    const { id, stage, change } = await makeMoved(owner);
    const roomId = await makeClassroom(app, owner, { name: 'Studio Z' });
    await change({ roomId });
    const other = { ...stage, roomId, instructorId: await makeInstructor(app, owner) };
    await owner.api.scheduling.oneOffs.create(oneOffOn(other, { sessionDate: lastMonday }));
    const instructorId = await makeInstructor(app, owner);
    for (const fields of [{}, { instructorId }]) {
      const earlier = { roomId, ...fields, appliesFrom: lastMonday };
      await expect(change(earlier)).rejects.toMatchObject({ code: 'ROOM_BUSY' });
    }
    await change({ roomId, appliesFrom: '2026-11-17' });
    await change({ roomId, appliesFrom: lastMonday, ignoreRoomConflict: true });
    expect(await owner.api.scheduling.classes.get({ id })).toMatchObject({ isRoomConflictIgnored: true });
    // It shares the room now, which is no news to whoever changes something else of it.
    await change({ roomId, instructorId, appliesFrom: lastMonday });
  });

  it('takes its times of then, whatever it is now', async () => {
    const { owner } = await app.studio();
    const times = { startTime: '19:00', endTime: '20:00' };
    const now = { ...times, sessionEndDate: '2026-11-18' };
    const makeEnded = async () => {
      const made = await makeMoved(owner);
      for (const sessionEndDate of [null, '2026-11-08']) await made.change({ ...times, sessionEndDate });
      return made;
    };
    const { id, stage, change } = await makeEnded();
    await owner.api.scheduling.classes.create(classOn(stage, { ...meanwhile, ...times }));
    await change(now);
    expect(await datesOf(owner, id, '2026-11-09', '2026-11-11')).toEqual([
      '2026-11-09 17:00',
      '2026-11-11 17:00',
    ]);
    const other = await makeEnded();
    const roomId = await makeClassroom(app, owner, { name: 'Studio Z' });
    await owner.api.scheduling.classes.create(classOn(other.stage, { ...meanwhile, roomId }));
    expect(await refused(other.change(now), 409)).toMatchObject(busy);
    expect(await datesOf(owner, other.id)).toEqual([]);
  });
});
