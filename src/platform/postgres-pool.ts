import { Socket } from 'node:net';
import pg from 'pg';
import { POOL_SIZE } from '#platform/config.ts';

/** After so long a statement is ended. */
export const STATEMENT_MS = 10_000;

/** After so long a transaction that nobody goes on with: whoever froze in one keeps others from what it has locked. */
export const IDLE_MS = 5_000;

type PoolOptions = {
  size: number | undefined;
  /** The server is a pooler that hands out connections by the transaction. */
  isPooled?: boolean;
  connectMs?: number;
  silentMs?: number;
};

/** Connections to a PostgreSQL server that give up in time: a request must be answered, even with a refusal. */
export function openPool(
  url: string,
  { size = POOL_SIZE, isPooled = false, connectMs = 5_000, silentMs = STATEMENT_MS + 2_000 }: PoolOptions,
): pg.Pool {
  const pool = outliving({
    connectionString: url,
    max: size,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    // A pooler refuses settings of a connection it shares out: there each transaction brings its own.
    ...(isPooled ? {} : connectionSettings),
    stream: () => openSocket(silentMs),
  });
  // PgBouncer keeps this one for each of its clients. Where it can not be sent, neither can what follows it.
  if (isPooled) pool.on('connect', (client) => void client.query('set datestyle = ISO').catch(() => {}));
  return pool;
}

/** A pool that outlives its connections: what is asked of one that breaks rejects, and the process goes on. */
export function outliving(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  // Without listeners the process would end, whether somebody holds the connection or nobody.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

// The server cannot tell us when it is frozen or cut off, so the client measures for how long nothing came or went. A
// connection that nobody uses is closed sooner.
function openSocket(silentMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silentMs, () => {
    const { bytesRead } = socket;
    // Where this process itself was held up, its timers come before what has arrived meanwhile: that is read first.
    setImmediate(() => {
      if (socket.bytesRead === bytesRead)
        socket.destroy(Object.assign(new Error('The database is silent'), { code: 'ETIMEDOUT' }));
    });
  });
}

const connectionSettings = {
  // Compiling a query takes longer than any of ours, and the server decides for it by a guess at the cost. Its zone and
  // the way it writes days are those of the machine it was set up on; days here are a studio's.
  options: '-c jit=off -c timezone=UTC -c datestyle=ISO',
  statement_timeout: STATEMENT_MS,
  idle_in_transaction_session_timeout: IDLE_MS,
};

/**
 * One connection for long work such as a migration, with none of those limits, not even those of its role.
 * @param lockWaitMs how long it waits for what others hold; without end when it is 0
 */
export function openPatientPool(url: string, { lockWaitMs = 0 } = {}): pg.Pool {
  return outliving({
    connectionString: url,
    max: 1,
    pipeline: true,
    // However long an answer takes, one whose host is gone or cut off never comes, and nobody says so.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    options: `-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=${lockWaitMs}`,
  });
}
