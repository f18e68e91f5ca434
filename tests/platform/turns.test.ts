import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#platform/database.ts';
import { resetTurns, takeTurn, takeTurns } from '#platform/turns.ts';
import { hasPostgres, openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const two = { max: 2, minutes: 5 };
const many = { max: 1000, minutes: 5 };

async function counts(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ key: string; count: number }>(
    'select key, count from auth.turns',
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

it('takes one turn after the other, and none after the first that is over its limit', async () => {
  const take = () =>
    takeTurns(database, [
      { key: 'network', ...many },
      { key: 'login', ...two },
      { key: 'letter', ...many },
    ]);
  expect([await take(), await take(), await take(), await take()]).toEqual([null, null, 1, 1]);
  expect(await counts()).toMatchObject({ network: 4, login: 4, letter: 2 });
});

it('tidies up what is a day old, and begins anew what is asked for again', async () => {
  for (const key of ['old', 'older', 'young']) await takeTurn(database, key, two);
  await database.pool.query(`update auth.turns set count = 9, began_at = began_at - interval '25 hours'
    where key in ('old', 'older')`);
  expect(await takeTurn(database, 'older', two)).toBe(true);
  const left = await counts();
  expect(left).toMatchObject({ older: 1, young: 1 });
  expect(left).not.toHaveProperty('old');
});

// One that takes the same turns meanwhile has the first already, and waits for the second: neither would go on.
it.runIf(hasPostgres)('gives turns back in the order they are taken in', async () => {
  const postgres = await openTestDatabase('postgres');
  const other = await postgres.pool.connect();
  try {
    await takeTurns(postgres, [
      { key: 'network', ...many },
      { key: 'login', ...many },
    ]);
    await other.query(`begin; update auth.turns set count = count + 1 where key = 'network'`);
    const given = resetTurns(postgres, 'login', 'network');
    await expect.poll(() => isAnyWaiting(other)).toBe(true);
    const { rows } = await other.query(`select key from auth.turns where key = 'login' for update nowait`);
    expect(rows).toEqual([{ key: 'login' }]);
    await other.query('commit');
    await given;
    const { rows: left } = await other.query('select key, count from auth.turns');
    expect(left).toEqual([{ key: 'network', count: 1 }]);
  } finally {
    other.release();
    await postgres.close();
  }
});

async function isAnyWaiting(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pids: number }>(
    `select count(*)::int as pids from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`,
  );
  return (rows[0]?.pids ?? 0) > 0;
}
