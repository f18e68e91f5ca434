import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRandom, type Random } from '#server/demo/random.ts';
import { openDatabase, type Database, type TenantScope, type Tx } from '#platform/database.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { hasPooler, openPooledDatabase } from '#tests/support/pooled-database.ts';
import { hasPostgres, testEngines } from '#tests/support/test-database.ts';

// Many studios on few connections, each of which goes from one to the other while some work fails, is given up, takes too
// long or loses its connection in the middle: what anybody reads and writes stays their own.

const isFull = process.env['ATTACKS'] === 'all';
const works = {
  embedded: isFull ? 20_000 : 800,
  postgres: isFull ? 800_000 : 3000,
  pooled: isFull ? 200_000 : 1500,
};
const studiosAtWork = isFull ? 200 : 12;
const lanes = 24;

type Way = keyof typeof works;
/** How many words were saved, and connections lost. */
type Member = TenantScope & { word: string; saved: number; lost: number };

describe.each<Way>([...testEngines, ...(hasPostgres ? (['pooled'] as const) : [])])(
  'studios side by side, %s',
  (way) => {
    let app: TestApp;
    let database: Database;
    const members: Member[] = [];

    beforeAll(async () => {
      const isBehindPooler = way === 'pooled' && isFull && hasPooler;
      app = await openTestApp(isBehindPooler ? openPooledDatabase : engineOf(way));
      database = app.database;
      // Where there is no pooler, at least asked as one is.
      if (way === 'pooled' && !isBehindPooler)
        database = await openDatabase({ url: app.database.directUrl, isPooled: true });
      for (let nth = 0; nth < studiosAtWork; nth++) {
        const { owner } = await app.studio();
        members.push({ ...owner, word: `word-of-${nth}-`, saved: 1, lost: 0 });
      }
      for (const member of members) await save(database, member, 0);
    });
    afterAll(async () => {
      if (database !== app.database) await database.close();
      await app.database.close();
    });

    it('see and change nothing of each other, whatever breaks between them', async () => {
      const random = openRandom(20261124);
      const foreign: string[] = [];
      let left = works[way];
      let failed = 0;
      const lane = async () => {
        while (left-- > 0) {
          const member = random.pick(members);
          const work = workOf(database, way, random, member, left + 1);
          const seen = await work().catch(
            (error: unknown) => void (failed += error instanceof Error ? 1 : 0),
          );
          const strange = (seen ?? []).filter((name) => !name.startsWith(member.word));
          if (seen?.length === 0 || strange.length > 0) foreign.push(`${member.word}: ${strange.join()}`);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      console.log(
        `${works[way]} works of ${studiosAtWork} studios, ${failed} of them broken, ${foreign.length} mixed up`,
      );
      expect(foreign).toEqual([]);
      expect(failed).toBeGreaterThan(works[way] / 10);
      // What fails shows and saves nothing: of the others there must be enough.
      expect(failed).toBeLessThan(works[way] / 2);
      expect(members.reduce((sum, { saved }) => sum + saved, 0)).toBeGreaterThan(works[way] / 20);
      if (way !== 'embedded') expect(members.reduce((sum, { lost }) => sum + lost, 0)).toBeGreaterThan(0);
      for (const member of members) {
        const names = await database.readTenant(member, (db) => db.selectFrom('danceTypes').select('name'));
        expect(names.filter(({ name }) => !name.startsWith(member.word))).toEqual([]);
        expect([member.word, names.length]).toEqual([member.word, member.saved]);
      }
      const { rows } = await database.pool.query(
        `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      );
      expect(rows).toEqual([]);
    }, 3_600_000);
  },
);

const engineOf = (way: Way) => (way === 'embedded' ? 'embedded' : 'postgres');

const names = sql<{ name: string }>`select name from dance_types`;

/** Something a studio does, and the words it has seen by it. */
function workOf(
  database: Database,
  way: Way,
  random: Random,
  member: Member,
  nth: number,
): () => Promise<string[]> {
  const inTenant = (end: (db: Tx) => Promise<unknown>) => () =>
    database.inTenant(member, async (db) => {
      const { rows } = await names.execute(db);
      await db
        .insertInto('danceTypes')
        .values({ name: `${member.word}${nth}` })
        .execute();
      await end(db);
      return rows.map(({ name }) => name);
    });
  const works = [
    async () => (await database.readTenant(member, () => names)).map(({ name }) => name),
    async () => (await database.readTenant(member, () => names)).map(({ name }) => name),
    async () => {
      const list = sql<{
        body: string;
      }>`select json_agg(name)::text as body from dance_types where ${random.whole(1, 2)} > 0`;
      return JSON.parse((await database.readText(member.organizationId, list)) ?? '[]') as string[];
    },
    async () => {
      const list = sql<{ body: string }>`select json_agg(name)::text as body from dance_types`;
      return JSON.parse((await database.readText(member.organizationId, list)) ?? '[]') as string[];
    },
    () => save(database, member, nth),
    inTenant(() => Promise.reject(new Error('changed my mind'))),
    inTenant((db) => sql`select 1 / 0`.execute(db)),
    () =>
      database.readTenant(member, () => sql<{ name: string }>`select (1 / 0)::text as name`).then(() => []),
  ];
  // Slow, or more than an engine in this very process could stand.
  if (way !== 'embedded' && random.chance(0.02))
    return random.pick([
      inTenant((db) => sql`set local statement_timeout = 5; select pg_sleep(1)`.execute(db)),
      inTenant((db) => loseConnection(database, member, db)),
    ]);
  return random.pick(works);
}

/** As the owner of the tables, since the app may end nobody's connection. */
async function loseConnection({ pool }: Database, member: Member, db: Tx): Promise<void> {
  const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const ended = await pool.query<{ isEnded: boolean }>(`select pg_terminate_backend($1) as "isEnded"`, [
    own.rows[0]?.pid,
  ]);
  if (ended.rows[0]?.isEnded) member.lost += 1;
  await names.execute(db);
}

async function save(database: Database, member: Member, nth: number): Promise<string[]> {
  const name = `${member.word}${nth}`;
  const seen = await database.inTenant(member, async (db) => {
    await db.insertInto('danceTypes').values({ name }).execute();
    return (await names.execute(db)).rows;
  });
  if (nth > 0) member.saved += 1;
  return seen.map((row) => row.name);
}
