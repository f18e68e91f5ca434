import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TenantScope } from '#platform/database.ts';
import { makeEverything } from '#tests/support/everything.ts';
import { useTestApp, type Studio } from '#tests/support/test-app.ts';

// What keeps studios apart, asked of the database itself: a table that forgets one of these fails here by name.

const app = useTestApp();

/** Rows that hold a studio's data but are no entity with an identity: derived, kept by triggers alone. */
const withoutPrimaryKey = ['occupancy'];
/** Columns only the database writes. */
const keptColumns = ['organization_id', 'version', 'changed_at', 'changed_by', 'created_by', 'logged_by'];

describe('the schema', () => {
  it('closes every table to all but its studio', async () => {
    expect(
      await rows(`select relname from ${tables} where not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([]);
    expect(
      await rows(`select relname from ${tables} where not exists (
        select from pg_policy p where p.polrelid = t.oid and p.polpermissive and p.polcmd = '*'
          and pg_get_expr(p.polqual, p.polrelid) like '%app.organization_id%'
          and pg_get_expr(p.polwithcheck, p.polrelid) like '%app.organization_id%')`),
    ).toEqual([]);
    // A second permissive policy would open what the first closes; the one there is reads for backups alone.
    expect(
      await rows(`select relname || ' ' || polname from ${tables} join pg_policy p on p.polrelid = t.oid and p.polpermissive
        where polname <> 'own_studio' and not (p.polcmd = 'r' and p.polroles = array['barre_backup'::regrole::oid]
          and pg_get_expr(p.polqual, p.polrelid) = '(CURRENT_USER = ''barre_backup''::name)')`),
    ).toEqual([]);
  });

  it('knows no table outside the studios', async () => {
    expect(
      await rows(`select relname from ${tables} where relname <> 'organizations' and not exists (
        select from pg_attribute where attrelid = t.oid and attname = 'organization_id' and attnotnull)`),
    ).toEqual([]);
  });

  it('starts every primary key with the studio', async () => {
    expect(
      await rows(`select relname from ${tables} where relname <> 'organizations' and not exists (
        select from pg_index i where i.indrelid = t.oid and i.indisprimary and ${leadsWithStudio('i')})`),
    ).toEqual(withoutPrimaryKey);
  });

  it('finds rows of one studio by an index that starts with it', async () => {
    expect(
      await rows(`select relname from ${tables} where relname <> 'organizations' and not exists (
        select from pg_index i where i.indrelid = t.oid and i.indpred is null and ${leadsWithStudio('i')})`),
    ).toEqual([]);
  });

  it('never lets a unique value of one studio refuse that of another', async () => {
    expect(
      await rows(`select i.indexrelid::regclass::text from ${tables} join pg_index i on i.indrelid = t.oid
        where (i.indisunique or i.indisexclusion) and relname <> 'organizations' and not ${leadsWithStudio('i')}`),
    ).toEqual([]);
  });

  // Key checks skip row-level security: a plain key would let one studio point at rows of another.
  it('refers to rows of the same studio only', async () => {
    expect(
      await rows(`select c.conrelid::regclass || '.' || c.conname from pg_constraint c
        join pg_class target on target.oid = c.confrelid
        where c.contype = 'f' and c.connamespace = 'public'::regnamespace and target.relname <> 'organizations'
          and not exists (select from unnest(c.conkey, c.confkey) k(own, foreign_one)
            join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own and a.attname = 'organization_id'
            join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.foreign_one and b.attname = 'organization_id')`),
    ).toEqual([]);
  });

  it('has no view that reads with more rights than its reader', async () => {
    expect(
      await rows(`select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
        and not coalesce('security_invoker=true' = any (reloptions), false)`),
    ).toEqual([]);
  });

  it('lets no function run with more rights under a search path of the caller’s choice', async () => {
    expect(
      await rows(`select p.oid::regprocedure::text from pg_proc p
        where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'auth'::regnamespace)
          and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')`),
    ).toEqual([]);
  });
});

