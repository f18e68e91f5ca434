import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

const MAX_STATEMENTS = 500;
// Longer ones are written for their number of rows, and hardly twice.
const MAX_LENGTH = 10_000;
const statementNames = new Map<string, string>();

// A schema change or a pooler may invalidate what a connection has prepared; a fresh connection has nothing prepared.
const STALE_PLAN = new Set(['0A000', '26000']);

/** Whether a connection has prepared what is no longer good: the same work may succeed on another one. */
export function isStalePlan(error: unknown): boolean {
  return STALE_PLAN.has(errorCode(error));
}

/** A statement under a name of its own, so that each connection parses and plans it once. */
export function named(text: string): { text: string; name?: string } {
  const known = statementNames.get(text);
  if (known) return { name: known, text };
  // Texts differ without bound where lists are spelled out, so only the first few hundred are kept prepared.
  if (statementNames.size >= MAX_STATEMENTS || text.length > MAX_LENGTH) return { text };
  const name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  statementNames.set(text, name);
  return { name, text };
}

/** The pool as Kysely sees it: statements with values are prepared. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const preparing = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = preparing.get(client) ?? preparingClient(client);
      preparing.set(client, known);
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let isStale = false;
  async function send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    // Without values it may be several statements, which only go as they are.
    if (values.length === 0) return await client.query(text);
    return await client.query({ ...named(text), values: [...values] }).catch((error: unknown) => {
      isStale ||= isStalePlan(error);
      throw error;
    });
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Answers are read whole, not by a cursor');
    return send(text, values);
  }
  return { query, release: (isBroken = false) => client.release(isBroken || isStale) };
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
