import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { refused, useTestApp } from '#tests/support/test-app.ts';

const app = useTestApp();

const terms = {
  startDate: '2026-12-01',
  endDate: '2026-12-31',
  amountPaidCents: 12_050,
  numberOfSessions: 10,
  paymentFor: 'renewal',
} as const;

it('is recorded by one of the desks that renew at once, and the others are told by whom', async () => {
  const { owner, staff } = await app.studio();
  const { studentId, classId } = await makeSubscription(app, owner);
  const renewal = { ...terms, studentId, classId, paymentsSeen: 1 };
  const desks = [owner, staff, owner, staff];
  const answers = await Promise.allSettled(desks.map(({ api }) => api.payments.add(renewal)));
  const recorded = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []));
  expect(recorded).toHaveLength(1);
  const payments = await owner.api.payments.list({ studentId });
  expect(payments).toHaveLength(2);

  const [by] = await owner.api.payments.history({ id: recorded[0] ?? '' });
  expect(await refused(staff.api.payments.add(renewal), 409)).toMatchObject({
    code: 'STALE',
    message: `${by?.by} recorded a payment of this student for this class meanwhile, so yours was not.`,
    data: { changedBy: by?.by, current: { id: recorded[0], amountPaidCents: 12_050 } },
  });
  await staff.api.payments.add({ ...renewal, paymentsSeen: 2 });
  await staff.api.payments.add({ ...terms, studentId, classId });
  expect(await owner.api.payments.list({ studentId })).toHaveLength(4);
});

it('is not recorded beside one that was moved to its class, and is told by whom', async () => {
  const { owner, staff } = await app.studio();
  const { id, studentId } = await makeSubscription(app, owner);
  const jazz = await makeClass(app, owner);
  const added = { ...terms, studentId, classId: jazz };
  const seen = await staff.api.payments.add({ ...added, paymentsSeen: 0 });
  const moved = { ...terms, id, classId: jazz, paidOn: '2026-10-01', status: 'active' } as const;
  await staff.api.payments.update({ ...moved, version: 1 });
  // Neither who entered it first nor who corrects one that was seen has moved it.
  await owner.api.payments.update({ ...moved, id: seen.id, version: 1, amountPaidCents: 9_900 });
  await owner.api.payments.update({ ...moved, version: 2, amountPaidCents: 9_900 });
  expect(await refused(owner.api.payments.add({ ...added, paymentsSeen: 1 }), 409)).toMatchObject({
    message:
      'Staff Person moved a payment of this student to this class meanwhile, so yours was not recorded.',
    data: { changedBy: 'Staff Person', current: { id } },
  });
  await owner.api.payments.add({ ...added, paymentsSeen: 2 });
});

it('is recorded beside payments for other classes and of other students', async () => {
  const { owner } = await app.studio();
  const { studentId, classId } = await makeSubscription(app, owner);
  const [other, jazz] = [await makeStudent(app, owner), await makeClass(app, owner)];
  await owner.api.payments.add({ ...terms, studentId, classId: jazz, paymentsSeen: 0 });
  await owner.api.payments.add({ ...terms, studentId: other, classId, paymentsSeen: 0 });
  await owner.api.payments.add({ ...terms, studentId, classId, paymentsSeen: 1 });
});

it('is answered as before where it is asked again, though its own payment was seen meanwhile', async () => {
  const { owner } = await app.studio();
  const { studentId, classId } = await makeSubscription(app, owner);
  const renewal = { ...terms, studentId, classId, idempotencyKey: randomUUID() };
  const first = await owner.api.payments.add({ ...renewal, paymentsSeen: 1 });
  for (const paymentsSeen of [1, 2])
    expect(await owner.api.payments.add({ ...renewal, paymentsSeen })).toEqual(first);
  expect(await owner.api.payments.list({ studentId })).toHaveLength(2);
});
