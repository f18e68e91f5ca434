import { ConfigError, type Config } from '#platform/config.ts';
import { openDatabase, type Database } from '#platform/database.ts';
import { openPool } from '#platform/postgres-pool.ts';

/**
 * Opens the database that the settings name.
 * @throws ConfigError naming the setting that leads to none
 */
export async function openConfiguredDatabase(config: Config): Promise<Database> {
  if (!config.DATABASE_URL)
    return await openDatabase({ dataDir: `${config.DATA_DIR}/database` }).catch(unusable('DATA_DIR'));
  for (const name of ['DATABASE_URL', 'DIRECT_DATABASE_URL'] as const)
    if (config[name]) await reach(name, config[name]);
  return await openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    isPooled: config.DATABASE_POOLER === 'transaction',
    directUrl: config.DIRECT_DATABASE_URL ?? undefined,
    replicaUrl: config.REPLICA_DATABASE_URL ?? undefined,
  });
}

/**
 * Connects once: the pools would do so only when something is asked of them.
 * @throws ConfigError naming the setting that has this address
 */
export async function reach(name: string, url: string): Promise<void> {
  const pool = openPool(url, { size: 1, isPooled: true });
  // A file that the address names is read at once, and not being there is thrown at once.
  const ask = async () => await pool.query('select 1');
  await ask()
    .finally(() => pool.end())
    .catch(unusable(name));
}

/** Turns the failure to use a setting into a ConfigError that names it. */
export function unusable(name: string) {
  return (error: unknown): never => {
    throw new ConfigError(`${name} can not be used: ${reasonOf(error)}`, { cause: error });
  };
}

function reasonOf(error: unknown): string {
  // Each address of a name was tried, and none of the failures is the whole's.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
