// Writes transactions of three rows until it is killed and reports each one that was acknowledged.
import { writeSync } from 'node:fs';
import { openDatabase } from '#platform/database.ts';

const { pool } = await openDatabase({ dataDir: process.argv[2] });
await pool.query('create table if not exists scratch_writes (run int not null, part int not null)');
const { rows } = await pool.query<{ last: number }>(
  'select coalesce(max(run), 0) as last from scratch_writes',
);
for (let run = (rows[0]?.last ?? 0) + 1; ; run++) {
  const client = await pool.connect();
  await client.query('begin');
  for (const part of [1, 2, 3]) await client.query('insert into scratch_writes values ($1, $2)', [run, part]);
  await client.query('commit');
  client.release();
  writeSync(1, `${run}\n`);
}
