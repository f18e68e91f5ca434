import { describe, expect, it } from 'vitest';
import { makeClass } from '#tests/support/factories.ts';
import { refused, useTestApp } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';

describe.each([
  {
    kind: 'classrooms',
    missing: 'Classroom not found.',
    taken: 'A classroom with this name already exists.',
    use: 'roomId',
    noun: 'classroom',
  },
  {
    kind: 'danceTypes',
    missing: 'Dance type not found.',
    taken: 'A dance type with this name already exists.',
    use: 'danceTypeId',
    noun: 'dance type',
  },
] as const)('$kind', ({ kind, missing, taken, use, noun }) => {
  it('adds, lists by name, renames and deletes', async () => {
    const { staff } = await app.studio();
    const items = staff.api.catalog[kind];
    const second = await items.create({ name: '  beta ' });
    await items.create({ name: 'Alpha' });
    expect((await items.list()).map(({ name }) => name)).toEqual(['Alpha', 'beta']);
    const renamed = await items.update({ id: second.id, version: second.version, name: 'Gamma' });
    expect(renamed).toMatchObject({ name: 'Gamma', version: second.version + 1 });
    await items.delete({ id: second.id });
    expect((await items.list()).map(({ name }) => name)).toEqual(['Alpha']);
  });

  it('lists what is numbered in order, and an accent with its letter', async () => {
    const { owner } = await app.studio();
    const items = owner.api.catalog[kind];
    const names = ['Elan', 'Élan vital', 'Room 2', 'Room 10', 'Zumba'];
    for (const name of names.toReversed()) await items.create({ name });
    expect((await items.list()).map(({ name }) => name)).toEqual(names);
  });

  it('refuses a name that is taken, whatever its case', async () => {
    const { owner } = await app.studio();
    await owner.api.catalog[kind].create({ name: 'Main' });
    expect((await refused(owner.api.catalog[kind].create({ name: 'mAIN' }), 409)).message).toBe(taken);
  });

  it('refuses a name that looks like another, whatever the database knows of letters', async () => {
    const { owner } = await app.studio();
    const items = owner.api.catalog[kind];
    const first = await items.create({ name: 'Élan 1' });
    for (const name of ['élan 1', 'E\u0301lan 1', 'Élan  1', 'Élan\u00a01'])
      expect([name, (await refused(items.create({ name }), 409)).message]).toEqual([name, taken]);
    const { id, version } = await items.create({ name: 'Elan 1' });
    expect((await refused(items.update({ id, version, name: 'élan 1' }), 409)).message).toBe(taken);
    await items.update({ ...first, name: 'ÉLAN 1' });
    expect((await items.list()).map(({ name }) => name).toSorted()).toEqual(['Elan 1', 'ÉLAN 1']);
  });

  it('gives a name to one of two who ask for it in the same moment', async () => {
    const { owner } = await app.studio();
    const { create } = owner.api.catalog[kind];
    const made = await Promise.allSettled(['Élan', 'élan'].map((name) => create({ name })));
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is added once however often the request is repeated, and answers as it is by now', async () => {
    const { staff } = await app.studio();
    const items = staff.api.catalog[kind];
    const request = { name: 'Main', idempotencyKey: 'add-main-item' };
    const { id, version } = await items.create(request);
    await items.update({ id, version, name: 'Main hall' });
    expect(await items.create(request)).toMatchObject({ id, name: 'Main hall', version: version + 1 });
    await refused(items.create({ ...request, name: 'Other' }), 422);
    expect(await items.list()).toHaveLength(1);
    await items.delete({ id });
    expect((await refused(items.create(request), 404)).message).toContain('deleted since');
  });

  it('names the field of bad input', async () => {
    const { owner } = await app.studio();
    const { create } = owner.api.catalog[kind];
    for (const name of ['', '   ', 'x'.repeat(81), 'a\u0000b']) {
      expect((await refused(create({ name }), 400)).data).toMatchObject({ issues: [{ path: ['name'] }] });
    }
    expect((await refused(create({ name: 'A', organizationId: unknown } as never), 400)).data).toMatchObject({
      issues: [{ path: ['organizationId'] }],
    });
  });

  it('keeps what classes still use and says by how many', async () => {
    const { owner } = await app.studio();
    const item = await owner.api.catalog[kind].create({ name: 'In use' });
    await makeClass(app, owner, { [use]: item.id });
    expect((await refused(owner.api.catalog[kind].delete({ id: item.id }), 409)).message).toBe(
      `In use is used by 1 class. Move them to another ${noun} or delete them first.`,
    );
  });

  it('tells a stale edit who was quicker', async () => {
    const { owner, staff } = await app.studio();
    const item = await owner.api.catalog[kind].create({ name: 'First' });
    await staff.api.catalog[kind].update({ id: item.id, version: 1, name: 'Second' });
    const refusal = await refused(
      owner.api.catalog[kind].update({ id: item.id, version: 1, name: 'Third' }),
      409,
    );
    expect(refusal).toMatchObject({
      code: 'STALE',
      data: { changedBy: 'Staff Person', current: { name: 'Second' } },
    });
  });

  it('answers every role, other studios and visitors as it should', async () => {
    const { owner, instructor, student } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const item = await owner.api.catalog[kind].create({ name: 'Ours' });
    for (const reader of [instructor, student]) {
      expect(await reader.api.catalog[kind].list()).toHaveLength(1);
      await refused(reader.api.catalog[kind].create({ name: 'x' }), 403);
      await refused(reader.api.catalog[kind].update({ ...item, name: 'x' }), 403);
      await refused(reader.api.catalog[kind].delete({ id: item.id }), 403);
    }
    expect(await other.owner.api.catalog[kind].list()).toEqual([]);
    expect((await refused(other.owner.api.catalog[kind].delete({ id: item.id }), 404)).message).toBe(missing);
    expect(
      (await refused(other.owner.api.catalog[kind].update({ id: item.id, version: 1, name: 'x' }), 404))
        .message,
    ).toBe(missing);
    await refused(app.visitor.catalog[kind].list(), 401);
    await refused(app.visitor.catalog[kind].create({ name: 'x' }), 401);
  });
});
