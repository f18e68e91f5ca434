import { expect, it } from 'vitest';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const app = useTestApp();

it('of a paid session it is kept who took the payment and who moved it to another month', async () => {
  const { owner, admin, staff } = await app.studio();
  const paid = oneOffOn(await makeStage(app, owner), { priceCents: 4500, isPaid: true });
  const { id } = await staff.api.scheduling.oneOffs.create(paid);
  const moved = { ...paid, id, sessionDate: '2026-12-01' };
  await admin.api.scheduling.oneOffs.update({ ...moved, version: 1 });
  await owner.api.scheduling.oneOffs.update({ ...moved, version: 2, startTime: '16:30' });
  const history = await app.database.inTenant(owner, (db) =>
    db
      .selectFrom('auditLog')
      .select(['action', 'profileId', 'before', 'after'])
      .where('rowId', '=', id)
      .orderBy('id')
      .execute(),
  );
  expect(history).toMatchObject([
    {
      action: 'INSERT',
      profileId: staff.profileId,
      before: null,
      after: { isPaid: true, priceCents: 4500, sessionDate: '2026-11-23' },
    },
    {
      action: 'UPDATE',
      profileId: admin.profileId,
      before: { sessionDate: '2026-11-23' },
      after: { sessionDate: '2026-12-01' },
    },
  ]);
});
