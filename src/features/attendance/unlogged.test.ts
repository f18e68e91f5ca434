import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { bookCatchUp, makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, testNow, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';
import { asOwner } from '#tests/support/test-database.ts';

const app = useTestApp();
const unlogged = (by: Actor) => by.api.attendance.unlogged();

/** Classes count from the day they were entered, which for tests is any day but today's. */
const enteredOn = (by: Actor, day: string) =>
  asOwner(app.database, by, (db) => sql`update classes set created_at = ${day}`.execute(db));

it('counts by day what nobody has logged or cancelled, before today and since it was entered', async () => {
  const { owner } = await app.studio();
  const { classId } = await makeAttendedClass(app, owner);
  expect(await unlogged(owner)).toEqual([]);
  await enteredOn(owner, '2026-11-03T12:00Z');
  const stage = await makeStage(app, owner);
  for (const day of ['2026-11-18', '2026-11-19', testToday])
    await owner.api.scheduling.oneOffs.create(oneOffOn(stage, { sessionDate: day }));
  const { items } = await owner.api.scheduling.oneOffs.list({ start: '2026-11-18', end: testToday });
  expect(items.at(-1)).toMatchObject({ sessionDate: testToday });
  expect(await unlogged(owner)).toEqual([
    { date: '2026-11-19', count: 1 },
    { date: '2026-11-18', count: 2 },
    { date: '2026-11-16', count: 1 },
    { date: '2026-11-11', count: 1 },
    { date: '2026-11-09', count: 1 },
    { date: '2026-11-04', count: 1 },
  ]);
  await owner.api.attendance.save({ classId, date: '2026-11-18', idempotencyKey: randomUUID() });
  await owner.api.scheduling.cancellations.create({ classId, date: '2026-11-16' });
  await owner.api.scheduling.oneOffs.cancel({ id: items[0]?.id ?? '' });
  const left = await unlogged(owner);
  expect(left.map(({ date }) => date)).toEqual(['2026-11-19', '2026-11-11', '2026-11-09', '2026-11-04']);
  await enteredOn(owner, '2026-01-01T12:00Z');
  expect((await unlogged(owner)).at(-1)).toEqual({ date: '2026-10-19', count: 1 });
});

it('asks instructors for their own, and nobody for those of another studio', async () => {
  const { owner, instructor, student } = await app.studio();
  const other = await app.studio({ name: 'Bob School' });
  await makeClass(app, owner, { instructorId: instructor.profileId, daysOfWeek: [1] });
  await makeClass(app, owner, { daysOfWeek: [5] });
  await enteredOn(owner, '2026-11-16T12:00Z');
  expect(await unlogged(owner)).toEqual([
    { date: '2026-11-20', count: 1 },
    { date: '2026-11-16', count: 1 },
  ]);
  expect(await unlogged(instructor)).toEqual([{ date: '2026-11-16', count: 1 }]);
  expect(await unlogged(other.owner)).toEqual([]);
  await refused(student.api.attendance.unlogged(), 403);
});

it('misses no day for a midnight that the zone of the server skips', async () => {
  const { owner } = await app.studio();
  await makeClass(app, owner, { daysOfWeek: [6] });
  await enteredOn(owner, '2026-09-16T12:00Z');
  app.setNow('2026-09-20T15:00:00Z');
  await sql`set time zone 'America/Santiago'`.execute(app.database.db);
  const found = await unlogged(owner).finally(() => sql`reset time zone`.execute(app.database.db));
  app.setNow(testNow);
  expect(found).toEqual([{ date: '2026-09-19', count: 1 }]);
});

it('counts a class from the day of the studio on which it was entered, and until it is deleted', async () => {
  const { owner } = await app.studio();
  const classId = await makeClass(app, owner, { daysOfWeek: [1] });
  // Monday evening in New York.
  await enteredOn(owner, '2026-11-17T02:00Z');
  expect(await unlogged(owner)).toEqual([{ date: '2026-11-16', count: 1 }]);
  await owner.api.scheduling.classes.delete({ id: classId });
  expect(await unlogged(owner)).toEqual([]);
});

it('asks after no catch-up of whom the log of the class tells whether they came', async () => {
  const { owner } = await app.studio();
  const { classId } = await makeAttendedClass(app, owner, { students: 0 });
  const guests = [
    await makeStudent(app, owner),
    await makeStudent(app, owner),
    await makeStudent(app, owner),
  ];
  const [came = '', missed = '', other = ''] = guests;
  const stage = await makeStage(app, owner);
  const catchUp = { sessionType: 'Catch-up' as const, sessionDate, classId };
  for (const [nth, studentId] of guests.entries())
    await owner.api.scheduling.oneOffs.create(
      oneOffOn(stage, { ...catchUp, studentId, startTime: `0${nth + 1}:00`, endTime: `0${nth + 1}:30` }),
    );
  const shown = async () =>
    (await owner.api.attendance.dailyLog({ date: sessionDate }))
      .filter(({ kind }) => kind === 'session')
      .map(({ title, result }) => [title, result]);
  const asLogged = async () =>
    (await owner.api.scheduling.calendar({ start: sessionDate, end: sessionDate })).map(
      ({ isLogged }) => isLogged,
    );
  expect(await unlogged(owner)).toEqual([{ date: sessionDate, count: 3 }]);
  expect(await asLogged()).toEqual([false, false, false, false]);
  const entries = [
    { studentId: came, isPresent: true },
    { studentId: missed, isPresent: false },
  ];
  const { id } = await owner.api.attendance.save({
    classId,
    date: sessionDate,
    entries,
    idempotencyKey: randomUUID(),
  });
  expect(await unlogged(owner)).toEqual([{ date: sessionDate, count: 1 }]);
  expect(await shown()).toEqual([
    ['One-Time Catch-up', 'Completed'],
    ['One-Time Catch-up', 'No Show'],
    ['One-Time Catch-up', null],
  ]);
  expect(await asLogged()).toEqual([true, true, false, true]);
  // Corrected it tells of the third one, too, and of nobody once it says that the class was not held.
  await owner.api.attendance.correct({ id, version: 1, entries: [{ studentId: other, isPresent: true }] });
  expect(await unlogged(owner)).toEqual([]);
  await owner.api.attendance.correct({ id, version: 2, status: 'Cancelled' });
  expect(await unlogged(owner)).toEqual([{ date: sessionDate, count: 3 }]);
});

it('says of a cancelled catch-up nothing that the log of the class says of its student', async () => {
  const { owner } = await app.studio();
  const { classId, students } = await makeAttendedClass(app, owner, { students: 1 });
  const [studentId = ''] = students;
  const id = await bookCatchUp(app, owner, { classId, studentId });
  await owner.api.scheduling.oneOffs.cancel({ id });
  const entries = [{ studentId, isPresent: true }];
  await owner.api.attendance.save({ classId, date: sessionDate, entries, idempotencyKey: randomUUID() });
  const day = await owner.api.attendance.dailyLog({ date: sessionDate });
  expect(day.find((item) => item.id === id)).toMatchObject({ isCancelled: true, result: null });
});
