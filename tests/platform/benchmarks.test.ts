import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { hasPostgres } from '#tests/support/test-database.ts';
import { rows } from '../../bench/rows.ts';
import { limitSettings, prepare } from '../../bench/setup.ts';

// Each row of the benchmarks as npm run bench records it, on a studio that is quickly made.
const size = { classes: 5, students: 100, months: 1 };
const mostRoundTrips = 3;
// As the benchmarks, only on a server of our own, which trusts this machine and is thrown away.
const isOurs = hasPostgres && process.env['TEST_DATABASE_URL'] === undefined;

it.skipIf(!isOurs)(
  'the limit answers every read, and a write waits for the database three times at most',
  async () => {
    const postgres = await startPostgres();
    if (!postgres) throw new Error('there is no PostgreSQL server');
    onTestFinished(postgres.stop);
    const names = rows.map(({ name }) => name);
    const prepared = await prepare(postgres.url, size, 1, names);
    const limit = new pg.Client({ connectionString: limitSettings(prepared)['DATABASE_URL'] });
    await limit.connect();
    onTestFinished(() => limit.end());
    const organizationId = prepared.facts.studios.app[0]?.organizationId;
    for (const { name, write } of rows.filter(({ procedure }) => procedure !== null)) {
      const { limit: statements, roundTrips } = prepared.recordings[name] ?? { limit: [], roundTrips: NaN };
      if (write) expect(roundTrips, name).toBeLessThanOrEqual(mostRoundTrips);
      else expect(statements, name).not.toEqual([]);
      for (const { text, values } of statements) {
        const { rows: found } = await limit.query<{ body: string }>(text, [...values, organizationId]);
        expect(found[0]?.body, name).toMatch(/^[[{]/);
      }
    }
  },
);
