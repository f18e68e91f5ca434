import { expect, it } from 'vitest';
import { makeInstructor } from '#tests/support/factories.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { testToday, useTestApp } from '#tests/support/test-app.ts';

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

it('of a tryout that was held it is kept who said that somebody else held it, or that it was none', async () => {
  const { owner, staff } = await app.studio();
  const stage = await makeStage(app, owner);
  const { oneOffs } = owner.api.scheduling;
  const held = oneOffOn(stage, {
    sessionType: 'Tryout',
    sessionDate: testToday,
    startTime: '08:00',
    endTime: '09:00',
  });
  const { id, version } = await oneOffs.create(held);
  const logged = await owner.api.attendance.outcome.log({ id, version, outcome: 'Completed' });
  const instructorId = await makeInstructor(app, owner);
  const said = { ...held, id, instructorId, sessionType: 'Private' } as const;
  await staff.api.scheduling.oneOffs.update({ ...said, version: logged.version });
  const changes = await app.database.inTenant(owner, (db) =>
    db
      .selectFrom('auditLog')
      .select(['profileId', 'before', 'after'])
      .where('rowId', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute(),
  );
  expect(changes).toMatchObject([
    {
      profileId: staff.profileId,
      before: { instructorId: stage.instructorId, sessionType: 'Tryout' },
      after: { instructorId, sessionType: 'Private' },
    },
  ]);
});
