import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCode } from '#platform/prepared.ts';
import { makeEverything } from '#tests/support/everything.ts';
import { useTestApp, type Studio } from '#tests/support/test-app.ts';

const NOT_ALLOWED = '42501';

// Somebody has taken the server's process over and has its login, with every statement they like. In a run on PostgreSQL
// all that tests ask through `db` and `inTenant` goes by such a login.
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('SQL by the login of the server', () => {
  const app = useTestApp();
  let alice: Studio;
  let tables: string[];
  beforeAll(async () => {
    alice = await app.studio();
    await makeEverything(app, alice.owner);
    const { rows } = await app.database.pool.query<{ name: string }>(`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
        and relname not like 'kysely%' order by 1`);
    tables = rows.map(({ name }) => name);
  });

  /** How the last of some statements ended: by how many rows or by which refusal. Nothing of them stays. */
  async function tried(...statements: string[]): Promise<number | string> {
    const undone = new Error('undone');
    let outcome: number | string = '';
    const run = app.database.db.transaction().execute(async (tx) => {
      for (const statement of statements) outcome = (await sql.raw(statement).execute(tx)).rows.length;
      throw undone;
    });
    return await run.catch((error: unknown) => (error === undone ? outcome : errorCode(error)));
  }

  it('is that of nobody special', async () => {
    const { rows } = await sql`select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as is_special,
      pg_has_role('barre_server', 'usage') as serves, array(select relname::text from pg_class where relowner = r.oid) as owned
      from pg_roles r where rolname = current_user`.execute(app.database.db);
    expect(rows).toEqual([{ isSpecial: false, serves: true, owned: [] }]);
  });

  it('reads no table of a studio as itself, and nothing of one as requests do while it names no studio', async () => {
    expect(tables.length).toBeGreaterThan(15);
    for (const name of tables) {
      expect([name, await tried(`select from ${name} limit 1`)]).toEqual([name, NOT_ALLOWED]);
      const asRequest = await tried('set local role barre_app', `select from ${name} limit 1`);
      expect([name, [0, NOT_ALLOWED].includes(asRequest)]).toEqual([name, true]);
      const past = await tried(
        'set local row_security = off',
        'set local role barre_app',
        `select from ${name}`,
      );
      expect([name, past]).toEqual([name, NOT_ALLOWED]);
    }
  });

  it.each([
    'insert into audit_log (organization_id) select id from organizations',
    `update audit_log set profile_id = null`,
    'delete from audit_log',
    'truncate audit_log',
    `select setval('audit_log_id_seq', 1)`,
  ])('leaves the history alone, for any studio: %s', async (statement) => {
    const studio = `set local app.organization_id = '${alice.owner.organizationId}'`;
    expect(await tried(studio, statement)).toBe(NOT_ALLOWED);
    expect(await tried(studio, 'set local role barre_app', statement)).toBe(NOT_ALLOWED);
  });

  it.each([
    'create table loot (id int)',
    'create schema loot',
    'create extension pgcrypto',
    'create role loot',
    'create event trigger loot on ddl_command_start execute function write_audit()',
    'create or replace function current_organization_id() returns uuid language sql as $$ select null::uuid $$',
    'drop table profiles',
    'drop schema auth cascade',
    'alter table profiles disable row level security',
    'alter table profiles no force row level security',
    'alter table profiles disable trigger audit',
    'alter table profiles owner to current_user',
    'alter table auth.user disable trigger join_studio',
    'alter function auth.find_caller(text) security invoker',
    'create policy open on profiles using (true)',
    'alter policy own_studio on profiles using (true)',
    'drop policy own_studio on profiles',
    "call protect_by_studio('profiles')",
    "call open_to_backup('profiles')",
    'truncate auth.session',
    'insert into auth.membership select * from auth.membership',
    'update auth.membership set profile_id = profile_id',
    'delete from auth.membership',
    'delete from auth.invitation',
    'delete from kysely_migration',
    'grant barre_backup to current_user',
    'alter role current_user bypassrls',
    'alter role barre_server createrole',
    'set local session_replication_role = replica',
    'set local role barre_backup',
    'set local role pg_read_all_data',
    "copy (select 1) to program 'true'",
    `select pg_read_file('postgresql.conf')`,
  ])('is refused %s', async (statement) => {
    expect(await tried(statement)).toBe(NOT_ALLOWED);
    expect(await tried('set local role barre_app', statement)).toBe(NOT_ALLOWED);
  });

  it('never becomes the owner', async () => {
    const { rows } = await app.database.pool.query<{ owner: string }>('select current_user as owner');
    expect(await tried(`set local role "${rows[0]?.owner}"`)).toBe(NOT_ALLOWED);
    expect(await tried(`set local session authorization "${rows[0]?.owner}"`)).toBe(NOT_ALLOWED);
  });
});
