import type { DatabaseConnection } from 'kysely';
import type pg from 'pg';
import { openPool } from '#platform/postgres-pool.ts';
import { errorCode } from '#platform/prepared.ts';
import type { TenantScope } from '#platform/tenant-driver.ts';
import { readOn } from '#platform/tenant-read.ts';

/** A copy of the database that may be behind. */
export type Replica = {
  /** What `read` gave on a connection that sees all that was committed before; null where there is none in time. */
  attempt<R>(scope: TenantScope, read: (connection: DatabaseConnection) => Promise<R>): Promise<R | null>;
  close(): Promise<void>;
};

// A copy that is well replays within milliseconds; longer than this the primary has answered itself.
const catchUpMs = 300;
const askAgainMs = 10;
const answerMs = 1_000;
/** How long a copy that failed or was late is left alone. */
const avoidMs = 1_000;
const STATEMENT_TIMEOUT = '57014';

/**
 * Reads from `url` what `primary` had committed when it was asked. So nothing is ever too old, and people see what
 * they have just saved whichever process saved it, for the price of asking the primary where it is.
 */
export function openReplica(url: string, primary: pg.Pool, size: number | undefined): Replica {
  const pool = openPool(url, { size, connectMs: answerMs });
  let avoidedUntil = 0;
  return {
    async attempt(scope, read) {
      if (performance.now() < avoidedUntil) return null;
      const { rows } = await primary.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn');
      try {
        const client = await connectAt(pool, rows[0]?.lsn ?? null);
        if (client) return await read(connectionFor(client, scope));
      } catch (error) {
        // What takes too long here does so there as well.
        if (errorCode(error) === STATEMENT_TIMEOUT) throw error;
      }
      avoidedUntil = performance.now() + avoidMs;
      return null;
    },
    close: () => pool.end(),
  };
}

/** A connection to a copy that has replayed up to `lsn`; null when that takes too long. */
async function connectAt(pool: pg.Pool, lsn: string | null): Promise<pg.PoolClient | null> {
  const client = await pool.connect();
  try {
    for (const until = performance.now() + catchUpMs; performance.now() < until;) {
      if (await hasReplayed(client, lsn)) return client;
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
  return null;
}

async function hasReplayed(client: pg.PoolClient, lsn: string | null): Promise<boolean> {
  const asked = {
    name: 'has_replayed',
    // No copy, or no longer one, has replayed nothing: null.
    text: 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as it_has',
    values: [lsn],
    query_timeout: answerMs,
  };
  const { rows } = await client.query<{ it_has: boolean | null }>(asked);
  return rows[0]?.it_has ?? false;
}

function connectionFor(client: pg.PoolClient, scope: TenantScope): DatabaseConnection {
  return {
    executeQuery: (query) => readOn(client, scope, query),
    streamQuery() {
      throw new Error('A report is answered whole, not streamed');
    },
  };
}
