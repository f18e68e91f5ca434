import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { check } from './checker.ts';
import { askAgain, startLoad } from './load.ts';
import { rowOf, type Row } from './row.ts';
import { openTransactions } from './slow-database.ts';
import { openStand, type Stand } from './stand.ts';

/** Every connection to the database breaks, again and again. */
export async function breakConnections(breaks: number): Promise<Row | null> {
  return await troubled('connections break', breaks, async (stand, nth) => {
    // Every 1 to 5 seconds, never at the same distance.
    await pause(1_000 + ((nth * 1_370) % 4_000));
    stand.proxy.reset();
  });
}

/** Others take every connection the server has, for a while. */
export async function takeConnections(tries: number): Promise<Row | null> {
  return await troubled('connections all taken', tries, async ({ postgres, proxy }) => {
    const taken: pg.Client[] = [];
    // The app is quick to take back what it lost, so it loses them again and again.
    for (let turn = 0; turn < 30; turn++) {
      proxy.reset();
      taken.push(...(await takeAll(postgres.url())));
    }
    await pause(3_000);
    for (const client of taken) await client.end().catch(() => {});
  });
}

async function troubled(
  scenario: string,
  tries: number,
  trouble: (stand: Stand, nth: number) => Promise<void>,
): Promise<Row | null> {
  const stand = await openStand();
  if (!stand) return null;
  const { postgres, app, studio } = stand;
  try {
    const load = startLoad(studio);
    const recoveries: number[] = [];
    for (let nth = 0; nth < tries; nth++) {
      await trouble(stand, nth);
      recoveries.push(await load.untilSaved(1));
    }
    await load.stop();
    await askAgain(load, studio);
    const problems = [
      ...(app.ends > 0 ? [`the app ended ${app.ends} times`] : []),
      ...(await openTransactions(postgres)),
    ];
    const findings = await check(postgres.ask, load);
    return rowOf(scenario, { tries, load, findings, recoveries, answersWithinMs: 5_000, problems });
  } finally {
    await stand.remove();
  }
}

async function takeAll(url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    const isTaken = await client.connect().then(
      () => true,
      () => false,
    );
    if (!isTaken) return taken;
    taken.push(client);
  }
}
