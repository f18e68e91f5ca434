import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPatientPool, openPool } from '#platform/postgres-pool.ts';
import { isUnreachable } from '#platform/refusals.ts';
import { openStrictPooler, type StrictPooler } from '#tests/support/strict-pooler.ts';
import { createDatabase, hasPostgres } from '#tests/support/test-database.ts';

// Far longer than one question takes here, however busy the machine.
const silentMs = 1500;

describe.runIf(hasPostgres)('a connection to a server', () => {
  let place: Awaited<ReturnType<typeof createDatabase>>;
  let line: StrictPooler;

  beforeAll(async () => {
    place = await createDatabase();
    line = await openStrictPooler(place.url);
  });
  afterAll(async () => {
    await line.close();
    await place.drop();
  });

  it('breaks when nothing is heard on it, and the next one serves', async () => {
    const pool = openPool(line.url, { size: 2, silentMs });
    await pool.query('select 1');
    line.silence();
    const asked = performance.now();
    const failure: unknown = await pool.query('select 1').catch((error: unknown) => error);
    expect(isUnreachable(failure)).toBe(true);
    expect(performance.now() - asked).toBeGreaterThan(silentMs - 50);
    expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
    await pool.end();
  });

  it('may be ended by the server while nobody uses it', async () => {
    const [pool, other] = [openPool(place.url, { size: 1 }), openPool(place.url, { size: 1 })];
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await vi.waitFor(() => expect(pool.totalCount).toBe(0));
    expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
    await Promise.all([pool.end(), other.end()]);
  });

  it('is kept for as long as it is used', async () => {
    const pool = openPool(line.url, { size: 1, silentMs });
    const client = await pool.connect();
    for (let waited = 0; waited < 2 * silentMs; waited += 250) await client.query('select pg_sleep(0.25)');
    client.release();
    expect(pool.totalCount).toBe(1);
    await pool.end();
  });

  it('is kept when only this process was held up, and the answer has come meanwhile', async () => {
    const pool = openPool(place.url, { size: 1, silentMs });
    await pool.query('select 1');
    const answer = pool.query('select 2 as two from pg_sleep(0.3)');
    // It is out on the line before everything here stands still.
    await wait(50);
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * silentMs);
    expect((await answer).rows).toEqual([{ two: 2 }]);
    await pool.end();
  });
});

const openSockets = '/proc/self/net/tcp';

it.runIf(existsSync(openSockets))(
  'long work asks now and then whether the server is still there',
  async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const pool = openPatientPool(`postgres://barre@127.0.0.1:${port}/barre`);
    const waiting = pool.query('select 1').catch(() => {});
    const [accepted]: Socket[] = await once(server, 'connection');
    await expect.poll(() => secondsToProbe(port)).toBeLessThanOrEqual(60);
    accepted?.destroy();
    await waiting;
    await pool.end();
    server.close();
  },
);

/** In how many seconds the kernel asks the other end of a silent connection to this port; without an end if it does not. */
function secondsToProbe(port: number): number {
  const there = `:${port.toString(16).toUpperCase().padStart(4, '0')} 01 `;
  const line = readFileSync(openSockets, 'utf8')
    .split('\n')
    .find((each) => each.includes(there));
  const [timer, ticks] = line?.trim().split(/\s+/)[5]?.split(':') ?? [];
  return timer === '02' ? Number.parseInt(ticks ?? '', 16) / 100 : Infinity;
}
