import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
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

it('gives a turn back that ended badly', async () => {
  for (let nth = 0; nth < 3 * max; nth++)
    await expect(turns.run('loud', () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  expect(turns.isFree('loud')).toBe(true);
});
