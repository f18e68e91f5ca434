import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { bookCatchUp, makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeClass, makeClassroom, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();

type OneOff = { sessionType?: string; startTime?: string; endTime?: string } & Record<string, unknown>;

async function makeOneOff(by: Actor, fields: OneOff = {}): Promise<string> {
  const row = {
    sessionType: 'Private',
    sessionDate,
    startTime: '12:00',
    endTime: '13:00',
    instructorId: await makeInstructor(app, by),
    roomId: await makeClassroom(app, by),
    ...fields,
  };
  return await app.database
    .inTenant(by, (db) =>
      db.insertInto('oneOffSessions').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    .then(({ id }) => id);
}

const titles = async (
  by: Actor,
  filter: Partial<Parameters<Actor['api']['attendance']['dailyLog']>[0]> = {},
) => (await by.api.attendance.dailyLog({ date: sessionDate, ...filter })).map(({ title }) => title);

it('lists classes of that weekday within their dates, and one-off sessions, by time', async () => {
  const { owner } = await app.studio();
  await makeClass(app, owner, { name: 'Evening', startTime: '19:00', endTime: '20:00' });
  await makeClass(app, owner, { name: 'Afternoon' });
  await makeClass(app, owner, { name: 'Tuesdays', daysOfWeek: [2] });
  await makeClass(app, owner, { name: 'Over', sessionEndDate: '2026-11-17' });
  await makeClass(app, owner, {
    name: 'Last day',
    sessionEndDate: sessionDate,
    startTime: '09:00',
    endTime: '10:00',
  });
  await makeClass(app, owner, { name: 'Not yet', sessionStartDate: '2026-11-19' });
  await makeOneOff(owner);
  await makeOneOff(owner, { sessionDate: '2026-11-19' });
  expect(await titles(owner)).toEqual(['Last day', 'One-Time Private', 'Afternoon', 'Evening']);
});

it('says who comes, where, and how it went', async () => {
  const { owner } = await app.studio();
  const { classId, students } = await makeAttendedClass(app, owner, { name: 'Ballet 1' });
  const entries = students.map((studentId, n) => ({ studentId, isPresent: n > 0 }));
  await owner.api.attendance.save({ classId, date: sessionDate, entries, idempotencyKey: randomUUID() });
  const cancelled = await makeClass(app, owner, { name: 'Jazz', startTime: '18:00', endTime: '19:00' });
  await app.database.inTenant(owner, (db) =>
    db.insertInto('classCancellations').values({ classId: cancelled, cancelledDate: sessionDate }).execute(),
  );
  const { id: inquiryId } = await owner.api.leads.create({ fullName: 'Ana Ruiz' });
  await makeOneOff(owner, { sessionType: 'Tryout', inquiryId, startTime: '20:00', endTime: '21:00' });
  const studentId = await makeStudent(app, owner, { fullName: 'Stu' });
  const missed = await makeOneOff(owner, { studentId, startTime: '21:00', endTime: '22:00' });
  await owner.api.attendance.outcome.log({ id: missed, version: 1, outcome: 'No Show' });
  expect(await owner.api.attendance.dailyLog({ date: sessionDate })).toMatchObject([
    {
      kind: 'class',
      id: classId,
      title: 'Ballet 1',
      type: 'Group',
      danceTypeName: expect.stringContaining('Style'),
      rosterCount: 3,
      presentCount: 2,
      isCancelled: false,
      result: 'Completed',
    },
    { title: 'Jazz', isCancelled: true, result: null, rosterCount: 0, presentCount: null },
    { kind: 'session', title: 'One-Time Tryout', personName: 'Ana Ruiz', result: null, rosterCount: null },
    { title: 'One-Time Private - No Show', personName: 'Stu', result: 'No Show' },
  ]);
});

it('counts who comes to catch up as well, once, as the sheet lists them', async () => {
  const { owner } = await app.studio();
  const { classId, students } = await makeAttendedClass(app, owner, { name: 'Ballet 1' });
  const [enrolled = ''] = students;
  const guest = await makeStudent(app, owner);
  for (const studentId of [enrolled, guest]) await bookCatchUp(app, owner, { classId, studentId });
  const catchUp = await bookCatchUp(app, owner, { classId, studentId: await makeStudent(app, owner) });
  await owner.api.attendance.outcome.log({ id: catchUp, version: 1, outcome: 'Cancelled' });
  const items = await owner.api.attendance.dailyLog({ date: sessionDate });
  expect(items.find(({ id }) => id === classId)?.rosterCount).toBe(4);
  expect((await owner.api.attendance.sheet({ classId, date: sessionDate })).students).toHaveLength(4);
});

it('filters by time, half-open, and by classroom', async () => {
  const { owner } = await app.studio();
  const roomId = await makeClassroom(app, owner);
  await makeClass(app, owner, { name: 'A', startTime: '09:00', endTime: '10:00', roomId });
  await makeClass(app, owner, { name: 'B', startTime: '10:00', endTime: '11:00' });
  await makeClass(app, owner, { name: 'C', startTime: '11:00', endTime: '12:00', roomId });
  // spec §5: excludes what ends at or before `from` and what starts at or after `to`
  expect(await titles(owner, { from: '10:00' })).toEqual(['B', 'C']);
  expect(await titles(owner, { from: '09:59' })).toEqual(['A', 'B', 'C']);
  expect(await titles(owner, { to: '11:00' })).toEqual(['A', 'B']);
  expect(await titles(owner, { from: '10:00', to: '11:00' })).toEqual(['B']);
  expect(await titles(owner, { roomId })).toEqual(['A', 'C']);
  expect(await titles(owner, { roomId: '' })).toHaveLength(3);
});

it('keeps what was logged when the rule has changed or is gone', async () => {
  const { owner } = await app.studio();
  const log = (classId: string) =>
    owner.api.attendance.save({ classId, date: sessionDate, idempotencyKey: randomUUID() });
  const { classId: moved } = await makeAttendedClass(app, owner, { name: 'Moved' });
  const { classId: archived } = await makeAttendedClass(app, owner, { name: 'Archived' });
  await makeAttendedClass(app, owner, { name: 'Gone' }).then(({ classId }) => archive(owner, classId));
  await log(moved);
  await log(archived);
  await archive(owner, archived);
  await app.database.inTenant(owner, (db) =>
    db
      .updateTable('classes')
      .set({ daysOfWeek: [5] })
      .where('id', '=', moved)
      .execute(),
  );
  expect(await titles(owner)).toEqual(['Archived', 'Moved']);
});

const archive = (by: Actor, classId: string) =>
  app.database.inTenant(by, (db) =>
    db.updateTable('classes').set({ archivedAt: new Date() }).where('id', '=', classId).execute(),
  );

it('shows instructors what they teach, and nothing of another studio to anybody', async () => {
  const { owner, instructor, student } = await app.studio();
  const other = await app.studio({ name: 'Bob School' });
  await makeClass(app, owner, { name: 'Mine', instructorId: instructor.profileId });
  await makeClass(app, owner, { name: 'Not mine' });
  const substituted = await makeClass(app, owner, {
    name: 'Substituted',
    startTime: '20:00',
    endTime: '21:00',
  });
  await owner.api.attendance.save({
    classId: substituted,
    date: sessionDate,
    instructorId: instructor.profileId,
    idempotencyKey: randomUUID(),
  });
  await makeOneOff(owner, { instructorId: instructor.profileId, startTime: '22:00', endTime: '23:00' });
  expect(await titles(instructor)).toEqual(['Mine', 'Substituted', 'One-Time Private']);
  expect(await titles(other.owner)).toEqual([]);
  await refused(student.api.attendance.dailyLog({ date: sessionDate }), 403);
  await refused(app.visitor.attendance.dailyLog({ date: sessionDate }), 401);
});

it('names the field of bad input', async () => {
  const { owner } = await app.studio();
  for (const [field, value] of [
    ['date', '2026-02-30'],
    ['from', '25:00'],
    ['to', 'noon'],
    ['roomId', 'attic'],
  ] as const) {
    const refusal = await refused(owner.api.attendance.dailyLog({ date: sessionDate, [field]: value }), 400);
    expect(refusal.data).toMatchObject({ issues: [{ path: [field] }] });
  }
});
