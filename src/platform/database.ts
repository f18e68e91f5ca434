import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type DatabaseConnection,
  type RawBuilder,
  type Transaction,
  type UnknownRow,
} from 'kysely';
import type pg from 'pg';
import { ColumnNames } from '#platform/camel-case.ts';
import type { DB } from '#platform/database-types.ts';
import { openEmbedded, type EmbeddedOptions } from '#platform/embedded-database.ts';
import { rowsAsText } from '#platform/json-text.ts';
import { watchReplication } from '#platform/outcome.ts';
import { openPatientPool, openPool } from '#platform/postgres-pool.ts';
import { named, preparingPool, unnamed } from '#platform/prepared.ts';
import { retried } from '#platform/retried.ts';
import { openReplica, type Replica } from '#platform/replica.ts';
import { TenantDriver, withScope, type TenantScope } from '#platform/tenant-driver.ts';
import { openSharedReads } from '#platform/shared-read.ts';
import { openShares, openStudioTurns } from '#platform/studio-turns.ts';
import { readConnection } from '#platform/tenant-read.ts';
import { registerValueParsers } from '#platform/value-parsers.ts';

export type { TenantScope };
export type Tx = Transaction<DB>;
export type Engine = 'embedded' | 'postgres';

export type Read<R> = (db: Kysely<DB>) => Compilable<R> | RawBuilder<R>;

export type Database = {
  /** For accounts, migrations and backups only: it acts as the login itself, and sees every account. */
  db: Kysely<DB>;
  pool: pg.Pool;
  engine: Engine;
  /** Where a connection lasts: for migrations and for listening. Empty on the embedded engine. */
  directUrl: string;
  /** One transaction acting for `caller`. May run `work` twice after a deadlock: effects elsewhere come after it. */
  inTenant<T>(caller: TenantScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement that only reads, acting for `caller`, in one round trip. */
  readTenant<R>(caller: TenantScope, query: Read<R>): Promise<R[]>;
  /** The text one statement answers as `body`, for a studio; see shared-read.ts. Null when it answers no row. */
  readText(organizationId: string, query: RawBuilder<{ body: string }>): Promise<string | null>;
  /**
   * The rows of one statement, for a studio: like `readText`, but answered by a copy where there is one that knows all
   * that was committed before. A value arrives as JSON has it: a moment as text.
   */
  readReport<R>(organizationId: string, query: RawBuilder<R>): Promise<R[]>;
  /** How many reports each has answered. */
  reports: { primary: number; replica: number };
  close(): Promise<void>;
};

export type DatabaseOptions = EmbeddedOptions & {
  /** A PostgreSQL server; without it the embedded engine runs. */
  url?: string | undefined;
  poolSize?: number | undefined;
  /** For long work such as a backup: one connection to the server, and no statement is cut off. */
  isPatient?: boolean | undefined;
  /** `url` is a pooler that hands out connections by the transaction; `directUrl` goes past it. */
  isPooled?: boolean;
  directUrl?: string | undefined;
  replicaUrl?: string | undefined;
};

/** Opens PostgreSQL at `url`, or the embedded engine on `dataDir`, or in memory when neither is given. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, poolSize, isPatient, isPooled = false, directUrl = url, replicaUrl, ...embedded } = options;
  if (url === undefined) {
    const { pool, close } = await openEmbedded(embedded);
    return databaseOver('embedded', pool, close);
  }
  const pool = isPatient ? openPatientPool(directUrl ?? url) : openPool(url, { size: poolSize, isPooled });
  const replica = replicaUrl === undefined ? null : openReplica(replicaUrl, pool, poolSize);
  const close = async () => void (await Promise.all([pool.end(), replica?.close()]));
  return databaseOver('postgres', pool, close, { isPooled, directUrl: directUrl ?? '', replica });
}

type Ways = { isPooled: boolean; directUrl: string; replica: Replica | null };
const oneWay: Ways = { isPooled: false, directUrl: '', replica: null };

/** A database over a pool that is open already. `close` ends whatever the pool needs. */
export function databaseOver(
  engine: Engine,
  pool: pg.Pool,
  close: () => Promise<void>,
  { isPooled, directUrl, replica }: Ways = oneWay,
): Database {
  registerValueParsers();
  pool.on('connect', watchReplication);
  const db = kyselyOver(pool, isPooled);
  const shares = openShares(pool);
  const { max } = pool.options;
  // Two, since one may be an import that takes its time.
  const turns = openStudioTurns(pool, { most: max, least: 2 }, shares);
  // Half of the connections are left to others: who saves does not stand behind all who look.
  const turnsToLook = openStudioTurns(pool, { most: Math.max(1, Math.floor(max / 2)), least: 1 }, shares);
  const readShared = openSharedReads(pool, isPooled, turnsToLook);
  const reports = { primary: 0, replica: 0 };
  const readTenant: Database['readTenant'] = async (caller, query) => {
    const connection = readConnection(pool, caller, isPooled);
    return await turns.run(caller.organizationId, () => readThrough(db, connection, query));
  };
  const readText: Database['readText'] = (organizationId, query) =>
    readShared(organizationId, query.compile(db));
  return {
    db,
    pool,
    engine,
    directUrl,
    inTenant: (caller, work) =>
      turns.run(caller.organizationId, () =>
        retried(() => withScope(caller, () => db.transaction().execute(work)), max),
      ),
    readTenant,
    readText,
    async readReport<R>(organizationId: string, query: RawBuilder<R>) {
      const asText = rowsAsText(query);
      const fromReplica = await replica?.attempt({ organizationId, profileId: '' }, (connection) =>
        readThrough(db, connection, () => asText),
      );
      reports[fromReplica ? 'replica' : 'primary'] += 1;
      const text = fromReplica ? fromReplica[0]?.body : await readText(organizationId, asText);
      return columnNames.translated(JSON.parse(text ?? '[]')) as R[];
    },
    reports,
    close,
  };
}

// Straight to the connection: an executor would be made for this one statement.
async function readThrough<R>(db: Kysely<DB>, connection: DatabaseConnection, query: Read<R>): Promise<R[]> {
  const { rows } = await connection.executeQuery<UnknownRow>(query(db).compile(db));
  return columnNames.translated(rows) as R[];
}

const columnNames = new ColumnNames();

function kyselyOver(pool: pg.Pool, isPooled: boolean) {
  return new Kysely<DB>({
    plugins: [columnNames],
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new TenantDriver(preparingPool(pool, isPooled ? unnamed : named), isPooled),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
