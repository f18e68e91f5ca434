import { expect, it } from 'vitest';
import { useTestApp } from '#tests/support/test-app.ts';

// The server may run as a login in this role: what it can do to the database is this list and no more. Another table or
// function of the accounts needs its grant, and its line here.

const app = useTestApp();

const everything = 'DELETE INSERT SELECT UPDATE';
const granted = {
  'auth.account': everything,
  'auth.invitation': 'SELECT',
  'auth.membership': 'SELECT',
  'auth.rate_limit': everything,
  'auth.session': everything,
  'auth.team_two_step': 'DELETE INSERT SELECT',
  'auth.turns': everything,
  'auth.two_step': everything,
  'auth.user': everything,
  'auth.verification': everything,
  kysely_migration: 'SELECT',
  'auth.find_caller(text)': 'EXECUTE',
  'auth.free_address(text,uuid)': 'EXECUTE',
  'auth.is_whole(auth.session)': 'EXECUTE',
  'schema auth': 'USAGE',
  'schema public': 'USAGE',
};

it('has the rights that are listed here and no other', async () => {
  const { rows } = await app.database.pool.query<{ thing: string; rights: string }>(`
    select thing, string_agg(privilege_type, ' ' order by privilege_type) as rights from (
      select replace(oid::regclass::text, '"', '') as thing, relacl as acl from pg_class
      union all select attrelid::regclass || '.' || attname, attacl from pg_attribute
      union all select oid::regprocedure::text, proacl from pg_proc
      union all select 'schema ' || nspname, nspacl from pg_namespace
      union all select 'database', datacl from pg_database where datname = current_database()
      union all select typname, typacl from pg_type
      union all select 'default ' || defaclobjtype::text, defaclacl from pg_default_acl
    ) things cross join aclexplode(acl) where grantee = 'barre_server'::regrole group by thing`);
  expect(Object.fromEntries(rows.map(({ thing, rights }) => [thing, rights]))).toEqual(granted);
});

it('knows every table of the accounts', async () => {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select 'auth.' || relname as name from pg_class where relnamespace = 'auth'::regnamespace and relkind in ('r', 'v', 'm', 'p')`,
  );
  expect(rows.map(({ name }) => name).filter((name) => !(name in granted))).toEqual([]);
});

it('is nobody special, owns nothing and becomes nobody but whom requests run as, when it says so', async () => {
  const { rows } = await app.database.pool.query(`select
    rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolcanlogin or rolinherit as "isSpecial",
    array(select deptype::text from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned,
    array(select m.rolname::text from pg_roles m where m.oid <> r.oid and pg_has_role(r.oid, m.oid, 'member')) as becomes,
    array(select m.rolname::text from pg_roles m where m.oid <> r.oid and pg_has_role(r.oid, m.oid, 'usage')) as inherits
    from pg_roles r where rolname = 'barre_server'`);
  expect(rows).toEqual([{ isSpecial: false, owned: [], becomes: ['barre_app'], inherits: [] }]);
});

it('finds nothing that everybody may make or change', async () => {
  const { rows } = await app.database.pool.query(`
    select nspname as thing from pg_namespace where has_schema_privilege('barre_server', oid, 'create')
    union all select 'database' where has_database_privilege('barre_server', current_database(), 'create')
    union all select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')
      and relname not like 'kysely%' and (has_table_privilege('barre_server', oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege('barre_server', oid, 'select, insert, update, references'))`);
  expect(rows).toEqual([]);
});
