import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { outcomeUnknown, wasNotReplicated } from '#platform/outcome.ts';

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

/**
 * Whether a connection is of no more use after this error: it broke, or what it has prepared is no longer good, or
 * it leads to a server that is no longer the one to write to.
 */
export function spoilsConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return error.severity === 'FATAL' || isStalePlan(error) || error.code === READ_ONLY;
}

const READ_ONLY = '25006';
const CANNOT_CONNECT_NOW = '57P03';

/** How a statement is handed to the server. */
type Naming = (text: string) => { text: string; name?: string };

/** A statement without a name, for a pooler: nothing prepared would be there the next time. */
export const unnamed: Naming = (text) => ({ text });

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

/** The pool as Kysely sees it: statements with values are prepared, under the names `naming` gives. */
export function preparingPool(pool: pg.Pool, naming: Naming): PostgresPool {
  const preparing = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = preparing.get(client) ?? preparingClient(client, naming);
      preparing.set(client, known);
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function preparingClient(client: pg.PoolClient, naming: Naming): PostgresPoolClient {
  let isSpoilt = false;
  async function send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    // Without values it may be several statements, which only go as they are.
    const asked = values.length === 0 ? { text } : { ...naming(text), values: [...values] };
    const result = await ask(client, asked).catch((error: unknown) => {
      isSpoilt ||= spoilsConnection(error);
      // Nothing was done, and outside a transaction nothing else is undone by it: by nothing prepared, then.
      if (isStalePlan(error) && client.getTransactionStatus() === 'I')
        return ask(client, { text, values: [...values] });
      throw errorCode(error) === READ_ONLY ? noLongerPrimary(error) : error;
    });
    if (wasNotReplicated(client)) throw outcomeUnknown();
    return result;
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Answers are read whole, not by a cursor');
    return send(text, values);
  }
  return { query, release: (isBroken = false) => client.release(isBroken || isSpoilt) };
}

// Not by the promise the driver offers: for it a function is put into a field where it is written, which V8 keeps for
// a full collection, and with it all that a request has made.
function ask(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(query, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
  });
}

/** Only a standby refuses to write outside `readTenant`: this connection led to a server that was taken out of office. */
function noLongerPrimary(cause: unknown): Error {
  return Object.assign(new Error('This server only reads', { cause }), { code: CANNOT_CONNECT_NOW });
}

/** The code an error carries, SQLSTATE or the system's own: `23505`, `ENOENT`. Empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
