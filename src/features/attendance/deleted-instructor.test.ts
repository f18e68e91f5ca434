import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeInstructor } from '#tests/support/factories.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();

function save(by: Actor, classId: string, instructorId: string, date = sessionDate) {
  return by.api.attendance.save({ classId, date, instructorId, idempotencyKey: randomUUID() });
}

it('a log is corrected though whoever taught was deleted', async () => {
  const { owner } = await app.studio();
  const { attendance } = owner.api;
  const [own, substitute, other] = [
    await makeInstructor(app, owner),
    await makeInstructor(app, owner),
    await makeInstructor(app, owner),
  ];
  const { classId } = await makeAttendedClass(app, owner, {
    instructorId: own,
    sessionEndDate: sessionDate,
  });
  const { id } = await save(owner, classId, substitute);
  for (const instructor of [own, substitute, other])
    await owner.api.people.instructors.delete({ id: instructor });
  await attendance.correct({ id, version: 1, instructorId: substitute, notes: 'Bea was ill' });
  const wrong = attendance.correct({ id, version: 2, instructorId: other });
  expect((await refused(wrong, 400)).data).toMatchObject({ issues: [{ path: ['instructorId'] }] });
  await attendance.correct({ id, version: 2, instructorId: own });
  expect(await attendance.sheet({ classId, date: sessionDate })).toMatchObject({
    log: { instructor: { id: own, fullName: 'Deleted instructor' }, notes: null },
  });
});

it('a past date of a class that ended is logged though its instructor was deleted', async () => {
  const { owner } = await app.studio();
  const [own, other] = [await makeInstructor(app, owner), await makeInstructor(app, owner)];
  const { classId } = await makeAttendedClass(app, owner, {
    instructorId: own,
    sessionEndDate: sessionDate,
  });
  for (const instructor of [own, other]) await owner.api.people.instructors.delete({ id: instructor });
  await refused(save(owner, classId, other), 400);
  await save(owner, classId, own);
});