describe('the role requests run as', () => {
  it('reaches nothing of the accounts', async () => {
    expect(await rows(`select 'usage' where has_schema_privilege('barre_app', 'auth', 'usage')`)).toEqual([]);
    expect(
      await rows(`select relname from pg_class where relnamespace = 'auth'::regnamespace and relkind in ('r', 'v', 'S')
        and has_any_column_privilege('barre_app', oid, 'select, insert, update, references')`),
    ).toEqual([]);
    expect(
      await rows(`select oid::regprocedure::text from pg_proc
        where pronamespace = 'auth'::regnamespace and has_function_privilege('barre_app', oid, 'execute')`),
    ).toEqual([]);
  });

  it('is nobody special', async () => {
    expect(
      await rows(`select rolname from pg_roles where rolname = 'barre_app'
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolcanlogin)`),
    ).toEqual([]);
    expect(
      await rows(`select relname from pg_class where relowner = 'barre_app'::regrole or
        (relnamespace = 'public'::regnamespace and has_table_privilege('barre_app', oid, 'truncate'))`),
    ).toEqual([]);
    expect(await rows(`select 'create' where has_schema_privilege('barre_app', 'public', 'create')`)).toEqual(
      [],
    );
  });

  it('can not become the one that reads every studio for backups', async () => {
    expect(await rows(`select 'member' where pg_has_role('barre_app', 'barre_backup', 'member')`)).toEqual(
      [],
    );
    expect(
      await rows(`select rolname from pg_roles where rolname = 'barre_backup'
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolcanlogin)`),
    ).toEqual([]);
    expect(
      await rows(`select t.oid::regclass::text from pg_class t where relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
        and relkind = 'r' and (has_any_column_privilege('barre_backup', oid, 'insert, update')
          or has_table_privilege('barre_backup', oid, 'delete, truncate'))`),
    ).toEqual([]);
  });

  // Each of these looks at the caller's own studio only; triggers can not be called.
  it('gains more rights only through functions that know whose studio it acts for', async () => {
    expect(
      await rows(`select p.proname from pg_proc p
        where p.prosecdef and p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
          and has_function_privilege('barre_app', p.oid, 'execute') order by 1`),
    ).toEqual([
      'end_own_sessions',
      'end_sessions',
      'give_login',
      'own_login',
      'own_sessions',
      'studio_logins',
      'take_login',
    ]);
  });

  it('writes only the columns a grant lists', async () => {
    expect(
      await rows(`select relname || ' ' || privilege from ${tables}, unnest('{insert,update}'::text[]) privilege
        where has_table_privilege('barre_app', t.oid, privilege)`),
    ).toEqual([]);
    expect(
      await rows(`select relname || '.' || attname from ${tables} join pg_attribute a on a.attrelid = t.oid
        where attnum > 0 and not attisdropped and attname = any ('{${keptColumns.join()}}')
          and (has_column_privilege('barre_app', t.oid, attnum, 'insert') or has_column_privilege('barre_app', t.oid, attnum, 'update'))`),
    ).toEqual([]);
  });
});

describe('direct SQL as the role requests run as', () => {
  let alice: Studio;
  let bob: Studio;
  let names: string[];
  const nobody: TenantScope = { organizationId: '', profileId: '' };

  beforeAll(async () => {
    alice = await app.studio();
    bob = await app.studio({ name: 'Bob School' });
    await makeEverything(app, alice.owner);
    names = await rows(
      `select relname from ${tables} where has_table_privilege('barre_app', t.oid, 'select')`,
    );
  });

  it('sees its own rows in every table', async () => {
    const empty = [];
    for (const name of names) if ((await count(alice.owner, name)) === 0) empty.push(name);
    expect(empty, 'add a row of each new table to tests/support/everything.ts').toEqual([]);
  });

  it('sees no row while it acts for no studio', async () => {
    for (const name of names) expect([name, await count(nobody, name)]).toEqual([name, 0]);
  });

  it('sees, changes and deletes no row of another studio', async () => {
    const foreign = alice.owner.organizationId;
    for (const name of names) {
      const key = name === 'organizations' ? 'id' : 'organization_id';
      expect([name, await count(bob.owner, name, `${key} = '${foreign}'`)]).toEqual([name, 0]);
      expect([name, await attack(bob.owner, `delete from ${name} where ${key} = '${foreign}'`)]).toEqual([
        name,
        0,
      ]);
      for (const column of await writableColumns(name)) {
        const update = `update ${name} set ${column} = ${column} where ${key} = '${foreign}'`;
        expect([name, column, await attack(bob.owner, update)]).toEqual([name, column, 0]);
      }
    }
  });

  /** Rows a statement touched; none when the role may not run it at all. It is rolled back. */
  async function attack(by: TenantScope, statement: string): Promise<number> {
    const touched = app.database.inTenant(by, async (db) => {
      const { numAffectedRows } = await sql.raw(statement).execute(db);
      throw new RolledBack(Number(numAffectedRows ?? 0));
    });
    return await touched.catch((error: unknown) => {
      if (error instanceof RolledBack) return error.touched;
      if (error instanceof Error && 'code' in error && error.code === '42501') return 0;
      throw error;
    });
  }

  async function count(by: TenantScope, name: string, where = 'true'): Promise<number> {
    const counting = sql.raw<{ n: number }>(`select count(*) as n from ${name} where ${where}`);
    return await app.database.inTenant(by, async (db) => (await counting.execute(db)).rows[0]?.n ?? -1);
  }

  function writableColumns(name: string): Promise<string[]> {
    return rows(`select attname from pg_attribute where attrelid = '${name}'::regclass and attnum > 0
      and not attisdropped and has_column_privilege('barre_app', attrelid, attnum, 'update') limit 1`);
  }
});

class RolledBack extends Error {
  readonly touched: number;
  constructor(touched: number) {
    super('rolled back');
    this.touched = touched;
  }
}

/** Every table of ours in the public schema, as `t`; the migrator's own two are not. */
const tables = `(select * from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
  and relname not like 'kysely\\_%') t`;

function leadsWithStudio(index: string): string {
  return `exists (select from pg_attribute where attrelid = ${index}.indrelid and attnum = ${index}.indkey[0]
    and attname = 'organization_id')`;
}

/** The first column of what a query finds, as text. */
async function rows(query: string): Promise<string[]> {
  const { rows: found } = await app.database.pool.query<Record<string, string>>(query);
  return found.map((row) => String(Object.values(row)[0])).sort();
}
