import pg from 'pg';

const STATEMENT_MS = 10_000;

/** Connections to a PostgreSQL server that give up in time: a request must be answered, even with a refusal. */
export function openPool(url: string, size = 10): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: size,
    pipeline: true,
    keepAlive: true,
    // Compiling a query takes longer than any of ours, and the server decides for it by a guess at the cost.
    options: '-c jit=off',
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    // The server cannot tell us when it is frozen or cut off, so the client counts too.
    query_timeout: STATEMENT_MS + 2_000,
  });
}

/** One connection for long work such as a migration, with none of those limits. */
export function openPatientPool(pool: pg.Pool): pg.Pool {
  const { connectionString } = pool.options;
  return new pg.Pool({
    ...(connectionString === undefined ? {} : { connectionString }),
    max: 1,
    pipeline: true,
  });
}
