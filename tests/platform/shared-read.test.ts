import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '#platform/database.ts';
import { isUnreachable } from '#platform/refusals.ts';
import { openTestDatabase, testEngines } from '../support/test-database.ts';

const [alice, bob, carol] = [randomUUID(), randomUUID(), randomUUID()];
const said = (word: string) => sql<{ body: string }>`select ${word} as body`;
const slowCount = sql<{ body: string }>`select count(*) || pg_sleep(0.2)::text as body from scratch_notes`;
const acting = sql<{
  body: string;
}>`select concat_ws(' ', current_user, current_setting('app.organization_id'),
  nullif(current_setting('app.profile_id'), '')) as body`;

describe.each(testEngines)('a read of a text on %s', (engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(engine, 'owner');
    await database.pool.query('create table scratch_notes (); grant select on scratch_notes to barre_app');
  });
  afterAll(() => database.close());

  /** What is asked while every turn is taken, and how many connections it takes once they are given back. */
  async function whileAllWait<T>(ask: () => Promise<T>[]) {
    const { pool } = database;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const turns = Math.max(1, Math.floor(pool.options.max / 2));
    const before = Promise.all(
      Array.from({ length: turns }, (_, nth) => database.readText(bob, said(`before ${nth}`))),
    );
    let begun = -turns;
    const count = () => (begun += 1);
    pool.on('acquire', count);
    const answers = Promise.all(ask());
    for (const client of held) client.release();
    const texts = await answers;
    await before;
    pool.off('acquire', count);
    return { texts, begun };
  }

  it('is asked once for all who wait for it', async () => {
    const asked = [
      [alice, 'a'],
      [alice, 'a'],
      [alice, 'a'],
      [alice, 'b'],
      [bob, 'a'],
    ] as const;
    const { texts, begun } = await whileAllWait(() =>
      asked.map(([studio, word]) => database.readText(studio, said(word))),
    );
    expect(texts).toEqual(['a', 'a', 'a', 'b', 'a']);
    expect(begun).toBe(3);
  });

  it('is asked once for a report as well, of which everybody gets rows of their own', async () => {
    const report = () =>
      database.readReport(alice, sql`select 1 as the_number, '{"inner_key": 2}'::jsonb as the_object`);
    const { texts, begun } = await whileAllWait(() => [report(), report(), report()]);
    expect(texts[0]).toEqual([{ theNumber: 1, theObject: { innerKey: 2 } }]);
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[1]?.[0]).not.toBe(texts[0]?.[0]);
    expect(begun).toBe(1);
  });

  it('waits for the others of its own studio, not for those of one that asks a lot', async () => {
    const order: string[] = [];
    await whileAllWait(() =>
      [
        ...Array.from({ length: 30 }, (_, nth) => [alice, `a lot ${nth}`] as const),
        [carol, 'a little'] as const,
      ].map(([studio, word]) => database.readText(studio, said(word)).finally(() => order.push(word))),
    );
    expect(order.indexOf('a little')).toBeLessThan(10);
  });

  it('is asked again by who comes when it has begun, and so knows what was saved until then', async () => {
    const begun = once(database.pool, 'acquire');
    const early = database.readText(alice, slowCount);
    await begun;
    // Long enough for the database to have looked: what it then finds is too old for whoever comes later.
    await wait(100);
    await database.pool.query('insert into scratch_notes default values');
    const late = database.readText(alice, slowCount);
    await early;
    expect(await late).toBe('1');
  });

  const held = (nth: number) =>
    sql<{ body: string }>`select ${nth} || pg_advisory_xact_lock_shared(1)::text as body`;

  /** Does something while reads that are `held` get no answer. */
  async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
    // Every connection is there already: none has to be opened in time.
    const clients = await Promise.all(
      Array.from({ length: database.pool.options.max }, () => database.pool.connect()),
    );
    for (const client of clients) client.release();
    const holder = await openDatabase({ url: database.directUrl });
    const client = await holder.pool.connect();
    await client.query('select pg_advisory_lock(1)');
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock(1)');
      client.release();
      await holder.close();
    }
  }

  it.runIf(engine === 'postgres')('is refused like any that gets no connection in time', async () => {
    const { options } = database.pool;
    const usual = options.connectionTimeoutMillis;
    const refused: unknown[] = [];
    const answers = await whileHeld(async () => {
      options.connectionTimeoutMillis = 100;
      const reads = Array.from({ length: 20 }, (_, nth) => database.readText(randomUUID(), held(nth)));
      for (const read of reads) read.catch((reason: unknown) => refused.push(reason));
      await expect.poll(() => refused.length).toBe(reads.length - options.max / 2);
      options.connectionTimeoutMillis = usual;
      return reads;
    });
    expect(refused.every(isUnreachable)).toBe(true);
    const ends = await Promise.allSettled(answers);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(options.max / 2);
    // Nobody stands in line any more, and the turns that were given are back.
    expect(await database.readText(alice, held(19))).toBe('19');
  });

  it.runIf(engine === 'postgres')('leaves connections to those who save', async () => {
    let answered = 0;
    const reads = await whileHeld(async () => {
      const asked = Array.from({ length: 12 }, (_, nth) =>
        database.readText(randomUUID(), held(nth)).then(() => (answered += 1)),
      );
      await database.pool.query('insert into scratch_notes default values');
      expect(answered).toBe(0);
      return asked;
    });
    await Promise.all(reads);
  });

  it('acts for the studio, and for nobody in it', async () => {
    expect(await database.readText(alice, acting)).toBe(`barre_app ${alice}`);
  });

  it('answers null where there is no row, and rejects with what the database says', async () => {
    expect(await database.readText(alice, sql`select 'a' as body where false`)).toBeNull();
    const failing = sql<{ body: string }>`select (1 / 0)::text as body`;
    for (let time = 0; time < 2; time++)
      await expect(database.readText(alice, failing)).rejects.toMatchObject({ code: '22012' });
    expect(await database.readText(alice, acting)).toBe(`barre_app ${alice}`);
  });
});
