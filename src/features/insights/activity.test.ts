import { describe, expect, it } from 'vitest';
import { makeClass, makeClassroom, makeDanceType, makeInstructor } from '#tests/support/factories.ts';
import { classOn, makeStage } from '#tests/support/schedule.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const november = { startDate: '2026-11-01', endDate: '2026-11-30' };
const nothing = { totalClasses: 0, groupClasses: 0, privateClasses: 0, tryoutClasses: 0 };
const unknown = '00000000-0000-4000-8000-000000000000';

describe("an instructor's activity", () => {
  it('counts completed sessions they taught by class type, and completed tryouts', async () => {
    const { owner } = await app.studio();
    const instructorId = await makeInstructor(app, owner);
    const other = await makeInstructor(app, owner);
    const group = await makeClass(app, owner, { instructorId });
    const single = await makeClass(app, owner, {
      instructorId,
      classType: 'Private',
      startTime: '19:00',
      endTime: '20:00',
    });
    const substituted = await makeClass(app, owner, {
      instructorId: other,
      startTime: '21:00',
      endTime: '22:00',
    });
    await logSession(owner, { classId: group, sessionDate: '2026-11-02', instructorId });
    await logSession(owner, { classId: group, sessionDate: '2026-11-18', instructorId });
    await logSession(owner, { classId: group, sessionDate: '2026-11-09', instructorId, status: 'Cancelled' });
    await logSession(owner, { classId: group, sessionDate: '2026-11-11', instructorId: other });
    await logSession(owner, { classId: group, sessionDate: '2026-10-28', instructorId });
    await logSession(owner, { classId: single, sessionDate: '2026-11-04', instructorId });
    // Twice, but held by somebody else once: which of the two counts is told apart.
    for (const sessionDate of ['2026-11-16', '2026-11-09'])
      await logSession(owner, { classId: substituted, sessionDate, instructorId });
    for (const [nth, outcome] of (['Completed', 'No Show', null] as const).entries())
      await holdOneOff(owner, { instructorId, sessionDate: '2026-11-10', nth, outcome });
    await holdOneOff(owner, {
      instructorId,
      sessionDate: '2026-11-12',
      outcome: 'Completed',
      type: 'Private',
    });
    await holdOneOff(owner, { instructorId, sessionDate: '2026-12-01', outcome: 'Completed' });

    const read = owner.api.insights.activity;
    expect(await read({ instructorId, ...november })).toEqual({
      totalClasses: 6,
      groupClasses: 4,
      privateClasses: 1,
      tryoutClasses: 1,
    });
    expect(await read({ instructorId: other, ...november })).toMatchObject({ groupClasses: 1 });
    const day = { startDate: '2026-11-18', endDate: '2026-11-18' };
    expect(await read({ instructorId, ...day })).toMatchObject({ totalClasses: 1 });
    expect(await read({ instructorId, startDate: '2027-01-01', endDate: '2027-01-31' })).toEqual(nothing);
  });

  it('is for owner, admin and the instructor alone', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const own = { instructorId: instructor.profileId, ...november };
    for (const { api } of [owner, admin, instructor])
      expect(await api.insights.activity(own)).toEqual(nothing);
    for (const { api } of [staff, student]) await refused(api.insights.activity(own), 403);
    const colleague = await makeInstructor(app, owner);
    await refused(instructor.api.insights.activity({ instructorId: colleague, ...november }), 403);
    await refused(instructor.api.insights.activity({ instructorId: unknown, ...november }), 403);
    await refused(app.visitor.insights.activity(own), 401);
  });

  it('stays to be paid for when the instructor is deleted', async () => {
    const { owner, staff } = await app.studio();
    const instructorId = await makeInstructor(app, owner);
    const classId = await makeClass(app, owner, { instructorId, sessionEndDate: '2026-11-20' });
    await logSession(owner, { classId, sessionDate: '2026-11-18', instructorId });
    await owner.api.people.instructors.delete({ id: instructorId });
    const asked = { instructorId, ...november };
    expect(await owner.api.insights.activity(asked)).toMatchObject({ totalClasses: 1, groupClasses: 1 });
    await refused(staff.api.insights.activity(asked), 403);
  });

  it("finds nobody else's instructor, and nobody who is none", async () => {
    const { owner, student } = await app.studio();
    const bob = await app.studio({ name: 'Bob School' });
    for (const instructorId of [unknown, bob.instructor.profileId, student.profileId]) {
      const { message } = await refused(owner.api.insights.activity({ instructorId, ...november }), 404);
      expect(message).toBe('Instructor not found');
    }
  });

  it('names the input that is wrong', async () => {
    const { owner, instructor } = await app.studio();
    const instructorId = instructor.profileId;
    const bad: [string, object][] = [
      ['instructorId', { ...november, instructorId: 'x' }],
      ['startDate', { instructorId, startDate: '2026-12-01', endDate: '2026-11-01' }],
      ['startDate', { instructorId, startDate: '2026-02-30', endDate: '2026-11-01' }],
      ['endDate', { instructorId, startDate: '1950-01-01', endDate: '2026-11-01' }],
    ];
    for (const [field, input] of bad) {
      const { data } = await refused(owner.api.insights.activity(input as never), 400);
      expect(data).toMatchObject({ issues: [{ path: [field] }] });
    }
  });
});

