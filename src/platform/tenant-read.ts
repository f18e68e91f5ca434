import type { CompiledQuery, DatabaseConnection } from 'kysely';
import pg from 'pg';
import { named, spoilsConnection, unnamed } from '#platform/prepared.ts';
import { retried } from '#platform/retried.ts';
import { LIMITS_SQL, type TenantScope } from '#platform/tenant-driver.ts';

// The scope of a read, for it cannot be less than what TenantDriver sets. It answers no row: set_config is never null,
// so every alternative is tried. What it sets ends with the transaction, which can not write.
const READ_SCOPE = `select where set_config('role', 'barre_app', true) is null
  or set_config('app.organization_id', $1, true) is null or set_config('app.profile_id', $2, true) is null
  or set_config('transaction_read_only', 'on', true) is null`;
const READ_SCOPE_NAME = 'read_scope';
const POOLED_READ_SCOPE = `${READ_SCOPE} or concat(${LIMITS_SQL}) is null`;
const knowScope = new WeakSet<pg.PoolClient>();

/**
 * A connection for one read acting for `scope`: scope and query leave together, one round trip and one transaction.
 */
export function readConnection(pool: pg.Pool, scope: TenantScope, isPooled: boolean): DatabaseConnection {
  return {
    async executeQuery(query) {
      const read = async () => readOn(await pool.connect(), scope, query, isPooled);
      return await retried(read, pool.options.max);
    },
    streamQuery() {
      throw new Error('A tenant read is answered whole, not streamed');
    },
  };
}

/** Reads on a connection of a pool and gives it back. */
export async function readOn(
  client: pg.PoolClient,
  scope: TenantScope,
  query: CompiledQuery,
  isPooled = false,
) {
  try {
    const results = await send(client, scope, query, isPooled);
    if (!isPooled) knowScope.add(client);
    // A connection still inside a transaction must never reach the next caller.
    client.release(client.getTransactionStatus() !== 'I');
    return { rows: results.at(-1)?.rows ?? [] };
  } catch (error) {
    // Only where the database refused the query, and nothing else went wrong, is the connection known to be sound.
    client.release(spoilsConnection(error) || !(isPooled || knowScope.has(client)));
    throw error;
  }
}

/**
 * Statements sent without a sync between them share one transaction, as between begin and commit, for the price of
 * one: the scope rides in front of the query. `pg` takes the two results for those of one text with two statements.
 */
function send(
  client: pg.PoolClient,
  { organizationId, profileId }: TenantScope,
  query: CompiledQuery,
  isPooled: boolean,
) {
  const scope = isPooled
    ? { name: '', text: POOLED_READ_SCOPE }
    : { name: READ_SCOPE_NAME, text: READ_SCOPE };
  const naming = isPooled ? unnamed : named;
  return new Promise<pg.QueryResult[]>((resolve, reject) => {
    const read = new pg.Query({ ...naming(query.sql), values: [...query.parameters] }, (error, results) =>
      error ? reject(error) : resolve([results].flat()),
    );
    const submit = read.submit.bind(read);
    // Named first, for the reason `ask` has in prepared.ts.
    const submitScoped: typeof read.submit = (connection) => {
      // Corked, all of it leaves in one packet.
      connection.stream.cork();
      if (!knowScope.has(client)) connection.parse({ ...scope, types: [] }, true);
      connection.bind({ statement: scope.name, values: [organizationId, profileId] }, true);
      connection.execute({}, true);
      const problem = submit(connection);
      connection.stream.uncork();
      return problem;
    };
    read.submit = submitScoped;
    client.query(read);
  });
}
