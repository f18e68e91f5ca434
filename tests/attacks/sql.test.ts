import { sql } from 'kysely';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#tests/support/test-app.ts';
import { furnish, type Things } from './furnished-studio.ts';

// Somebody who gets to run SQL of their own as the role requests run as. Grants and policies are two walls: here the
// policies are also asked alone, and each is broken in turn to see that the questions notice.

const app = useTestApp();

type Table = { name: string; key: string; columns: string[] };
/** A row of every table, as JSON. */
type Rows = ReadonlyMap<string, unknown>;

let alice: Things;
let bob: Things;
let tables: Table[];
let rowsOfAlice: Rows;
let rowsOfBob: Rows;

beforeAll(async () => {
  alice = await furnish(app, await app.studio({ name: 'Alice School' }), (what) => `her ${what}`);
  bob = await furnish(app, await app.studio({ name: 'Bob School' }), (what) => `his ${what}`);
  const { rows } = await app.database.pool.query<Table>(
    `select c.relname as name, case c.relname when 'organizations' then 'id' else 'organization_id' end as key,
        array_agg(quote_ident(a.attname)) filter (where a.attgenerated = '') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely\\_%'
      group by c.relname order by c.relname`,
  );
  tables = rows;
  rowsOfAlice = await rowOfEach(alice);
  rowsOfBob = await rowOfEach(bob);
});

describe('direct SQL', () => {
  it('is asked of tables that hold rows of both studios', () => {
    const names = tables.map(({ name }) => name);
    expect([[...rowsOfAlice.keys()], [...rowsOfBob.keys()]]).toEqual([names, names]);
  });

  it('gets past the grants to no row of another studio', async () => {
    expect(await undone((client) => holesIn(client, tables))).toEqual([]);
  });

  it('gets past the policies to none either, were everything granted', async () => {
    const holes = await undone(async (client) => {
      await grantEverything(client);
      return await holesIn(client, tables);
    });
    expect(holes).toEqual([]);
  });

  it('points no row of its own at one of another studio', async () => {
    const keys = await foreignKeys();
    expect(keys.length).toBeGreaterThan(15);
    const followed = await undone(async (client) => {
      await grantEverything(client);
      await actFor(client, bob.organization);
      const taken: string[] = [];
      for (const { table, column, target } of keys) {
        // One row: two of one student would be refused for being of the same days.
        const own = `select ctid from ${table} where organization_id = $2 limit 1`;
        const update = `update ${table} set ${column} = $1 where ctid = (${own})`;
        const outcome = await tried(client, update, [idIn(rowsOfAlice.get(target)), bob.organization]);
        if (outcome.code !== '23503') taken.push(`${table}.${column}: ${outcome.code || outcome.touched}`);
      }
      return taken;
    });
    expect(followed).toEqual([]);
  });

  it('is not misled by a setting somebody left on the connection', async () => {
    const { pool, inTenant, readTenant } = app.database;
    const scope = { organizationId: bob.organization, profileId: bob.profile };
    for (const { name, key } of tables) {
      await pool.query(`select set_config('app.organization_id', $1, false)`, [alice.organization]);
      const owners = sql<{
        studio: string;
      }>`select distinct ${sql.ref(key)} as studio from ${sql.table(name)}`;
      const seen = await inTenant(scope, async (db) => (await owners.execute(db)).rows);
      expect([name, seen]).toEqual([name, [{ studio: bob.organization }]]);
      expect(await readTenant(scope, () => owners)).toEqual(seen);
    }
    await pool.query('reset app.organization_id');
  });

  it('reaches no login of another studio by the functions that hold more rights', async () => {
    // The studio is the attacker's own, the person is not.
    expect(await undone((client) => reachedFrom(client, bob.organization))).toEqual([]);
    // Asked right: in her own studio each of them reaches something, but the one nobody may call.
    expect(await undone((client) => reachedFrom(client, alice.organization))).toEqual(
      Object.keys(powerful()).filter((name) => name !== 'project_class'),
    );
  });

  it('can not become somebody else: the role is a member of no other', async () => {
    const { rows } = await app.database.pool.query<{ rolname: string }>(
      `select rolname from pg_roles where rolname <> 'barre_app' and pg_has_role('barre_app', oid, 'member')`,
    );
    expect(rows).toEqual([]);
  });

  // The policies are the same on both engines, and breaking them takes its time.
  it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
    'notices every policy that is dropped, opened, turned round or forgets to ask for a studio',
    async () => {
      const survivors: string[] = [];
      for (const table of tables)
        for (const [name, mutant] of Object.entries(mutantsOf(table))) {
          const holes = await undone(async (client) => {
            await client.query(mutant);
            await grantEverything(client);
            return await holesIn(client, [table]);
          });
          if (holes.length === 0) survivors.push(`${table.name} ${name}`);
        }
      expect(survivors).toEqual([]);
    },
  );
});

