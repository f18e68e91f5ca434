import { CompiledQuery, sql } from 'kysely';
import { BackupError, readBackup, verifyBackup, type BackupHeader } from '#platform/backup-file.ts';
import type { Database, Engine, Tx } from '#platform/database.ts';
import { mayMigrate, migrateInside, migrationNames } from '#platform/migrate.ts';
import { settleSession, storedSequences, storedTables, type StoredTable } from '#platform/stored-tables.ts';

type RestoreOptions = {
  /** Lets everything that is in the database give way. */
  replace?: boolean;
};

type Loading = StoredTable & { isDone: boolean };

const CHECKPOINT_ROWS = 50_000;
const MIGRATION_TABLES = ['public.kysely_migration', 'public.kysely_migration_lock'];

/**
 * Makes the database exactly what it was when the backup was made: its schema of that day, then its rows. The next
 * start brings the schema up to date. All in one transaction, after the file was read whole and found right.
 * @throws BackupError when the file or the database can not be used; nothing has changed then
 */
export async function restore(
  database: Database,
  file: string,
  { replace = false }: RestoreOptions = {},
): Promise<{ rows: number }> {
  const header = await verifyBackup(file);
  const last = await lastMigration(header, file);
  return await database.db.transaction().execute(async (tx) => {
    await settleSession(tx);
    await refuseOthers(tx);
    await refuseInUse(tx, database.engine);
    await clear(tx, replace);
    await migrateInside(tx, last);
    const rows = await load(tx, file, database.engine);
    await run(tx, 'analyze');
    return { rows };
  });
}

async function lastMigration({ migrations }: BackupHeader, file: string): Promise<string> {
  const known = await migrationNames();
  const unknown = migrations.find((name, index) => known[index] !== name);
  if (unknown !== undefined)
    throw new BackupError(
      `${file} was made by another version of Barre (${unknown} is unknown here): restore it with that one`,
    );
  const last = migrations.at(-1);
  if (last === undefined) throw new BackupError(`${file} holds no database`);
  return last;
}

async function refuseOthers(tx: Tx): Promise<void> {
  if (!(await mayMigrate(tx)))
    throw new BackupError(
      'The database belongs to another login: name that one in DATABASE_URL, and in DIRECT_DATABASE_URL where that is set',
    );
}

/** Whoever is connected would go on with what is no longer there. */
async function refuseInUse(tx: Tx, engine: Engine): Promise<void> {
  if (engine === 'embedded') return; // its directory is held by one process
  // Of another login's sessions PostgreSQL does not say of what kind they are; those of its own have no login.
  const { rows } = await sql<{ logins: string | null }>`
    select string_agg(distinct usename, ', ') as logins from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
      and coalesce(backend_type, 'client backend') = 'client backend'`.execute(tx);
  const logins = rows[0]?.logins;
  if (logins)
    throw new BackupError(
      `The database is in use by ${logins}: stop Barre and whatever else is connected to it first`,
    );
}

async function clear(tx: Tx, replace: boolean): Promise<void> {
  const tables = await storedTables(tx);
  if (tables.length > 0 && !tables.some(({ name }) => MIGRATION_TABLES.includes(name)))
    throw new BackupError('The database holds tables that are not Barre’s: name another one');
  // As its owner we are shown no rows either, unless we switch that off.
  for (const { name } of tables.filter((table) => table.isForced))
    await run(tx, `alter table ${name} no force row level security`);
  if (!replace) await refuseFilled(tx, tables);
  await run(tx, DROP_ALL);
}

async function refuseFilled(tx: Tx, tables: StoredTable[]): Promise<void> {
  for (const { name } of tables.filter((table) => !MIGRATION_TABLES.includes(table.name))) {
    const { rows } = await sql`select from ${sql.raw(name)} limit 1`.execute(tx);
    if (rows.length > 0)
      throw new BackupError('The database is not empty; with --replace everything in it gives way');
  }
}

async function load(tx: Tx, file: string, engine: Engine): Promise<number> {
  const tables = await storedTables(tx);
  const loading = new Map<string, Loading>(tables.map((table) => [table.name, { ...table, isDone: false }]));
  const sequences = await storedSequences(tx);
  // Rows that migrations made stand in the backup as well.
  await run(tx, `truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, isForced } of tables) {
    if (isForced) await run(tx, `alter table ${name} no force row level security`);
    await run(tx, `alter table ${name} disable trigger user`);
  }
  let insert = '';
  let total = 0;
  let checkpoints = 0;
  for await (const part of readBackup(file)) {
    if ('table' in part) insert = insertInto(begin(loading, part));
    else if ('rows' in part) total += await insertRows(tx, insert, part.rows);
    else await setSequence(tx, sequences, part);
    // The embedded engine does not shorten its log by itself, and its timer can not get in between.
    if ('rows' in part && engine === 'embedded' && Math.floor(total / CHECKPOINT_ROWS) > checkpoints) {
      await run(tx, 'checkpoint');
      checkpoints += 1;
    }
  }
  const missing = [...loading.values()].find(({ isDone }) => !isDone);
  if (missing) throw new BackupError(`The backup lacks the table ${missing.name}; nothing was restored`);
  for (const { name, isForced } of tables) {
    await run(tx, `alter table ${name} enable trigger user`);
    if (isForced) await run(tx, `alter table ${name} force row level security`);
  }
  return total;
}

function begin(loading: Map<string, Loading>, part: { table: string; columns: string[] }): Loading {
  const table = loading.get(part.table);
  if (!table || table.isDone || table.columns.join() !== part.columns.join())
    throw new BackupError(`The backup’s table ${part.table} is not the one of its version of Barre`);
  table.isDone = true;
  return table;
}

/** One statement for many rows. The fence keeps a row from being read anew for each of its columns. */
function insertInto({ name, given }: StoredTable): string {
  const values = given.map((column) => `(whole).${column}`).join(', ');
  return `insert into ${name} (${given.join(', ')}) overriding system value
    select ${values} from (select line::${name} as whole from unnest($1::text[]) line offset 0) lines`;
}

async function insertRows(tx: Tx, insert: string, lines: string[]): Promise<number> {
  const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(insert, [lines]));
  if (Number(numAffectedRows) !== lines.length) throw new Error('Rows were lost on the way');
  return lines.length;
}

async function setSequence(
  tx: Tx,
  known: string[],
  part: { sequence: string; last: string; isCalled: boolean },
) {
  if (!known.includes(part.sequence)) throw new BackupError(`The backup’s ${part.sequence} is unknown here`);
  await sql`select setval(${part.sequence}::regclass, ${part.last}::bigint, ${part.isCalled})`.execute(tx);
}

async function run(tx: Tx, statement: string): Promise<void> {
  await sql.raw(statement).execute(tx);
}

/** All that migrations make; what belongs to an extension stays, and so does the schema `public` with its grants. */
const DROP_ALL = `do $$
declare
  found record;
begin
  drop schema if exists auth cascade;
  for found in select c.oid::regclass as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') loop
    execute format('drop table %s cascade', found.name);
  end loop;
  for found in select p.oid::regprocedure as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and not exists (
        select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype in ('e', 'i')) loop
    begin
      execute format('drop routine %s cascade', found.name);
    exception when undefined_function then null; -- it went with another
    end;
  end loop;
  for found in select t.oid::regtype as name from pg_type t
      where t.typnamespace = 'public'::regnamespace and t.typtype in ('r', 'd', 'e') and not exists (
        select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e') loop
    execute format('drop type %s cascade', found.name);
  end loop;
end $$`;
