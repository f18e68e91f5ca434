import { describe, expect, it } from 'vitest';
import { makeClass } from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn, type Stage } from '#tests/support/schedule.ts';
import { refused, testToday, useTestApp } from '#tests/support/test-app.ts';

const app = useTestApp();
const yesterday = '2026-11-20';

describe.each([
  { kind: 'classrooms', use: 'roomId', shown: 'room', noun: 'classroom', missing: 'Classroom' },
  { kind: 'danceTypes', use: 'danceTypeId', shown: 'danceType', noun: 'dance type', missing: 'Dance type' },
] as const)('$kind that were deleted', ({ kind, use, shown, noun, missing }) => {
  it('stay with what is over, by name, and are in no list', async () => {
    const { owner } = await app.studio();
    const { catalog, scheduling } = owner.api;
    const stage = await makeStage(app, owner);
    const item = await catalog[kind].create({ name: 'Old' });
    const used: Stage = { ...stage, [use]: item.id };
    const taken = await scheduling.classes.create(classOn(used));
    const held = await scheduling.oneOffs.create(oneOffOn(used, { sessionDate: yesterday }));
    const cancelled = await scheduling.oneOffs.create(
      oneOffOn(used, { startTime: '09:00', endTime: '10:00' }),
    );
    await scheduling.oneOffs.cancel({ id: cancelled.id });
    await scheduling.classes.delete({ id: taken.id });
    await catalog[kind].delete({ id: item.id });
    expect((await catalog[kind].list()).map(({ id }) => id)).not.toContain(item.id);
    expect(await scheduling.oneOffs.get({ id: held.id })).toMatchObject({ [shown]: { name: 'Old' } });
    const corrected = { ...oneOffOn(used, { sessionDate: yesterday, priceCents: 100 }), id: held.id };
    expect(await scheduling.oneOffs.update({ ...corrected, version: 1 })).toMatchObject({
      priceCents: 100,
      [shown]: { name: 'Old' },
    });
    await catalog[kind].create({ name: 'Old' });
    const { id, version } = item;
    await refused(catalog[kind].update({ id, version, name: 'Back' }), 404);
    await refused(catalog[kind].delete({ id }), 404);
  });

  it('take nothing new', async () => {
    const { owner } = await app.studio();
    const { catalog, scheduling } = owner.api;
    const stage = await makeStage(app, owner);
    const gone: Stage = { ...stage, [use]: (await catalog[kind].create({ name: 'Old' })).id };
    const classId = (await scheduling.classes.create(classOn(stage))).id;
    await catalog[kind].delete({ id: gone[use] });
    const message = `${missing} not found in your organization.`;
    for (const call of [
      () => scheduling.classes.create(classOn(gone)),
      () => scheduling.classes.update({ ...classOn(gone), id: classId, version: 1 }),
      () => scheduling.oneOffs.create(oneOffOn(gone)),
    ])
      expect((await refused(call(), 404)).message).toBe(message);
    // Whatever code tries.
    await expect(
      makeClass(app, owner, { ...gone, startTime: '08:00', endTime: '09:00' }),
    ).rejects.toMatchObject({
      constraint: `${noun.replace(' ', '_')}_was_deleted`,
    });
  });

  it('are refused while a session to come uses them', async () => {
    const { owner } = await app.studio();
    const { catalog, scheduling } = owner.api;
    const item = await catalog[kind].create({ name: 'Busy' });
    const stage: Stage = { ...(await makeStage(app, owner)), [use]: item.id };
    const { id } = await scheduling.oneOffs.create(oneOffOn(stage, { sessionDate: testToday }));
    expect((await refused(catalog[kind].delete({ id: item.id }), 409)).message).toBe(
      `Busy is used by 1 one-time session to come. Move them to another ${noun} or cancel them first.`,
    );
    await scheduling.oneOffs.cancel({ id });
    await catalog[kind].delete({ id: item.id });
  });

  it('are kept by no session of today that is over, which is logged all the same', async () => {
    const { owner } = await app.studio();
    const { catalog, scheduling, attendance } = owner.api;
    const item = await catalog[kind].create({ name: 'Old' });
    const stage: Stage = { ...(await makeStage(app, owner)), [use]: item.id };
    const over = { sessionDate: testToday, startTime: '08:00', endTime: '09:00' };
    const { id } = await scheduling.oneOffs.create(oneOffOn(stage, over));
    await catalog[kind].delete({ id: item.id });
    expect(await attendance.outcome.log({ id, version: 1 })).toMatchObject({
      outcome: 'Completed',
      [shown]: { name: 'Old' },
    });
  });
});

it('a session that is over does not come back into a classroom that was deleted', async () => {
  const { owner } = await app.studio();
  const { catalog, scheduling } = owner.api;
  const stage = await makeStage(app, owner);
  const held = oneOffOn(stage, { sessionDate: yesterday });
  const { id } = await scheduling.oneOffs.create(held);
  await catalog.classrooms.delete({ id: stage.roomId });
  const again = scheduling.oneOffs.update({ ...held, id, version: 1, sessionDate: '2026-12-01' });
  expect((await refused(again, 409)).message).toBe('This classroom was deleted. Choose another one.');
});
