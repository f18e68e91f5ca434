// Reads and writes many times, and says how many bytes each leaves behind that only a full collection clears away.
import { randomUUID } from 'node:crypto';
import { getHeapSpaceStatistics } from 'node:v8';
import { sql } from 'kysely';
import { openDatabase } from '#platform/database.ts';

const times = 3000;
const database = await openDatabase({ url: process.argv[2] });
const caller = { organizationId: randomUUID(), profileId: randomUUID() };
await database.pool.query(
  'create table if not exists scratch_asked (word text); grant insert on scratch_asked to barre_app',
);

const collect = globalThis.gc;
if (!collect) throw new Error('Start this with --expose-gc');

function oldBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space');
  if (!space) throw new Error('This Node has no old space, or calls it otherwise');
  return space.space_used_size;
}

async function leftBy(ask: () => Promise<unknown>): Promise<number> {
  // What is compiled and remembered meanwhile stays, and is not what is looked for.
  for (let turn = 0; turn < times; turn++) await ask();
  const found = oldBytes();
  collect?.();
  return (found - oldBytes()) / times;
}

const read = () => database.readText(caller.organizationId, sql`select ${'a word'} as body`);
const write = () =>
  database.inTenant(caller, (tx) => sql`insert into scratch_asked values (${'a word'})`.execute(tx));
await leftBy(read);
await leftBy(write);
console.log(JSON.stringify({ read: await leftBy(read), write: await leftBy(write) }));
await database.close();
