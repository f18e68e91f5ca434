import type { CompiledQuery, DatabaseConnection } from 'kysely';
import pg from 'pg';
import { isStalePlan, named } from '#platform/prepared.ts';
import type { TenantScope } from '#platform/tenant-driver.ts';

// The scope of a read, for it cannot be less than what TenantDriver sets. It answers no row: set_config is never null,
// so every alternative is tried. What it sets ends with the transaction, which can not write.
const READ_SCOPE = `select where set_config('role', 'barre_app', true) is null
  or set_config('app.organization_id', $1, true) is null or set_config('app.profile_id', $2, true) is null
  or set_config('transaction_read_only', 'on', true) is null`;
const READ_SCOPE_NAME = 'read_scope';
const knowScope = new WeakSet<pg.PoolClient>();

/** A connection for one read acting for `scope`: scope and query leave together, one round trip and one transaction. */
export function readConnection(pool: pg.Pool, scope: TenantScope): DatabaseConnection {
  return {
    async executeQuery(query) {
      const read = async () => readOn(await pool.connect(), scope, query);
      return await read().catch((error: unknown) => {
        if (isStalePlan(error)) return read();
        throw error;
      });
    },
    streamQuery() {
      throw new Error('A tenant read is answered whole, not streamed');
    },
  };
}

async function readOn(client: pg.PoolClient, scope: TenantScope, query: CompiledQuery) {
  try {
    const results = await send(client, scope, query);
    knowScope.add(client);
    // A connection still inside a transaction must never reach the next caller.
    client.release(client.getTransactionStatus() !== 'I');
    return { rows: results.at(-1)?.rows ?? [] };
  } catch (error) {
    // Only where the database refused the query, and nothing else went wrong, is the connection known to be sound.
    const isSound = error instanceof pg.DatabaseError && !isStalePlan(error);
    client.release(!isSound || !knowScope.has(client));
    throw error;
  }
}

/**
 * Statements sent without a sync between them share one transaction, as between begin and commit, for the price of
 * one: the scope rides in front of the query. `pg` takes the two results for those of one text with two statements.
 */
function send(client: pg.PoolClient, { organizationId, profileId }: TenantScope, query: CompiledQuery) {
  return new Promise<pg.QueryResult[]>((resolve, reject) => {
    const read = new pg.Query({ ...named(query.sql), values: [...query.parameters] }, (error, results) =>
      error ? reject(error) : resolve([results].flat()),
    );
    const submit = read.submit.bind(read);
    read.submit = (connection) => {
      // Corked, all of it leaves in one packet.
      connection.stream.cork();
      if (!knowScope.has(client))
        connection.parse({ name: READ_SCOPE_NAME, text: READ_SCOPE, types: [] }, true);
      connection.bind({ statement: READ_SCOPE_NAME, values: [organizationId, profileId] }, true);
      connection.execute({}, true);
      const problem = submit(connection);
      connection.stream.uncork();
      return problem;
    };
    client.query(read);
  });
}
