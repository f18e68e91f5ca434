import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeClassroom } from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';

// Earlier versions did not hold a logged session whose class was moved away from its day, so that who had taught it
// could be booked for the same time. Whatever touches the class later meets that.

const app = useTestApp();
const monday = '2026-11-16';
const explained = {
  code: 'CONFLICT',
  message:
    'Ina Instructor is in two places on Mon, Nov 16, 2026: they are logged to have taught Ballet 1, 5:00 – 6:00 PM, and hold One-Time Private, 5:00 – 6:00 PM. Correct that log or cancel the other session, then try this again.',
};

async function makeHeldTwice(by: Actor) {
  const stage = await makeStage(app, by);
  const { id } = await by.api.scheduling.classes.create(classOn(stage));
  const { cancellations, classes, oneOffs } = by.api.scheduling;
  const { id: cancellationId } = await cancellations.create({ classId: id, date: '2026-11-25' });
  const { id: logId } = await by.api.attendance.save({
    classId: id,
    date: monday,
    idempotencyKey: randomUUID(),
  });
  const moved = { ...classOn(stage), id, sessionStartDate: '2026-11-18' };
  const { version } = await classes.update({ ...moved, version: 1 });
  await forgetHeld(by, logId);
  const roomId = await makeClassroom(app, by);
  const other = await oneOffs.create(oneOffOn({ ...stage, roomId }, { sessionDate: monday }));
  return { id, logId, cancellationId, other, edit: { ...moved, version, name: 'Ballet 2' } };
}

/** What no request may: as whoever owns the tables. */
async function forgetHeld({ organizationId }: Actor, logId: string) {
  const client = await app.database.pool.connect();
  await client.query('begin');
  await client.query(`select set_config('app.organization_id', $1, true)`, [organizationId]);
  const { rowCount } = await client.query('delete from occupancy where attendance_session_id = $1', [logId]);
  await client.query('commit');
  client.release();
  expect(rowCount).toBe(1);
}

it('says who is in two places, when, and what to do about it, whatever is done to the class', async () => {
  const { owner } = await app.studio();
  const { id, cancellationId, edit, other } = await makeHeldTwice(owner);
  const { cancellations, classes, oneOffs } = owner.api.scheduling;
  const called = {
    classId: id,
    date: '2026-11-18',
    status: 'Cancelled',
    idempotencyKey: randomUUID(),
  } as const;
  const doings = [
    () => classes.update(edit),
    () => cancellations.create({ classId: id, date: '2026-11-30' }),
    () => cancellations.restore({ id: cancellationId }),
    () => owner.api.attendance.save(called),
  ];
  for (const doing of doings) expect(await refused(doing(), 409)).toMatchObject(explained);
  await oneOffs.cancel({ id: other.id });
  for (const doing of doings) await doing();
});

it('lets the log be corrected to what was', async () => {
  const { owner } = await app.studio();
  const { logId, edit } = await makeHeldTwice(owner);
  await owner.api.attendance.correct({ id: logId, version: 1, status: 'Cancelled' });
  await owner.api.scheduling.classes.update(edit);
});
