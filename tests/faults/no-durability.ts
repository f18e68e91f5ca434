import { check } from './checker.ts';
import { startLoad } from './load.ts';
import { rowOf, type Row } from './row.ts';
import { openStand } from './stand.ts';

// What is acknowledged stays in the server's memory: a kill takes it along.
const careless = ['synchronous_commit=off', 'wal_writer_delay=10s', 'wal_writer_flush_after=1GB'];

/** The negative control: a server that acknowledges what it has not kept. A checker that finds no loss here is blind. */
export async function loseOnPurpose(kills: number): Promise<Row | null> {
  const stand = await openStand({ settings: careless });
  if (!stand) return null;
  const { postgres, studio } = stand;
  try {
    const load = startLoad(studio);
    for (let nth = 0; nth < kills; nth++) {
      await load.untilSaved(30);
      await postgres.kill();
      await postgres.start();
    }
    await load.stop();
    const row = rowOf('negative control', {
      tries: kills,
      load,
      findings: await check(postgres.ask, load),
      recoveries: [],
    });
    return { ...row, problems: row.lost > 0 ? [] : ['the checker did not find what was lost'] };
  } finally {
    await stand.remove();
  }
}
