import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivedTables } from '#features/data/archive/tables.ts';
import { readConfig } from '#platform/config.ts';
import { openApp, serve } from '#server/app.ts';
import { parseCsv } from '#shared/csv-reader.ts';
import { makeEverything } from '#tests/support/everything.ts';
import { testClock, useTestApp, type Actor, type Studio } from '#tests/support/test-app.ts';
import { unzip } from '#tests/support/unzip.ts';

const app = useTestApp();
let server: Server;
let alice: Studio;
let bob: Studio;

beforeAll(async () => {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret only these tests know, long enough',
    // So many archives nobody gets in a minute.
    REQUESTS_PER_MINUTE: '0',
  });
  const opened = await openApp(config, { database: app.database, clock: testClock });
  server = serve(opened).listen(0, '127.0.0.1');
  await once(server, 'listening');
  alice = await app.studio({ name: 'Alice École' });
  bob = await app.studio({ name: 'Bob School' });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('the archive of a studio', () => {
  it('holds every row of the studio, twice, and none of another', async () => {
    await makeEverything(app, alice.owner);
    await makeEverything(app, bob.owner);
    const files = await archiveFor(alice.owner);
    expect([...files.keys()]).toEqual([
      'README.txt',
      ...Object.keys(archivedTables).map((name) => `csv/${name}.csv`),
      ...Object.keys(archivedTables).map((name) => `json/${name}.json`),
    ]);
    for (const name of Object.keys(archivedTables)) {
      const stored = await idsOf(alice.owner, name);
      const rows = rowsOf(files, name);
      expect(rows.length, name).toBe(stored.length);
      expect(rows.length, name).toBeGreaterThan(0);
      const [header = [], ...lines] = parseCsv(files.get(`csv/${name}.csv`) ?? '').rows;
      expect(lines.length, name).toBe(rows.length);
      expect(header, name).toEqual(Object.keys(rows[0] ?? {}));
      expect(files.get('README.txt')).toContain(`${name} (${rows.length} row`);
    }
    const foreign = [...(await idsOf(bob.owner, 'profiles')), bob.owner.organizationId];
    const all = [...files.values()].join();
    for (const id of foreign) expect(all).not.toContain(id);
  });

  it('tells money in cents and as a decimal, days as days, times as times, and names beside ids', async () => {
    const files = await archiveFor(alice.owner);
    const [payment] = rowsOf(files, 'subscriptions');
    expect(payment).toMatchObject({
      amount_paid_cents: expect.any(Number),
      amount_paid: expect.stringMatching(/^\d+\.\d\d$/),
      start_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      student_name: expect.any(String),
      class_name: expect.any(String),
    });
    const [rule] = rowsOf(files, 'classes');
    expect(rule).toMatchObject({
      start_time: expect.stringMatching(/^\d\d:\d\d$/),
      days_of_week: expect.arrayContaining([expect.stringMatching(/day$/)]),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(rule).not.toHaveProperty('organization_id');
  });

  it('has the name of a person, class or room beside every id of one', async () => {
    const files = await archiveFor(alice.owner);
    for (const name of Object.keys(archivedTables)) {
      const [row = {}] = rowsOf(files, name);
      const columns = Object.keys(row);
      const ids = columns.filter((column) => /_by$|^(?!session|row).*_id$/.test(column));
      const nameless = ids.filter((id) => !columns.includes(`${id.replace(/_id$/, '')}_name`));
      expect([name, nameless]).toEqual([name, []]);
    }
    const [session] = rowsOf(files, 'attendance_sessions');
    expect(session?.logged_by_name).toBe('Olive Owner');
  });

  it('shows no formula to a spreadsheet, and what was stored to a program', async () => {
    const { owner } = await app.studio();
    const name = '=cmd|"/c calc"!A1';
    await owner.api.catalog.classrooms.create({ name });
    const files = await archiveFor(owner);
    expect(files.get('csv/classrooms.csv')).toContain(`"'=cmd|""/c calc""!A1"`);
    expect(rowsOf(files, 'classrooms')).toMatchObject([{ name }]);
  });

  it('holds many rows, as of one moment', async () => {
    const { owner } = await app.studio();
    await app.database.inTenant(owner, (db) =>
      db
        .insertInto('profiles')
        .values(Array.from({ length: 2345 }, (_, n) => ({ role: 'student', fullName: `Student ${n} é` })))
        .execute(),
    );
    const files = await archiveFor(owner);
    expect(rowsOf(files, 'profiles')).toHaveLength(2345 + 5);
    expect(rowsOf(files, 'subscriptions')).toEqual([]);
    expect(files.get('csv/subscriptions.csv')).toMatch(/^\uFEFFid,student_id,student_name,.*\r\n$/);
  });

  it('is for the owner alone', async () => {
    const answer = await ask(alice.owner);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="barre-alice-ecole-2026-11-21.zip"',
    });
    await answer.arrayBuffer();
    for (const role of ['admin', 'staff', 'instructor', 'student'] as const)
      expect((await ask(alice[role])).status, role).toBe(403);
    expect((await ask(null)).status).toBe(401);
    expect((await ask(alice.owner, { method: 'POST' })).status).toBe(404);
  });

  it('is made once at a time', async () => {
    const twice = async () => {
      const answers = await Promise.all([ask(alice.owner), ask(alice.owner), ask(bob.owner)]);
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      const [first, second, other] = answers.map(({ status }) => status);
      expect(other).toBe(200);
      return new Set([first, second]);
    };
    // A busy machine may have made the first before the second is heard.
    await expect.poll(twice, { timeout: 30_000, interval: 0 }).toEqual(new Set([200, 409]));
    await archiveFor(alice.owner);
  });

  it('can be had again by who has just got it', async () => {
    for (let time = 0; time < 20; time += 1) await archiveFor(alice.owner);
  });

  it('accounts for every table of a studio', async () => {
    // Made from the others, or of no use outside.
    const leftOut = ['occupancy', 'people_words', 'idempotency_keys'];
    const { rows } = await app.database.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'organization_id'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(archivedTables).filter((name) => name !== 'organizations'), ...leftOut].sort(),
    );
  });
});

/** The rows a studio has in a table, each by its id where it has one. */
async function idsOf(actor: Actor, table: string): Promise<string[]> {
  const { rows } = await app.database.inTenant(actor, (db) =>
    sql<{
      id: string;
    }>`select coalesce(to_jsonb(t) ->> 'id', t::text) as id from ${sql.table(table)} t`.execute(db),
  );
  return rows.map(({ id }) => id);
}

async function archiveFor(actor: Actor): Promise<Map<string, string>> {
  const answer = await ask(actor);
  expect(answer.status).toBe(200);
  return unzip(Buffer.from(await answer.arrayBuffer()));
}

function rowsOf(files: Map<string, string>, table: string): Record<string, unknown>[] {
  return JSON.parse(files.get(`json/${table}.json`) ?? 'null') as Record<string, unknown>[];
}

async function ask(actor: Actor | null, { method = 'GET' } = {}): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  const token = randomUUID();
  if (actor)
    await app.database.pool.query(
      `insert into auth.session (user_id, token, expires_at) values ($1, $2, now() + interval '1 day')`,
      [actor.userId, token],
    );
  return await fetch(`http://127.0.0.1:${port}/api/archive`, {
    method,
    headers: actor ? { authorization: `Bearer ${token}` } : {},
  });
}
