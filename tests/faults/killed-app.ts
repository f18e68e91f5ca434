import { setTimeout as pause } from 'node:timers/promises';
import { check, type AskDatabase } from './checker.ts';
import { askAgain, startLoad } from './load.ts';
import { openEmbeddedPlace } from './places.ts';
import { rowOf, type Row } from './row.ts';
import { openStand } from './stand.ts';
import { foundStudio, type FaultedStudio } from './studio.ts';
import type { SupervisedApp } from './supervised-app.ts';

/** The app dies in the middle of its work, and its supervisor starts it again. */
export async function killApp(kills: number): Promise<Row | null> {
  const stand = await openStand();
  if (!stand) return null;
  const { postgres, app, studio } = stand;
  try {
    const parts = { app, studio, askDatabase: postgres.ask, workers: 8, recoversWithinMs: 3_000 };
    return await killUnderLoad('kill -9 of the app', parts, kills);
  } finally {
    await stand.remove();
  }
}

/** The same on the embedded engine: the database dies with the app, and recovers as it starts. */
export async function killEmbeddedApp(kills: number): Promise<Row> {
  const { app, askDatabase, remove } = await openEmbeddedPlace();
  try {
    await app.untilReady();
    const studio = await foundStudio(app.url);
    // Fewer: it is away for longer, and what is asked meanwhile is all asked again.
    const parts = { app, studio, askDatabase, workers: 4, recoversWithinMs: 20_000 };
    return await killUnderLoad('kill -9 of the app, embedded', parts, kills);
  } finally {
    await remove();
  }
}

type Parts = {
  app: SupervisedApp;
  studio: FaultedStudio;
  askDatabase: AskDatabase;
  workers: number;
  recoversWithinMs: number;
};

async function killUnderLoad(
  scenario: string,
  { app, studio, askDatabase, workers, recoversWithinMs }: Parts,
  kills: number,
): Promise<Row> {
  const load = startLoad(studio, { workers });
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
  const problems = app.ends === kills ? [] : [`the app ended ${app.ends} times, saying ${app.words()}`];
  const findings = await check(askDatabase, load);
  return rowOf(scenario, { tries: kills, load, findings, recoveries, recoversWithinMs, problems });
}
