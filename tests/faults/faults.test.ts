import { expect, it } from 'vitest';
import { killDatabase } from './killed-database.ts';
import { restoreToMoment } from './point-in-time.ts';
import { replayOnEmbedded, replayOnPostgres } from './replays.ts';

// A short slice of npm run faults, on servers of its own: each scenario with real processes on real disks.

const replays = 100;
const timeout = 600_000;
/** For the recovery, on a machine that may be busy: how quick it is, the full run says. */
const generousMs = 60_000;

it(
  'does once what is asked again because its answer was lost, on the embedded database',
  { timeout },
  async () => {
    const row = await replayOnEmbedded(replays);
    expect(row).toMatchObject({ lost: 0, doubled: 0, problems: [] });
    expect(row.acknowledged).toBe(replays * 1.2);
  },
);

it('does it once on PostgreSQL', { timeout }, async (context) => {
  const row = await replayOnPostgres(replays);
  if (!row) return context.skip('there is no PostgreSQL to start');
  expect(row).toMatchObject({ lost: 0, doubled: 0, problems: [] });
  expect(row.acknowledged).toBe(replays * 1.2);
});

it(
  'answers clearly while PostgreSQL is dead, and has lost nothing when it is back',
  { timeout },
  async (context) => {
    const row = await killDatabase(1, generousMs);
    if (!row) return context.skip('there is no PostgreSQL to start');
    expect(row).toMatchObject({ tries: 1, lost: 0, doubled: 0, problems: [] });
    expect(row.acknowledged).toBeGreaterThan(10);
  },
);

it(
  'is brought back to a moment, when its folder is gone, from a base backup and the archived log',
  { timeout },
  async (context) => {
    const row = await restoreToMoment(1, 0);
    if (!row) return context.skip('there is no PostgreSQL with pg_basebackup to start');
    expect(row).toMatchObject({ tries: 1, lost: 0, doubled: 0, problems: [] });
    expect(row.acknowledged).toBeGreaterThan(30);
  },
);
