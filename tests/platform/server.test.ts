import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database.ts';
import { asRefusal } from '#platform/refusals.ts';
import { hasPostgres, openTestDatabase } from '../support/test-database.ts';

const caller = { organizationId: randomUUID(), profileId: randomUUID() };

describe.runIf(hasPostgres)('on a PostgreSQL server', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    await database.pool
      .query(`create table scratch_counters (id int primary key, value int not null default 0);
      insert into scratch_counters values (1), (2);
      grant select, update on scratch_counters to barre_app`);
  });
  afterAll(() => database.close());

  it('runs without superuser rights', async () => {
    const { rows } =
      await sql`select rolsuper, rolbypassrls from pg_roles where rolname = current_user`.execute(
        database.db,
      );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
  });

  it('tries the loser of a deadlock once more', async () => {
    let attempts = 0;
    const bothHoldOne = rendezvous(2);
    const bump = (first: number, second: number) =>
      database.inTenant(caller, async (tx) => {
        attempts += 1;
        await sql`update scratch_counters set value = value + 1 where id = ${first}`.execute(tx);
        await bothHoldOne();
        await sql`update scratch_counters set value = value + 1 where id = ${second}`.execute(tx);
      });
    await Promise.all([bump(1, 2), bump(2, 1)]);
    expect(attempts).toBe(3);
    const { rows } = await database.pool.query('select value from scratch_counters');
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
  });

  it('ends a statement that takes too long and a transaction that does nothing', async () => {
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(database.db);
    expect(rows).toEqual([{ statement: '10s', idle: '5s' }]);
  });

  it('outlives a connection that is cut in the middle', async () => {
    const cut = database.inTenant(caller, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await sql`select pg_sleep(5)`.execute(tx);
    });
    const error = await cut.catch((reason: unknown) => reason);
    expect(asRefusal(error)).toMatchObject({
      status: 503,
      message: expect.stringMatching('Nothing was saved'),
    });
    expect(await database.readTenant(caller, () => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});

/** Lets the first `expected` callers go on together; later ones pass at once. */
function rendezvous(expected: number) {
  let arrived = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    arrived += 1;
    if (arrived >= expected) open();
    await gate;
  };
}
