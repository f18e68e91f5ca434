import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, PostgresDriver, type DatabaseConnection, type TransactionSettings } from 'kysely';

/** Who acts: every row a transaction may touch follows from these two. */
export type TenantScope = { organizationId: string; profileId: string };

/** Narrows the current transaction; what it sets ends with the transaction. */
export const SCOPE_SQL = `select set_config('role', 'barre_app', true), set_config('app.organization_id', $1, true), set_config('app.profile_id', $2, true)`;

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

export class TenantDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const current = scoping.getStore();
    if (!current) return super.beginTransaction(connection, settings);
    const { organizationId, profileId } = current.scope;
    // Not awaited: both leave with the first statement of the transaction, which spares two round trips.
    // If one fails the transaction is aborted, so nothing after it runs without its scope.
    for (const query of [
      CompiledQuery.raw('begin'),
      CompiledQuery.raw(SCOPE_SQL, [organizationId, profileId]),
    ])
      connection.executeQuery(query).catch((error: unknown) => {
        current.failure ??= error instanceof Error ? error : new Error(String(error));
      });
  }
}
