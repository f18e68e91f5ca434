import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeClassroom, makeInstructor } from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn, type Stage } from '#tests/support/schedule.ts';
import { refused, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

// What was called off has given its room away; told that it was held after all it takes the room again.

const app = useTestApp();
const sessionDate = '2026-11-16';
const asked = {
  code: 'ROOM_BUSY',
  message: 'Warning: This room is already booked at this time.',
  data: { clashes: [{ resource: 'room', kind: 'session', title: 'One-Time Private', startTime: '17:00' }] },
};

async function makeCalledOff(by: Actor) {
  const stage = await makeStage(app, by);
  const { id: classId } = await by.api.scheduling.classes.create(classOn(stage));
  const log = { classId, date: sessionDate, status: 'Cancelled' as const, idempotencyKey: randomUUID() };
  const { id } = await by.api.attendance.save(log);
  return { stage, classId, id };
}

const bookIn = async (by: Actor, { roomId }: Stage, date = sessionDate) =>
  by.api.scheduling.oneOffs.create(
    oneOffOn(
      {
        roomId,
        danceTypeId: (await makeStage(app, by)).danceTypeId,
        instructorId: await makeInstructor(app, by),
      },
      { sessionDate: date },
    ),
  );

describe('a session logged as cancelled that was held after all', () => {
  it('warns of its room, and takes it when told to', async () => {
    const { owner } = await app.studio();
    const { stage, classId, id } = await makeCalledOff(owner);
    await bookIn(owner, stage);
    const held = { id, version: 1, notes: 'It took place' };
    expect(await refused(owner.api.attendance.correct(held), 409)).toMatchObject(asked);
    const sheet = { classId, date: sessionDate };
    expect(await owner.api.attendance.sheet(sheet)).toMatchObject({
      log: { status: 'Cancelled', version: 1 },
    });
    await owner.api.attendance.correct({ ...held, ignoreRoomConflict: true });
    expect(await owner.api.attendance.sheet(sheet)).toMatchObject({ log: { status: 'Completed' } });
    expect(await owner.api.scheduling.classes.get({ id: classId })).toMatchObject({
      isRoomConflictIgnored: true,
    });
    // The room is no news to whoever corrects it further.
    await owner.api.attendance.correct({ id, version: 2, notes: 'Half of them came' });
  });

  it('warns of it also when somebody else taught it, and when the class was moved since', async () => {
    const { owner } = await app.studio();
    const { stage, classId, id } = await makeCalledOff(owner);
    const roomId = await makeClassroom(app, owner);
    await owner.api.scheduling.classes.update({ ...classOn(stage), roomId, id: classId, version: 1 });
    await bookIn(owner, stage);
    const held = { id, version: 1, instructorId: await makeInstructor(app, owner) };
    expect(await refused(owner.api.attendance.correct(held), 409)).toMatchObject(asked);
    await owner.api.attendance.correct({ ...held, ignoreRoomConflict: true });
  });

  it('warns of it when somebody else is said to have taught a deleted class', async () => {
    const { owner } = await app.studio();
    const { stage, classId, id } = await makeCalledOff(owner);
    await owner.api.attendance.correct({ id, version: 1 });
    await owner.api.scheduling.classes.delete({ id: classId });
    await bookIn(owner, stage);
    const taught = { id, version: 2, instructorId: await makeInstructor(app, owner) };
    expect(await refused(owner.api.attendance.correct(taught), 409)).toMatchObject(asked);
    await owner.api.attendance.correct({ ...taught, ignoreRoomConflict: true });
  });

  it('never takes an instructor who is elsewhere, whatever is said of the room', async () => {
    const { owner } = await app.studio();
    const { stage, id } = await makeCalledOff(owner);
    await owner.api.scheduling.oneOffs.create(oneOffOn(stage, { sessionDate }));
    const held = owner.api.attendance.correct({ id, version: 1, ignoreRoomConflict: true });
    expect(await refused(held, 409)).toMatchObject({ code: 'INSTRUCTOR_BUSY' });
  });

  it('asks nothing where the room is free or it stays cancelled', async () => {
    const { owner } = await app.studio();
    const { stage, classId, id } = await makeCalledOff(owner);
    await bookIn(owner, stage, '2026-11-18').catch(() => {});
    await owner.api.attendance.correct({ id, version: 1, status: 'Cancelled', notes: 'Snow' });
    await owner.api.attendance.correct({ id, version: 2 });
    expect(await owner.api.scheduling.classes.get({ id: classId })).toMatchObject({
      isRoomConflictIgnored: false,
    });
  });
});

describe('a one-off session whose outcome was Cancelled', () => {
  it.each(['Completed', 'No Show'] as const)('warns of its room, corrected to %s', async (outcome) => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { log } = owner.api.attendance.outcome;
    const { id } = await owner.api.scheduling.oneOffs.create(oneOffOn(stage, { sessionDate: testToday }));
    await log({ id, version: 1, outcome: 'Cancelled' });
    await bookIn(owner, stage, testToday);
    expect(await refused(log({ id, version: 2, outcome }), 409)).toMatchObject(asked);
    expect(await log({ id, version: 2, outcome, ignoreRoomConflict: true })).toMatchObject({
      outcome,
      isRoomConflictIgnored: true,
    });
    await log({ id, version: 3, outcome, notes: 'As told' });
    // Called off once more: what was said of the room then is not said of now.
    await log({ id, version: 4, outcome: 'Cancelled' });
    await refused(log({ id, version: 5, outcome }), 409);
  });
});
