import type pg from 'pg';

/** SQLSTATE's "transaction resolution unknown". */
export const OUTCOME_UNKNOWN = '08007';

/** For a transaction of which nobody can say now whether it was kept. */
export function outcomeUnknown(cause?: unknown): Error {
  return Object.assign(new Error('Whether this was saved is not known', { cause }), {
    code: OUTCOME_UNKNOWN,
  });
}

const unreplicated = new WeakSet<object>();

/**
 * A server that was told to cancel while it waited for its standby calls the transaction committed all the same, and
 * tells the rest in a notice: a failover may still lose it. Watches a connection for that.
 */
export function watchReplication(client: pg.PoolClient): void {
  client.on('notice', (notice) => {
    if (notice.routine === 'SyncRepWaitForLSN') unreplicated.add(client);
  });
}

/** Whether what this connection has just done is on one server only; asking once answers once. */
export function wasNotReplicated(client: pg.PoolClient): boolean {
  return unreplicated.delete(client);
}
