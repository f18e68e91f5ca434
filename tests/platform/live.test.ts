import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLive, type Live } from '#platform/live.ts';
import { openLog } from '#platform/log.ts';
import { openStrictPooler } from '#tests/support/strict-pooler.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { testEngines } from '#tests/support/test-database.ts';

// Longer than notices are gathered, shorter than a person notices.
const settledMs = 150;

describe.each(testEngines)('live updates on %s', (engine) => {
  const app = useTestApp(engine);
  let live: Live;
  beforeAll(async () => {
    live = await openLive(app.database, openLog('silent'));
  });
  afterAll(() => live.close());

  const rename = (by: Awaited<ReturnType<TestApp['studio']>>['owner'], name: string) =>
    by.api.catalog.classrooms.create({ name });

  it('tell a studio which tables changed, once for all of one save', async () => {
    const { owner } = await app.studio();
    const heard = vi.fn();
    await wait(settledMs);
    const stop = live.subscribe(owner.organizationId, heard);
    await app.database.inTenant(owner, async (db) => {
      await db.insertInto('classrooms').values({ name: 'One' }).execute();
      await db.insertInto('classrooms').values({ name: 'Two' }).execute();
      await db.insertInto('danceTypes').values({ name: 'Ballet' }).execute();
    });
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    expect(heard.mock.calls.flatMap(([tables]) => tables as string[]).toSorted()).toEqual([
      'classrooms',
      'dance_types',
    ]);
    stop();
    await rename(owner, 'Three');
    await wait(settledMs);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('say nothing to other studios, and nothing of what was rolled back', async () => {
    const { owner } = await app.studio();
    const other = await app.studio();
    const heard = vi.fn();
    const heardElsewhere = vi.fn();
    await wait(settledMs); // founding the studios is heard before
    live.subscribe(owner.organizationId, heard);
    live.subscribe(other.owner.organizationId, heardElsewhere);
    const failed = app.database.inTenant(owner, async (db) => {
      await db.insertInto('classrooms').values({ name: 'Never' }).execute();
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await wait(settledMs);
    expect(heard).not.toHaveBeenCalled();
    await rename(owner, 'Ours');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    expect(heardElsewhere).not.toHaveBeenCalled();
  });

  it.runIf(engine === 'postgres')('notice a line that is dead without a word', async () => {
    const { owner } = await app.studio();
    const pooler = await openStrictPooler(app.database.directUrl);
    const frail = await openLive({ ...app.database, directUrl: pooler.url }, openLog('silent'));
    const heard = vi.fn();
    frail.subscribe(owner.organizationId, heard);
    pooler.silence();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), { timeout: 40_000 });
    await rename(owner, 'After the silence');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(['classrooms']), { timeout: 10_000 });
    await frail.close();
    await pooler.close();
  });

  it.runIf(engine === 'postgres')('take everything for changed after the connection was lost', async () => {
    const { owner } = await app.studio();
    const heard = vi.fn();
    live.subscribe(owner.organizationId, heard);
    await app.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'barre live' and datname = current_database()`,
    );
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), { timeout: 5000 });
    await rename(owner, 'After');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(['classrooms']));
  });
});
