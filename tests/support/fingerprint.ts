import type pg from 'pg';
import type { Database } from '#platform/database.ts';

export type Fingerprint = {
  /** By table: how many rows, and a sum over all of them. */
  rows: Record<string, { count: number; sum: string | null }>;
  sequences: unknown[];
  schema: unknown;
};

/** What is in a database, in every table of every schema, whatever row-level security hides; the same on both engines. */
export async function fingerprint({ pool }: Database): Promise<Fingerprint> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'`);
    return await look(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function look(client: pg.PoolClient): Promise<Fingerprint> {
  const tables = await client.query<{ name: string }>(`select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p', 'm') and ${isOurs('c.relnamespace')} order by 1`);
  const schema = await Promise.all(facts.map(async (fact) => (await client.query(fact)).rows));
  const rows: Fingerprint['rows'] = {};
  for (const { name } of tables.rows) {
    // Undone with the transaction: its owner too is shown no rows otherwise.
    await client.query(`alter table ${name} no force row level security`);
    const sums =
      await client.query(`select count(*)::int as count, md5(string_agg(sum, '' order by sum)) as sum
      from (select md5(whole::text) as sum from ${name} whole) sums`);
    rows[name] = sums.rows[0];
  }
  const sequences = await client.query(
    `select schemaname, sequencename, last_value from pg_sequences order by 1, 2`,
  );
  return { rows, sequences: sequences.rows, schema };
}

/** Everything but the rows: how columns, keys, checks, indexes, triggers, policies, functions and grants stand. */
const facts = [
  `select c.oid::regclass::text as name, relrowsecurity, relforcerowsecurity from pg_class c
    where relkind = 'r' and ${isOurs('relnamespace')} order by 1`,
  `select attrelid::regclass::text as name, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity
    from pg_attribute a join pg_class c on c.oid = attrelid
    where attnum > 0 and not attisdropped and relkind = 'r' and ${isOurs('relnamespace')} order by 1, attnum`,
  // Newer servers keep "not null" as a constraint as well; the columns have told that.
  `select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as rule, convalidated from pg_constraint
    where contype <> 'n' and conrelid <> 0 and ${isOurs('connamespace')} order by 1, 2`,
  `select tablename, indexname, indexdef from pg_indexes where schemaname in ('public', 'auth') order by 1, 2`,
  `select tgrelid::regclass::text as name, tgname, tgenabled, pg_get_triggerdef(t.oid) as rule from pg_trigger t
    where not tgisinternal order by 1, 2`,
  `select schemaname, tablename, policyname, roles::text, cmd, qual, with_check from pg_policies order by 1, 2, 3`,
  `select p.oid::regprocedure::text as name, md5(prosrc) as body, prosecdef from pg_proc p
    where ${isOurs('pronamespace')} and not exists (select from pg_depend where objid = p.oid and deptype in ('e', 'i')) order by 1`,
  `select c.oid::regclass::text as name, attname, grantee::regrole::text as role, privilege_type
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attacl is not null
    cross join aclexplode(coalesce(a.attacl, c.relacl)) g
    where ${isOurs('relnamespace')} and grantee <> relowner order by 1, 2, 3, 4`,
];

function isOurs(namespace: string) {
  return `${namespace} in (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')`;
}
