import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  PostgresDriver,
  type DatabaseConnection,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely';
import { outcomeUnknown } from '#platform/outcome.ts';
import { IDLE_MS, STATEMENT_MS } from '#platform/postgres-pool.ts';
import { isUnreachable } from '#platform/refusals.ts';

/** Who acts: every row a transaction may touch follows from these two. */
export type TenantScope = { organizationId: string; profileId: string };

type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0];

/** Narrows the current transaction; what it sets ends with the transaction. */
const SCOPE_SQL = `select set_config('role', 'barre_app', true), set_config('app.organization_id', $1, true), set_config('app.profile_id', $2, true)`;

/** Through a pooler the limits of a connection and its zone are set by each transaction that is lent it. */
export const LIMITS_SQL = `set_config('statement_timeout', '${STATEMENT_MS}', true), set_config('idle_in_transaction_session_timeout', '${IDLE_MS}', true), set_config('jit', 'off', true), set_config('timezone', 'UTC', true)`;

type Scoping = { scope: TenantScope; failure: Error | undefined };

const scoping = new AsyncLocalStorage<Scoping>();

/**
 * Runs `transact` so that the transaction it starts acts for `scope`.
 * Rejects with the reason when the scope could not be set.
 */
export async function withScope<T>(scope: TenantScope, transact: () => Promise<T>): Promise<T> {
  const current: Scoping = { scope, failure: undefined };
  const result = await scoping.run(current, transact).catch((error: unknown) => {
    throw current.failure ?? error;
  });
  if (current.failure) throw current.failure;
  return result;
}

/** Begins transactions that run inside `withScope` as the role of requests, for its studio alone. */
export class TenantDriver extends PostgresDriver {
  readonly #scopeSql: string;

  constructor(pool: PostgresPool, isPooled: boolean) {
    super({ pool });
    this.#scopeSql = isPooled ? `${SCOPE_SQL}, ${LIMITS_SQL}` : SCOPE_SQL;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const current = scoping.getStore();
    if (!current) return super.beginTransaction(connection, settings);
    const { organizationId, profileId } = current.scope;
    // Not awaited: both leave with the first statement of the transaction, which spares two round trips.
    // If one fails the transaction is aborted, so nothing after it runs without its scope.
    for (const query of [
      CompiledQuery.raw('begin'),
      CompiledQuery.raw(this.#scopeSql, [organizationId, profileId]),
    ])
      connection.executeQuery(query).catch((error: unknown) => {
        current.failure ??= error instanceof Error ? error : new Error(String(error));
      });
  }

  override async commitTransaction(connection: DatabaseConnection) {
    await super.commitTransaction(connection).catch((error: unknown) => {
      throw isUnreachable(error) ? outcomeUnknown(error) : error;
    });
  }

  override async rollbackTransaction(connection: PostgresConnection) {
    // Where the connection broke there is nothing to take back, and the reason is what the work has failed with.
    await super.rollbackTransaction(connection).catch(() => {});
  }
}