type Log = { classId: string; sessionDate: string; instructorId: string; status?: 'Cancelled' };

it('counts what was taught as what it was then, whatever its class became since', async () => {
  const { owner } = await app.studio();
  const stage = await makeStage(app, owner);
  const { instructorId } = stage;
  const { classes, calendar } = owner.api.scheduling;
  const { id: classId, version } = await classes.create(classOn(stage));
  for (const sessionDate of ['2026-11-16', '2026-11-18'])
    await logSession(owner, { classId, sessionDate, instructorId });
  const taught = () => owner.api.insights.activity({ instructorId, ...november });
  const before = await taught();
  const danceTypeId = await makeDanceType(app, owner);
  const changed = classOn(stage, { classType: 'Private', danceTypeId });
  const edited = await classes.update({ ...changed, id: classId, version, appliesFrom: '2026-11-18' });
  expect(await taught()).toMatchObject({ ...before, groupClasses: 1, privateClasses: 1 });
  const week = await calendar({ start: '2026-11-16', end: '2026-11-18' });
  const kinds = week.map(({ type, danceTypeName }) => [type, danceTypeName === edited.danceType.name]);
  expect(kinds).toEqual([
    ['Group', false],
    ['Private', true],
  ]);
  const sheet = await owner.api.attendance.sheet({ classId, date: '2026-11-16' });
  expect(sheet.class.danceTypeName).not.toBe(edited.danceType.name);
});

async function logSession(owner: Actor, { status, ...log }: Log): Promise<void> {
  await app.database.inTenant(owner, (db) =>
    db
      .insertInto('attendanceSessions')
      .values({ ...log, status: status ?? 'Completed' })
      .execute(),
  );
}

type OneOff = {
  instructorId: string;
  sessionDate: string;
  outcome: 'Completed' | 'No Show' | null;
  nth?: number;
  type?: 'Private';
};

async function holdOneOff(
  owner: Actor,
  { instructorId, sessionDate, outcome, nth = 0, type }: OneOff,
): Promise<void> {
  const roomId = await makeClassroom(app, owner);
  const startTime = `0${nth + 1}:00`;
  const endTime = `0${nth + 1}:45`;
  await app.database.inTenant(owner, async (db) => {
    const { id } = await db
      .insertInto('oneOffSessions')
      .values({ sessionType: type ?? 'Tryout', instructorId, roomId, sessionDate, startTime, endTime })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('oneOffSessions').set({ outcome }).where('id', '=', id).execute();
  });
}
