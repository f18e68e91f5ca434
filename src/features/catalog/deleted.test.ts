import { describe, expect, it } from 'vitest';
import type { Weekday } from '#shared/weekday.ts';
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

  it('are kept by no class that is over, which is corrected and shortened but not booked anew', async () => {
    const { owner } = await app.studio();
    const { catalog, scheduling } = owner.api;
    const item = await catalog[kind].create({ name: 'Old' });
    const stage: Stage = { ...(await makeStage(app, owner)), [use]: item.id };
    const ended = classOn(stage, { sessionEndDate: testToday });
    const { id } = await scheduling.classes.create(ended);
    expect((await refused(catalog[kind].delete({ id: item.id }), 409)).message).toBe(
      `Old is used by 1 class. Move them to another ${noun} or delete them first.`,
    );
    const over = { ...ended, id, sessionEndDate: yesterday, appliesFrom: '2026-09-01' };
    await scheduling.classes.update({ ...over, version: 1 });
    await catalog[kind].delete({ id: item.id });
    expect(await scheduling.classes.get({ id })).toMatchObject({ [shown]: { name: 'Old' } });
    const held = await scheduling.calendar({ start: '2026-11-18', end: '2026-11-18' });
    const shownThen = kind === 'classrooms' ? { room: { name: 'Old' } } : { danceTypeName: 'Old' };
    expect(held).toMatchObject([{ id, ...shownThen }]);

    const shorter = { ...over, name: 'Ballet in autumn', sessionEndDate: '2026-11-11' };
    expect(await scheduling.classes.update({ ...shorter, version: 2 })).toMatchObject({
      name: 'Ballet in autumn',
      [shown]: { name: 'Old' },
    });
    for (const booked of [
      { sessionEndDate: null },
      { sessionEndDate: '2026-11-18' },
      { sessionStartDate: '2026-08-31' },
      { daysOfWeek: ['Monday', 'Tuesday', 'Wednesday'] as Weekday[] },
    ])
      expect(
        (await refused(scheduling.classes.update({ ...shorter, ...booked, version: 3 }), 409)).message,
      ).toBe(`This ${noun} was deleted. Choose another one.`);
    const elsewhere = { ...shorter, [use]: (await makeStage(app, owner))[use], sessionEndDate: null };
    expect(await scheduling.classes.update({ ...elsewhere, version: 3 })).toMatchObject({
      sessionEndDate: null,
    });
  });

  it('take no class that is given more days while they are deleted', async () => {
    const { owner } = await app.studio();
    const { catalog, scheduling } = owner.api;
    const stage = await makeStage(app, owner);
    for (let round = 0; round < 10; round++) {
      const item = await catalog[kind].create({ name: `Old ${round}` });
      const used: Stage = { ...stage, [use]: item.id };
      const ended = classOn(used, { sessionEndDate: yesterday });
      const { id } = await scheduling.classes.create(ended);
      const calls = [
        () => scheduling.classes.update({ ...ended, id, version: 1, sessionEndDate: null }),
        () => catalog[kind].delete({ id: item.id }),
      ];
      const inTurn = round % 2 === 0 ? calls : calls.toReversed();
      const outcomes = await Promise.allSettled<unknown>(inTurn.map((call) => call()));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await scheduling.classes.delete({ id });
    }
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
