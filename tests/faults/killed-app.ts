import { setTimeout as pause } from 'node:timers/promises';
import { check } from './checker.ts';
import { askAgain, startLoad } from './load.ts';
import { median, rowOf, type Row } from './row.ts';
import { openStand } from './stand.ts';

const backWithinMs = 3_000;

/** The app dies in the middle of its work, and its supervisor starts it again. */
export async function killApp(kills: number): Promise<Row | null> {
  const stand = await openStand();
  if (!stand) return null;
  const { postgres, app, studio } = stand;
  try {
    const load = startLoad(studio);
    const recoveries: number[] = [];
    for (let nth = 0; nth < kills; nth++) {
      await load.untilSaved(3);
      // Never at the same distance into what is under way.
      await pause((nth * 7) % 60);
      app.kill();
      recoveries.push(await app.untilReady());
    }
    await load.stop();
    await askAgain(load, studio);
    const findings = await check(postgres.ask, load);
    // The median: a busy machine now and then gives no time to anybody.
    const isLate = median(recoveries) > backWithinMs;
    const problems = isLate ? [`it took ${Math.round(median(recoveries))} ms to come back`] : [];
    return rowOf('kill -9 of the app', { tries: kills, load, findings, recoveries, problems });
  } finally {
    await stand.remove();
  }
}
