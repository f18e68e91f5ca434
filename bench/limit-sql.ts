import type pg from 'pg';
import type { Statement } from './recorder.ts';

// Words that may follow a table in a FROM clause and are not its alias.
const keywords =
  'where|join|left|right|inner|full|cross|order|group|having|limit|offset|on|using|union|except|intersect|for|lateral|set|natural';

/**
 * A statement as row-level security would have it, for those who read past it: every table it reads is narrowed to
 * the tenant in a parameter, and its rows come as one JSON text, as some of ours come already.
 */
export async function forOneTenant(admin: pg.Client, { text, values }: Statement): Promise<Statement> {
  const parameter = `$${values.length + 1}::uuid`;
  const narrowed = narrow(text, await tenantTables(admin), parameter);
  const isJson = /^select \S.*::text as body from \(/.test(text);
  return {
    text: isJson ? narrowed : `select coalesce(json_agg(t), '[]')::text as body from (${narrowed}) t`,
    values,
  };
}

/** Functions that read tables get a double in a schema of their own, narrowed to the tenant of the connection. */
export async function copyFunctions(admin: pg.Client): Promise<void> {
  const tables = await tenantTables(admin);
  const { rows } = await admin.query<{ source: string }>(`
    select pg_get_functiondef(p.oid) as source from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and p.prokind = 'f' and p.prosqlbody is null
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  await admin.query('create schema bench_limit');
  await admin.query('set search_path = bench_limit, public; set check_function_bodies = off');
  for (const { source } of rows) {
    const copied = source.replace('FUNCTION public.', 'FUNCTION bench_limit.');
    await admin.query(narrow(copied, tables, 'current_organization_id()'));
  }
  await admin.query('reset search_path; reset check_function_bodies');
}

function narrow(text: string, tables: string[], tenant: string): string {
  const names = tables.join('|');
  const reading = new RegExp(
    String.raw`\b(from|join|,)(\s+)"?(${names})"?(?:\s+(?:as\s+)?(?!(?:${keywords})\b)"?([a-z_]\w*)"?)?(?=[\s,)]|$)`,
    'gi',
  );
  return text.replace(
    reading,
    (_, before: string, blank: string, table: string, alias?: string) =>
      `${before}${blank}(select * from ${table} where ${table === 'organizations' ? 'id' : 'organization_id'} = ${tenant}) ${alias ?? table}`,
  );
}

async function tenantTables(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and (relrowsecurity or relkind = 'v')`,
  );
  return rows.map(({ name }) => name);
}
