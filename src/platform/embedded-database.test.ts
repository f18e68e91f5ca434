import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { analyzeGrown, openEmbedded, takeCare, type EmbeddedDatabase } from '#platform/embedded-database.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openEmbedded({});
});
afterAll(() => database.close());
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;

it('tidies up soon after the start, as a laptop may not be on for long, then now and again', async () => {
  const query = vi.fn<(command: string) => Promise<{ rows: [] }>>().mockResolvedValue({ rows: [] });
  const stop = takeCare({ query } as unknown as pg.Pool);
  const tidied = () => query.mock.calls.filter(([command]) => command === 'vacuum (analyze)').length;
  await vi.advanceTimersByTimeAsync(minute);
  expect(tidied()).toBe(0);
  await vi.advanceTimersByTimeAsync(9 * minute);
  expect(tidied()).toBe(1);
  await vi.advanceTimersByTimeAsync(6 * 60 * minute);
  expect(tidied()).toBe(2);
  stop();
  query.mockClear();
  await vi.advanceTimersByTimeAsync(24 * 60 * minute);
  expect(query).not.toHaveBeenCalled();
});

it('knows soon how much came into a table, and leaves the others alone', async () => {
  vi.useRealTimers();
  const { pool } = database;
  await pool.query('create table grown (n int); create table same (n int); insert into same values (1)');
  const counted = async () => {
    await analyzeGrown(pool);
    const found = await pool.query(
      `select relname, reltuples from pg_class where relname in ('grown', 'same') order by relname`,
    );
    return found.rows.map(({ reltuples }) => reltuples as number);
  };
  expect(await counted()).toEqual([-1, -1]);
  await pool.query('insert into grown select generate_series(1, 1000)');
  expect(await counted()).toEqual([1000, -1]);
});

it('says nothing of a transaction that left no time to tidy up, but of all else that kept it from it', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const held = await database.pool.connect();
  const stop = takeCare(database.pool);
  // Half a minute more, so that nothing waits still.
  await vi.advanceTimersByTimeAsync(10.5 * minute);
  stop();
  held.release();
  expect(said).not.toHaveBeenCalled();
  const stopOther = takeCare({ query: () => Promise.reject(new Error('broken')) });
  await vi.advanceTimersByTimeAsync(minute);
  stopOther();
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
});
