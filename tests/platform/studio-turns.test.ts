import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShares, openStudioTurns, type StudioTurns } from '#platform/studio-turns.ts';

const max = 10;
let turns: StudioTurns;
let underWay: Record<string, number>;
let begun: string[];
let ends: Record<string, (() => void)[]>;

beforeEach(() => {
  const pool = { options: { max, connectionTimeoutMillis: 5_000 } } as pg.Pool;
  turns = openStudioTurns(pool, { most: max, least: 2 }, openShares(pool));
  [underWay, begun, ends] = [{}, [], {}];
});

/** Work that lasts until `end` is called for its studio. */
function ask(studio: string): Promise<void> {
  return turns.run(studio, async () => {
    begun.push(studio);
    underWay[studio] = (underWay[studio] ?? 0) + 1;
    await new Promise<void>((resolve) => (ends[studio] ??= []).push(resolve));
    underWay[studio] -= 1;
  });
}

async function end(studio: string): Promise<void> {
  ends[studio]?.shift()?.();
  await settled();
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const others = (count: number) => Array.from({ length: count }, (_, nth) => `other ${nth}`);

/** Studios that ask for something small and have it already. */
async function askBriefly(studios: string[]): Promise<void> {
  await Promise.all(studios.map((studio) => turns.run(studio, () => Promise.resolve())));
}

it('gives one studio everything while nobody else asks', async () => {
  for (let nth = 0; nth < 12; nth++) void ask('loud');
  await settled();
  expect(underWay).toEqual({ loud: max });
});

it.each([
  [1, 5],
  [3, 3],
  [9, 2],
  [200, 2],
])('gives one beside %i others no more than %i at once, whatever is free', async (count, share) => {
  await askBriefly(others(count));
  for (let nth = 0; nth < 30; nth++) void ask('loud');
  await settled();
  expect(underWay).toEqual({ loud: share });
  // And goes on with the next as each is done.
  for (let nth = 0; nth < 30; nth++) {
    expect(underWay['loud']).toBe(Math.min(share, 30 - nth));
    await end('loud');
  }
  expect(underWay).toEqual({ loud: 0 });
});

it('lets who has fewest go first, and two who both wait go by turns', async () => {
  for (let nth = 0; nth < max; nth++) void ask('loud');
  await settled();
  for (let nth = 0; nth < 4; nth++) void ask('loud');
  for (let nth = 0; nth < 2; nth++) void ask('quiet');
  for (let nth = 0; nth < 4; nth++) await end('loud');
  expect(begun.slice(max, max + 2)).toEqual(['quiet', 'quiet']);
});

it('sends away what is too much of one studio, and only beside others', async () => {
  const alone = Array.from({ length: 100 }, () => ask('loud'));
  await settled();
  await askBriefly([]);
  const beside = ask('quiet');
  await expect(ask('loud')).rejects.toMatchObject({
    status: 503,
    message: 'Your studio asks for too much at once right now. Nothing was saved; try again in a moment.',
  });
  // The others are not sent away.
  for (let nth = 0; nth < 100; nth++) await end('loud');
  await Promise.all(alone);
  await end('quiet');
  await beside;
});

describe('beside 199 others', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    await askBriefly(others(199));
  });
  afterEach(() => void vi.useRealTimers());

  async function have(studio: string, { ms, inTurns }: { ms: number; inTurns: number }): Promise<void> {
    for (let nth = 0; nth < inTurns; nth++) {
      void ask(studio);
      await settled();
      vi.advanceTimersByTime(ms / inTurns);
      await end(studio);
    }
  }

  it('lets who has had far more than its part go on when nobody is at work', async () => {
    await have('loud', { ms: 224, inTurns: 32 });
    void ask('other 1');
    void ask('loud');
    void ask('other 2');
    await settled();
    expect(underWay).toMatchObject({ loud: 0, 'other 1': 1, 'other 2': 1 });
    await end('other 1');
    expect(underWay['loud']).toBe(0);
    await end('other 2');
    expect(underWay['loud']).toBe(1);
    // One at a time, so that whoever comes finds a processor.
    expect(turns.isFree('loud')).toBe(false);
    expect(turns.isFree('other 1')).toBe(true);
    await end('loud');
    expect(turns.isFree('loud')).toBe(true);
  });

  it('gives it its part again after a second or two, however busy the others are', async () => {
    await have('loud', { ms: 224, inTurns: 32 });
    void ask('other 1');
    void ask('other 1');
    void ask('loud');
    await settled();
    vi.advanceTimersByTime(900);
    await end('other 1');
    expect(underWay['loud']).toBe(0);
    vi.advanceTimersByTime(1_001);
    void ask('other 2');
    await settled();
    await end('other 1');
    expect(underWay).toMatchObject({ loud: 1, 'other 2': 1 });
  });

  it('gives it its part again though no turn of others ends', async () => {
    await have('loud', { ms: 224, inTurns: 32 });
    void ask('long');
    void ask('loud');
    await settled();
    expect(underWay).toMatchObject({ long: 1, loud: 0 });
    vi.advanceTimersByTime(2_100);
    await settled();
    expect(underWay).toMatchObject({ long: 1, loud: 1 });
  });

  it('lets nobody wait who has had little, or little more than its part', async () => {
    await have('long', { ms: 310, inTurns: 31 });
    await have('often', { ms: 160, inTurns: 40 });
    void ask('other 1');
    await settled();
    expect(['long', 'often', 'other 1'].filter((studio) => !turns.isFree(studio))).toEqual([]);
  });
});

it('gives a turn back that ended badly', async () => {
  for (let nth = 0; nth < 3 * max; nth++)
    await expect(turns.run('loud', () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  expect(turns.isFree('loud')).toBe(true);
});
