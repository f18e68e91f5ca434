import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOperations, type Operation } from '#tests/support/operations.ts';
import { openAttackedServer, type AttackedServer } from './attacked-server.ts';
import { attackOperation, openPair, type Tally, type Ways } from './duel.ts';
import { readEverything } from './reading.ts';
import { apiRequest } from './requests.ts';
import { openVictim } from './victim.ts';

// Whether the attack would notice: with one table after the other left open, it must find its way in. Part of npm run
// attack alone.

const isFull = process.env['ATTACKS'] === 'all';
const ways: Ways = {
  by: ['owner'],
  calls: [apiRequest],
  isTried: ({ isDirect, name }) => isDirect || name === 'header x-organization-id',
};
/** Read only beside a row of a table that is closed still, or by a key that begins with the studio. */
const behindAnother = ['attendance_entries', 'idempotency_keys', 'past_class_rules', 'pay_terms'];

let server: AttackedServer;
beforeAll(async () => {
  server = await openAttackedServer();
});
afterAll(() => server.close());

it.runIf(isFull)(
  'an attack notices a table that is left open',
  async () => {
    const { pool } = server.past.database;
    const operations = await listOperations();
    const { rows: tables } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace order by 1`,
    );
    expect(await findingsWhile(operations, 'select', 'select')).toEqual([]);
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const open = `alter table ${name} disable row level security`;
      const close = `alter table ${name} enable row level security`;
      found[name] = (await findingsWhile(operations, open, close)).length;
    }
    console.log('findings with this table left open:', found);
    const unnoticed = Object.keys(found).filter((name) => found[name] === 0);
    expect(unnoticed).toEqual(behindAnother);
  },
  600_000,
);

/** What the attack finds between two statements. */
async function findingsWhile(operations: Operation[], first: string, last: string): Promise<string[]> {
  const { pool } = server.past.database;
  const victim = await openVictim(server.past);
  const pair = await openPair(server);
  const before = await victim.checksum();
  const tally: Tally = { calls: 0, findings: [], statuses: new Map() };
  const read = () => readEverything(server, operations, pair.near, ['owner']);
  const readBefore = await read();
  await pool.query(first);
  const differing = (await read()).filter((answer, nth) => answer !== readBefore[nth]);
  for (const operation of operations) await attackOperation(server, victim, pair, operation, ways, tally);
  await pool.query(last);
  const changes = (await victim.checksum()) === before ? [] : ['changed'];
  return [...differing, ...tally.findings, ...changes];
}
