import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const week = { start: '2026-11-20', end: '2026-11-30' };
const later = { startTime: '19:00', endTime: '20:00' };

async function bookedIn(by: Actor): Promise<string[]> {
  const { items } = await by.api.scheduling.oneOffs.list(week);
  return items.map(({ id }) => id);
}

it('books a session once however often it is asked for, and none that was changed beside it', async () => {
  const { owner } = await app.studio();
  const { create } = owner.api.scheduling.oneOffs;
  const asked = oneOffOn(await makeStage(app, owner), { priceCents: 4500, isPaid: true });
  const idempotencyKey = randomUUID();
  const [booked, again] = await Promise.all([1, 2].map(() => create({ ...asked, idempotencyKey })));
  expect(again).toEqual(booked);
  expect(await create({ ...asked, ignoreRoomConflict: true, idempotencyKey })).toEqual(booked);
  await refused(create({ ...asked, ...later, idempotencyKey }), 422);
  expect(await bookedIn(owner)).toEqual([booked?.id]);
  await create({ ...asked, ...later, idempotencyKey: randomUUID() });
  expect(await bookedIn(owner)).toHaveLength(2);
});

it('books a tryout once however often it is asked for, and none that was changed beside it', async () => {
  const { owner } = await app.studio();
  const { scheduleTryout } = owner.api.leads;
  const { instructorId, roomId } = await makeStage(app, owner);
  const { id: inquiryId } = await owner.api.leads.create({ fullName: 'Lea Lead' });
  const slot = { sessionDate: '2026-11-23', startTime: '17:00', endTime: '18:00' };
  const asked = { inquiryId, instructorId, roomId, ...slot, isPaid: true, priceCents: 2500 };
  const idempotencyKey = randomUUID();
  const booked = await scheduleTryout({ ...asked, idempotencyKey });
  expect(await scheduleTryout({ ...asked, idempotencyKey })).toEqual(booked);
  await refused(scheduleTryout({ ...asked, ...later, idempotencyKey }), 422);
  expect(await bookedIn(owner)).toEqual([booked.id]);
});

it('does not keep the key of a session that was refused', async () => {
  const { owner } = await app.studio();
  const { create } = owner.api.scheduling.oneOffs;
  const asked = oneOffOn(await makeStage(app, owner));
  await create(asked);
  const idempotencyKey = randomUUID();
  await refused(create({ ...asked, idempotencyKey }), 409);
  const { id } = await create({ ...asked, ...later, idempotencyKey });
  expect(await bookedIn(owner)).toContain(id);
});