/** Calls of the functions that hold more rights, about Alice's people and class. */
function powerful(): Record<string, [statement: string, ...values: unknown[]]> {
  return {
    own_sessions: ['select * from own_sessions()'],
    own_login: ['select * from own_login()'],
    end_own_sessions: ['select from end_own_sessions(null, null) ended where ended > 0'],
    'end_own_sessions of one': [
      'select from end_own_sessions($1, null) ended where ended > 0',
      alice.session,
    ],
    end_sessions: ['select from end_sessions($1) ended where ended > 0', alice.profile],
    studio_logins: ['select from studio_logins() where profile_id = $1', alice.profile],
    'studio_logins of one': ['select from studio_logins($1)', alice.student],
    take_login: ['select from take_login($1) taken where taken', alice.profile],
    give_login: [`select give_login($1, 'thief@barre.test', 'Thief')`, alice.member],
    project_class: ['select project_class($1, $2)', alice.organization, alice.class],
  };
}

/** Which of those reach something for Alice, acting in a studio. */
async function reachedFrom(client: pg.PoolClient, studio: string): Promise<string[]> {
  await actFor(client, studio, alice.profile);
  const reached: string[] = [];
  for (const [name, [statement, ...values]] of Object.entries(powerful()))
    if ((await tried(client, statement, values)).touched > 0) reached.push(name);
  return reached;
}

/** Ways to get a policy wrong. */
function mutantsOf({ name, key }: Table): Record<string, string> {
  const setting = `nullif(current_setting('app.organization_id', true), '')::uuid`;
  const alter = `alter policy own_studio on ${name}`;
  return {
    'not closed': `alter table ${name} disable row level security`,
    'without a policy': `drop policy own_studio on ${name}`,
    'read by everyone': `${alter} using (true)`,
    'written by everyone': `${alter} with check (true)`,
    'turned round': `${alter} using (${key} <> ${setting}) with check (${key} <> ${setting})`,
    'open to nobody in particular': `${alter} using (${key} = ${setting} or ${setting} is null)
      with check (${key} = ${setting} or ${setting} is null)`,
    'opened by a second policy': `create policy also on ${name} using (true)`,
  };
}

/** What got through, by table and statement; a statement that ended in any other way than it must is one, too. */
async function holesIn(client: pg.PoolClient, among: Table[]): Promise<string[]> {
  const holes: string[] = [];
  for (const table of among)
    for (const [name, { is, must }] of Object.entries(await questionsOf(client, table)))
      if (!must(is)) holes.push(`${table.name}: ${name} ${is.code || is.touched}`);
  return holes;
}

type Outcome = { touched: number; code: string };
type Question = { is: Outcome; must: (is: Outcome) => boolean };

// No grant and no policy are the same refusal.
const refused = ({ code }: Outcome) => code === '42501';
const untouched = (is: Outcome) => refused(is) || (is.code === '' && is.touched === 0);
const seen = ({ touched }: Outcome) => touched > 0;

