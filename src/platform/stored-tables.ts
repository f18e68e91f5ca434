import { sql, type Kysely } from 'kysely';
import type { DB } from '#platform/database-types.ts';

/** A table as the catalog has it. Names are quoted, ready to stand in a statement. */
export type StoredTable = {
  name: string;
  columns: string[];
  /** Those a row is inserted with: the database makes up the others. */
  given: string[];
  /** Tables its rows point at. */
  needs: string[];
  isForced: boolean;
};

/** Every table of ours, each after those its rows point at. */
export async function storedTables(db: Kysely<DB>): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as "isForced",
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as given,
      array(select distinct format('%I.%I', tn.nspname, t.relname) from pg_constraint k
        join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth') and c.relkind = 'r'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`.execute(db);
  return inOrder(rows);
}

/** Every sequence of ours, quoted. */
export async function storedSequences(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname in ('public', 'auth') order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Values are written and read alike by every server, however it is set up, and nothing gives up half-way. No query: the
 * first one of a transaction may choose the moment it shows.
 */
export async function settleSession(db: Kysely<DB>): Promise<void> {
  const settings = {
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    timezone: 'UTC',
    extra_float_digits: '1',
    bytea_output: 'hex',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  };
  for (const [name, value] of Object.entries(settings))
    await sql.raw(`set local ${name} = '${value}'`).execute(db);
}

function inOrder(tables: StoredTable[]): StoredTable[] {
  const ordered = new Map<string, StoredTable>();
  let waiting = tables;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every((name) => ordered.has(name)));
    if (ready.length === 0) throw new Error(`These tables point at each other: ${namesOf(waiting)}`);
    for (const table of ready) ordered.set(table.name, table);
    waiting = waiting.filter(({ name }) => !ordered.has(name));
  }
  return [...ordered.values()];
}

const namesOf = (tables: StoredTable[]) => tables.map(({ name }) => name).join(', ');
