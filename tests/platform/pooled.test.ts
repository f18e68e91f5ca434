import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openDatabase, type Database } from '#platform/database.ts';
import { asRefusal } from '#platform/refusals.ts';
import { openStrictPooler, type StrictPooler } from '#tests/support/strict-pooler.ts';
import { createDatabase, hasPostgres } from '#tests/support/test-database.ts';

const caller = { organizationId: randomUUID(), profileId: randomUUID() };
const limits = sql<{
  statement: string;
  idle: string;
}>`select current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle`;

describe.runIf(hasPostgres)('through a pooler that hands out connections by the transaction', () => {
  let place: Awaited<ReturnType<typeof createDatabase>>;
  let pooler: StrictPooler;
  let database: Database;

  beforeAll(async () => {
    place = await createDatabase();
    pooler = await openStrictPooler(place.url);
    database = await openDatabase({ url: pooler.url, isPooled: true, directUrl: place.url });
    await database.pool.query(`create table scratch_words (word text not null);
      grant select, insert on scratch_words to barre_app`);
  });
  afterAll(async () => {
    await database.close();
    await pooler.close();
    await place.drop();
  });
  afterEach(() => {
    pooler.commits = 'told';
  });

  const write = (word: string) =>
    database.inTenant(caller, (tx) => sql`insert into scratch_words values (${word})`.execute(tx));
  const count = async (word: string) => {
    const words = await database.readTenant(
      caller,
      () => sql`select from scratch_words where word = ${word}`,
    );
    return words.length;
  };

  it('keeps nothing on a connection: no names, no settings of its own', async () => {
    for (let turn = 0; turn < 3; turn++) {
      await write('plain');
      await count('plain');
      await sql`select ${turn}::int`.execute(database.db);
    }
    expect(await count('plain')).toBe(3);
    expect(pooler.complaints).toEqual([]);
    const unpooled = await openDatabase({ url: pooler.url });
    await unpooled.readTenant(caller, () => sql`select 1`);
    await unpooled.close();
    expect(pooler.complaints.splice(0)).toEqual(expect.arrayContaining(['options', 'P read_scope']));
  });

  it('brings the limits of time with each transaction', async () => {
    const expected = [{ statement: '10s', idle: '5s' }];
    expect(await database.readTenant(caller, () => limits)).toEqual(expected);
    expect(await database.inTenant(caller, async (tx) => (await limits.execute(tx)).rows)).toEqual(expected);
    expect((await limits.execute(database.db)).rows).toEqual([{ statement: '0', idle: '0' }]);
  });

  it('reckons in UTC in whatever zone the server is, and so does a connection of its own', async () => {
    const name = new URL(place.url).pathname.slice(1);
    await database.pool.query(`alter database ${name} set timezone = 'America/New_York'`);
    const zone = sql<{ zone: string }>`select current_setting('timezone') as zone`;
    const utc = [{ zone: 'UTC' }];
    const pooled = await openDatabase({ url: pooler.url, isPooled: true, directUrl: place.url });
    expect((await zone.execute(pooled.db)).rows).toEqual([{ zone: 'America/New_York' }]);
    expect(await pooled.readTenant(caller, () => zone)).toEqual(utc);
    expect(await pooled.inTenant(caller, async (tx) => (await zone.execute(tx)).rows)).toEqual(utc);
    await pooled.close();
    for (const isPatient of [false, true]) {
      const own = await openDatabase({ url: place.url, isPatient });
      expect((await zone.execute(own.db)).rows).toEqual(utc);
      await own.close();
    }
  });

  it.each(['German, DMY', 'SQL, DMY'])(
    'reads days and moments of a server that writes them as %s',
    async (style) => {
      const name = new URL(place.url).pathname.slice(1);
      await database.pool.query(`alter database ${name} set datestyle = '${style}'`);
      const times = sql<{ day: string; moment: Date }>`
      select date '2026-03-02' as day, timestamptz '2026-03-02 10:00Z' as moment`;
      const read = [{ day: '2026-03-02', moment: new Date('2026-03-02T10:00:00Z') }];
      const pooled = { url: pooler.url, isPooled: true, directUrl: place.url };
      for (const options of [pooled, { url: place.url }, { url: place.url, isPatient: true }]) {
        const opened = await openDatabase(options);
        expect((await times.execute(opened.db)).rows).toEqual(read);
        expect(await opened.readTenant(caller, () => times)).toEqual(read);
        expect(await opened.inTenant(caller, async (tx) => (await times.execute(tx)).rows)).toEqual(read);
        await opened.close();
      }
    },
  );

  it('does not call saved what no standby has', async () => {
    pooler.commits = 'unreplicated';
    const refusal = asRefusal(await write('alone').catch((error: unknown) => error));
    expect(refusal).toMatchObject({
      status: 503,
      message: expect.stringMatching(/^The connection broke while/),
    });
  });

  it('says so when nobody knows whether a commit came through', async () => {
    pooler.commits = 'cut';
    const refusal = asRefusal(await write('cut').catch((error: unknown) => error));
    expect(refusal).toMatchObject({
      status: 503,
      message: expect.stringMatching(/^The connection broke while/),
    });
    pooler.commits = 'told';
    expect(await count('cut')).toBe(1);
  });

  it('needs to know the way past the pooler', () => {
    const settings = {
      DATABASE_URL: 'postgres://pooler/barre',
      AUTH_SECRET: 'x'.repeat(32),
      DATABASE_POOLER: 'transaction',
    };
    expect(() => readConfig(settings)).toThrow('DIRECT_DATABASE_URL is required with DATABASE_POOLER');
  });
});

describe.runIf(hasPostgres)('a report', () => {
  let place: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    place = await createDatabase();
  });
  afterAll(() => place.drop());

  const one = sql<{ one: number }>`select 1 as one`;

  it.each([
    ['can not be reached', () => 'postgres://nobody@127.0.0.1:1/none'],
    ['is not a copy', () => place.url],
  ])('comes from the primary when the copy %s', async (_, replicaUrl) => {
    const database = await openDatabase({ url: place.url, replicaUrl: replicaUrl() });
    await database.pool.query('select 1');
    expect(await database.readReport(caller.organizationId, one)).toEqual([{ one: 1 }]);
    expect(await database.readReport(caller.organizationId, one)).toEqual([{ one: 1 }]);
    expect(database.reports).toEqual({ primary: 2, replica: 0 });
    await database.close();
  });
});
