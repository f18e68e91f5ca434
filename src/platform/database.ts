import {
  CamelCasePlugin,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type RawBuilder,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import type { DB } from '#platform/database-types.ts';
import { openEmbedded, type EmbeddedOptions } from '#platform/embedded-database.ts';
import { openPool } from '#platform/postgres-pool.ts';
import { errorCode, isStalePlan, preparingPool } from '#platform/prepared.ts';
import { TenantDriver, withScope, type TenantScope } from '#platform/tenant-driver.ts';
import { readConnection } from '#platform/tenant-read.ts';
import { registerValueParsers } from '#platform/value-parsers.ts';

export type { TenantScope };
export type Tx = Transaction<DB>;
export type Engine = 'embedded' | 'postgres';

export type Database = {
  /** For migrations and accounts only: it acts as the owner and sees every studio. */
  db: Kysely<DB>;
  pool: pg.Pool;
  engine: Engine;
  /** One transaction acting for `caller`. May run `work` twice after a deadlock: effects elsewhere come after it. */
  inTenant<T>(caller: TenantScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement that only reads, acting for `caller`, in one round trip. */
  readTenant<R>(caller: TenantScope, query: (db: Kysely<DB>) => Compilable<R> | RawBuilder<R>): Promise<R[]>;
  close(): Promise<void>;
};

export type DatabaseOptions = EmbeddedOptions & {
  /** A PostgreSQL server; without it the embedded engine runs. */
  url?: string | undefined;
  poolSize?: number | undefined;
};

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const RETRY_AFTER_MS = 30;

/** Opens PostgreSQL at `url`, or the embedded engine on `dataDir`, or in memory when neither is given. */
export async function openDatabase({ url, poolSize, ...embedded }: DatabaseOptions): Promise<Database> {
  if (url === undefined) {
    const { pool, close } = await openEmbedded(embedded);
    return databaseOver('embedded', pool, close);
  }
  const pool = openPool(url, poolSize);
  return databaseOver('postgres', pool, () => pool.end());
}

export function databaseOver(engine: Engine, pool: pg.Pool, close: () => Promise<void>): Database {
  registerValueParsers();
  // A connection may break while someone holds it. Its queries reject; without a listener the process would end too.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = kyselyOver(pool);
  return {
    db,
    pool,
    engine,
    inTenant: (caller, work) => retried(() => withScope(caller, () => db.transaction().execute(work))),
    async readTenant(caller, query) {
      const connection = readConnection(pool, caller);
      const executor = db
        .getExecutor()
        .withConnectionProvider({ provideConnection: (use) => use(connection) });
      const { rows } = await executor.executeQuery(query(db).compile(db));
      return rows;
    },
    close,
  };
}

function kyselyOver(pool: pg.Pool) {
  return new Kysely<DB>({
    plugins: [new CamelCasePlugin()],
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new TenantDriver({ pool: preparingPool(pool) }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isStalePlan(error)) return await run();
    if (![DEADLOCK, SERIALIZATION_FAILURE].includes(errorCode(error))) throw error;
    // Whoever won goes first: at once, this one might take the same row back before the other has woken up.
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return await run();
  }
}