async function questionsOf(client: pg.PoolClient, table: Table): Promise<Record<string, Question>> {
  const { name, key } = table;
  const ask = (statement: string, ...values: unknown[]) => tried(client, statement, values);
  const touchAll = `update ${name} set ${key} = ${key}`;
  const questions: Record<string, Question> = {};
  for (const studio of ['', 'no-studio']) {
    await actFor(client, studio);
    const must = ({ code, touched }: Outcome) => untouched({ code, touched }) || code === '22P02';
    Object.assign(questions, {
      [`${studio}: select`]: { is: await ask(`select from ${name}`), must },
      [`${studio}: update`]: { is: await ask(touchAll), must },
      [`${studio}: delete`]: { is: await ask(`delete from ${name}`), must },
      [`${studio}: insert`]: {
        is: await insertCopy(client, table, rowsOfBob),
        must: (is: Outcome) => refused(is) || is.code === '22P02',
      },
    });
  }
  await actFor(client, bob.organization);
  const hers = `where ${key} = $1`;
  return {
    ...questions,
    'own rows': { is: await ask(`select from ${name} ${hers}`, bob.organization), must: seen },
    select: { is: await ask(`select from ${name} ${hers}`, alice.organization), must: untouched },
    update: { is: await ask(`${touchAll} ${hers}`, alice.organization), must: untouched },
    delete: { is: await ask(`delete from ${name} ${hers}`, alice.organization), must: untouched },
    insert: { is: await insertCopy(client, table, rowsOfAlice), must: refused },
    'hand over': {
      is: await ask(`update ${name} set ${key} = $2 ${hers}`, bob.organization, alice.organization),
      must: refused,
    },
  };
}

function insertCopy(client: pg.PoolClient, { name, columns }: Table, rows: Rows): Promise<Outcome> {
  const list = columns.join();
  return tried(
    client,
    `insert into ${name} (${list}) overriding system value
      select ${list} from jsonb_populate_record(null::${name}, $1)`,
    [JSON.stringify(rows.get(name))],
  );
}

/** Runs a statement and takes it back: how many rows it touched, or the code it was refused with. */
async function tried(client: pg.PoolClient, statement: string, values: unknown[] = []): Promise<Outcome> {
  await client.query('savepoint before');
  const outcome = await client.query(statement, values).then(
    ({ rowCount }) => ({ touched: rowCount ?? 0, code: '' }),
    (error: unknown) => ({
      touched: 0,
      code: error instanceof Error && 'code' in error ? String(error.code) : '?',
    }),
  );
  await client.query('rollback to savepoint before');
  return outcome;
}

async function actFor(client: pg.PoolClient, studio: string, person = ''): Promise<void> {
  await client.query(
    `select set_config('role', 'barre_app', true), set_config('app.organization_id', $1, true),
      set_config('app.profile_id', $2, true)`,
    [studio, person],
  );
}

async function grantEverything(client: pg.PoolClient): Promise<void> {
  await client.query('grant all on all tables in schema public to barre_app');
}

async function undone<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await app.database.pool.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function rowOfEach({ organization, profile }: Things): Promise<Rows> {
  const found = new Map<string, unknown>();
  for (const { name } of tables) {
    const one = sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t limit 1`;
    const [first] = await app.database.readTenant(
      { organizationId: organization, profileId: profile },
      () => one,
    );
    if (first) found.set(name, first.row);
  }
  return found;
}

type ForeignKey = { table: string; column: string; target: string };

/** Every column requests can write that refers to a row of a studio, the studio itself aside. */
async function foreignKeys(): Promise<ForeignKey[]> {
  const { rows } = await app.database.pool.query<ForeignKey>(
    `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and a.attname <> 'organization_id' and a.attgenerated = ''
        and has_any_column_privilege('barre_app', c.conrelid, 'insert, update')`,
  );
  return rows;
}

function idIn(row: unknown): unknown {
  return (row as { id?: unknown }).id;
}
