import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLive, type ChangeListener, type Live } from '#platform/live.ts';
import { openLog } from '#platform/log.ts';
import { openStrictPooler } from '#tests/support/strict-pooler.ts';
import { useTestApp, type Actor } from '#tests/support/test-app.ts';
import { testEngines } from '#tests/support/test-database.ts';

// Longer than notices are gathered, shorter than a person notices.
const settledMs = 150;
/** Only what never comes fails. */
const soon = { timeout: 20_000 };

describe.each(testEngines)('live updates on %s', (engine) => {
  const app = useTestApp(engine);
  let live: Live;
  beforeAll(async () => {
    live = await openLive(app.database, openLog('silent'));
  });
  afterAll(() => live.close());

  const rename = (by: Actor, name: string) => by.api.catalog.classrooms.create({ name });

  /** Once everything that was committed before has been told: notices come in the order of their commits. */
  async function caughtUp(by: Actor) {
    const heard = vi.fn<ChangeListener>();
    const stop = live.subscribe(by.organizationId, heard);
    await by.api.leads.create({ fullName: 'The Last' });
    await vi.waitFor(() => expect(heard.mock.calls.flat(2)).toContain('inquiries'), soon);
    stop();
  }

  it('tell a studio which tables changed, once for all of one save', async () => {
    const { owner } = await app.studio();
    const heard = vi.fn<ChangeListener>();
    await caughtUp(owner);
    const stop = live.subscribe(owner.organizationId, heard);
    await app.database.inTenant(owner, async (db) => {
      await db.insertInto('classrooms').values({ name: 'One' }).execute();
      await db.insertInto('classrooms').values({ name: 'Two' }).execute();
      await db.insertInto('danceTypes').values({ name: 'Ballet' }).execute();
    });
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), soon);
    expect(new Set(heard.mock.calls.flat(2))).toEqual(new Set(['classrooms', 'dance_types']));
    stop();
    await rename(owner, 'Three');
    await caughtUp(owner);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('say nothing to other studios, and nothing of what was rolled back', async () => {
    const { owner } = await app.studio();
    const other = await app.studio();
    const heard = vi.fn();
    const heardElsewhere = vi.fn();
    // Founding the studios is heard before.
    await caughtUp(owner);
    await caughtUp(other.owner);
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
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), soon);
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
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(['classrooms']), soon);
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
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), soon);
    await rename(owner, 'After');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(['classrooms']), soon);
  });
});
