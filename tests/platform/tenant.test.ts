import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Tx } from '#platform/database.ts';
import { openTestDatabase, testEngines } from '../support/test-database.ts';

const alice = { organizationId: randomUUID(), profileId: randomUUID() };
const bob = { organizationId: randomUUID(), profileId: randomUUID() };

type Acting = { role: string; organizationId: string; profileId: string };
const acting = sql<Acting>`select current_user::text as role, current_setting('app.organization_id', true) as organization_id,
  current_setting('app.profile_id', true) as profile_id`;
const notes = sql<{
  body: string;
  organizationId: string;
}>`select body, organization_id from scratch_notes order by body`;

describe.each(testEngines)('a transaction for one studio on %s', (engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(engine, 'owner');
    await database.pool.query(`
      create table scratch_notes (organization_id uuid not null, body text not null unique, seen int not null default 0);
      alter table scratch_notes enable row level security, force row level security;
      create policy own_studio on scratch_notes
        using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
      grant select, insert, update on scratch_notes to barre_app`);
    for (const { organizationId } of [alice, bob])
      await database.inTenant({ organizationId, profileId: alice.profileId }, (tx) =>
        sql`insert into scratch_notes values (${organizationId}, ${`note of ${organizationId}`})`.execute(tx),
      );
  });
  afterAll(() => database.close());

  const asOwner = async () => (await acting.execute(database.db)).rows[0];
  const expectNothingLeft = async () => {
    const left = await asOwner();
    expect(left?.role).not.toBe('barre_app');
    expect([left?.organizationId ?? '', left?.profileId ?? '']).toEqual(['', '']);
  };

  it('acts as the unprivileged role, and nothing of it is left afterwards', async () => {
    const expected = { role: 'barre_app', ...alice };
    expect(await database.inTenant(alice, async (tx) => (await acting.execute(tx)).rows)).toEqual([expected]);
    await expectNothingLeft();
    expect(await database.readTenant(alice, () => acting)).toEqual([expected]);
    await expectNothingLeft();
  });

  it('leaves nothing behind after a failure either', async () => {
    const failing = sql`select 1 / 0`;
    await expect(database.inTenant(alice, (tx) => failing.execute(tx))).rejects.toMatchObject({
      code: '22012',
    });
    await expectNothingLeft();
    await expect(database.readTenant(alice, () => failing)).rejects.toMatchObject({ code: '22012' });
    await expectNothingLeft();
    const before = database.pool.totalCount;
    expect(await database.readTenant(bob, () => acting)).toEqual([{ role: 'barre_app', ...bob }]);
    expect(database.pool.totalCount).toBe(before);
  });

  it('shows each studio its own rows even where a connection carries a stale setting', async () => {
    const client = await database.pool.connect();
    await client.query(`select set_config('app.organization_id', $1, false)`, [alice.organizationId]);
    client.release();
    expect(await database.readTenant(bob, () => notes)).toEqual([
      { body: `note of ${bob.organizationId}`, organizationId: bob.organizationId },
    ]);
    const seen = await database.inTenant(bob, async (tx) => (await notes.execute(tx)).rows);
    expect(seen.map((note) => note.organizationId)).toEqual([bob.organizationId]);
    await database.pool.query('reset app.organization_id');
  });

  it('shows nothing to a studio that does not exist', async () => {
    const nobody = { organizationId: randomUUID(), profileId: randomUUID() };
    expect(await database.readTenant(nobody, () => notes)).toEqual([]);
  });

  it('undoes everything when the work fails', async () => {
    const work = async (tx: Tx) => {
      await sql`insert into scratch_notes values (${alice.organizationId}, 'half done')`.execute(tx);
      throw new Error('changed my mind');
    };
    await expect(database.inTenant(alice, work)).rejects.toThrow('changed my mind');
    expect(await database.readTenant(alice, () => notes)).toHaveLength(1);
  });

  it('refuses to write in a read', async () => {
    const write = sql`insert into scratch_notes values (${alice.organizationId}, 'sneaked in') returning body`;
    await expect(database.readTenant(alice, () => write)).rejects.toMatchObject({ code: '25006' });
  });

  it('reports a refused row like any PostgreSQL server', async () => {
    const twice = sql`insert into scratch_notes values (${alice.organizationId}, ${`note of ${alice.organizationId}`})`;
    await expect(database.inTenant(alice, (tx) => twice.execute(tx))).rejects.toMatchObject({
      name: 'error',
      code: '23505',
      constraint: 'scratch_notes_body_key',
    });
  });

  it('survives a value that cannot be sent', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const unsendable = sql`select ${circular}::json`;
    await expect(database.readTenant(alice, () => unsendable)).rejects.toThrow('circular');
    await expect(database.inTenant(alice, (tx) => unsendable.execute(tx))).rejects.toThrow('circular');
    expect(await database.readTenant(alice, () => acting)).toEqual([{ role: 'barre_app', ...alice }]);
    await expectNothingLeft();
  });

  it('keeps fifty at once apart and loses no update', async () => {
    const bump = (caller: typeof alice) =>
      database.inTenant(caller, async (tx) => {
        const { rows } = await sql<{ seen: number }>`select seen from scratch_notes for update`.execute(tx);
        expect(rows).toHaveLength(1);
        await sql`update scratch_notes set seen = ${(rows[0]?.seen ?? 0) + 1}`.execute(tx);
      });
    await Promise.all(Array.from({ length: 50 }, (_, i) => bump(i % 2 === 0 ? alice : bob)));
    for (const caller of [alice, bob])
      expect(await database.readTenant(caller, () => sql`select seen from scratch_notes`)).toEqual([
        { seen: 25 },
      ]);
  });

  const onEveryConnection = (ask: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: database.pool.options.max }, ask));

  it('reads on after a column was added to what every connection had prepared', async () => {
    const all = sql`select * from scratch_notes`;
    await onEveryConnection(() => database.readTenant(alice, () => all));
    await database.pool.query('alter table scratch_notes add column pinned boolean not null default false');
    expect(await database.readTenant(alice, () => all)).toMatchObject([{ pinned: false }]);
  });

  it('writes on after a column was added to what every connection had prepared', async () => {
    const touch = sql`update scratch_notes set seen = ${7} returning *`;
    await onEveryConnection(() => database.inTenant(alice, (tx) => touch.execute(tx)));
    await database.pool.query('alter table scratch_notes add column colour text');
    const { rows } = await database.inTenant(alice, (tx) => touch.execute(tx));
    expect(rows).toMatchObject([{ seen: 7, colour: null }]);
  });

  it('goes on without a studio after a column was added to what every connection had prepared', async () => {
    const all = sql`select * from scratch_notes where seen > ${-1}`;
    await onEveryConnection(() => all.execute(database.db));
    await database.pool.query('alter table scratch_notes add column size int');
    await onEveryConnection(() => all.execute(database.db));
  });

  it.runIf(engine === 'postgres')(
    'reads again where a migration that locks two tables made it give way',
    async () => {
      const migration = await database.pool.connect();
      await migration.query('begin; lock table scratch_notes');
      const reading = database.readTenant(
        alice,
        () => sql`select seen from classes right join scratch_notes on true`,
      );
      const waiting = 'select from pg_locks where relation = $1::regclass and not granted';
      await expect.poll(async () => (await migration.query(waiting, ['scratch_notes'])).rowCount).toBe(1);
      await migration.query('lock table classes');
      await migration.query('rollback');
      migration.release();
      expect(await reading).toHaveLength(1);
    },
  );
});
