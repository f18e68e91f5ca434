import { check } from './checker.ts';
import { askAgain, startLoad } from './load.ts';
import { rowOf, type Row } from './row.ts';
import { openStand } from './stand.ts';
import { until } from './wait.ts';

/** PostgreSQL dies with everything it started while the app is at work, and is started again. */
export async function killDatabase(kills: number): Promise<Row | null> {
  const stand = await openStand();
  if (!stand) return null;
  const { postgres, app, studio } = stand;
  try {
    const load = startLoad(studio);
    const problems: string[] = [];
    const recoveries: number[] = [];
    for (let nth = 0; nth < kills; nth++) {
      await load.untilSaved(10 + ((nth * 7) % 30));
      await postgres.kill();
      await until(async () => !(await app.isReady()), 20_000, 'it says it is ready without a database');
      if (!(await app.isAlive())) problems.push('it does not say that it lives');
      await postgres.start();
      recoveries.push(await load.untilSaved(1));
    }
    await load.stop();
    await askAgain(load, studio);
    if (app.ends > 0) problems.push(`the app ended ${app.ends} times`);
    const findings = await check(postgres.ask, load);
    return rowOf('kill -9 of PostgreSQL', { tries: kills, load, findings, recoveries, problems });
  } finally {
    await stand.remove();
  }
}
