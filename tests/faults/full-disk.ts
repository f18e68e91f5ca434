import { closeSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, type AskDatabase } from './checker.ts';
import { askAgain, startLoad, type Load } from './load.ts';
import { openEmbeddedPlace } from './places.ts';
import { rowOf, type Row } from './row.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';
import { openStand } from './stand.ts';
import { foundStudio, type FaultedStudio } from './studio.ts';
import type { SupervisedApp } from './supervised-app.ts';
import { until } from './wait.ts';

/** What is on the small disk: everything, or only the log that each write goes to first. */
type Filled = 'data' | 'log';

const megabytes = { data: 220, log: 60 };
// None is kept for later, so that each stretch of the log needs room anew.
const tightLog = ['max_wal_size=8MB', 'min_wal_size=2MB', 'wal_recycle=off'];

/** PostgreSQL's disk is full while the app is at work, and has room again. */
export async function fillDatabaseDisk(filled: Filled, tries: number): Promise<Row | null> {
  let disk: SmallDisk | null = null;
  const prepare = (dataDir: string) => {
    disk = openSmallDisk(megabytes[filled], filled === 'data' ? dataDir : join(dataDir, 'pg_wal'));
  };
  const stand = await openStand({ prepare, settings: tightLog });
  if (!stand) return null;
  const { postgres, app, studio, remove } = stand;
  const revive = async () => {
    if (!(await postgres.answers())) {
      await postgres.kill();
      await postgres.start();
    }
  };
  return await fillUnderLoad(
    `full ${filled} disk, PostgreSQL`,
    { app, studio, disk, revive, askDatabase: postgres.ask, remove },
    tries,
  );
}

/** The embedded database's disk is full. It may end the process, with a line that says why; a supervisor starts it. */
export async function fillEmbeddedDisk(filled: Filled, tries: number): Promise<Row | null> {
  const first = await openEmbeddedPlace();
  await first.app.untilReady();
  await first.app.stop();
  const dataDir = join(first.folder, 'database');
  const disk = openSmallDisk(megabytes[filled] + 60, filled === 'data' ? dataDir : join(dataDir, 'pg_wal'));
  const place = await openEmbeddedPlace(first.folder);
  const { app, askDatabase, remove } = place;
  await app.untilReady();
  const studio = await foundStudio(app.url);
  const parts = { app, studio, disk, revive: async () => {}, askDatabase, remove };
  return await fillUnderLoad(`full ${filled} disk, embedded`, parts, tries);
}

/** The disk of the app's own log is full: nobody is to notice. */
export async function fillDiskOfAppLog(tries: number): Promise<Row | null> {
  const folder = mkdtempSync(join(tmpdir(), 'barre-app-log-'));
  const disk = openSmallDisk(8, folder);
  if (!disk) return null;
  const file = join(folder, 'log');
  const output = openSync(file, 'a');
  const stand = await openStand({ env: { LOG_LEVEL: 'info' }, output });
  try {
    if (!stand) return null;
    const { app, postgres, studio } = stand;
    const load = startLoad(studio, { workers: 4 });
    const recoveries: number[] = [];
    for (let nth = 0; nth < tries; nth++) {
      await load.untilSaved(10);
      disk.fill();
      await load.untilSaved(400);
      const { size } = statSync(file);
      disk.free();
      recoveries.push(await until(() => statSync(file).size > size, 10_000, 'nothing is logged any more'));
    }
    await load.stop();
    const findings = await check(postgres.ask, load);
    const refused = load.refused() > 0 ? [`${load.refused()} requests were refused`] : [];
    const ended = app.ends > 0 ? [`the app ended ${app.ends} times, saying ${app.words()}`] : [];
    const problems = [...refused, ...ended];
    return rowOf('full disk of the app’s log', { tries, load, findings, recoveries, problems });
  } finally {
    await stand?.remove();
    closeSync(output);
    disk.remove();
    rmSync(folder, { recursive: true });
  }
}

type Parts = {
  app: SupervisedApp;
  studio: FaultedStudio;
  disk: SmallDisk | null;
  revive: () => Promise<void>;
  askDatabase: AskDatabase;
  remove: () => Promise<void>;
};

async function fillUnderLoad(
  scenario: string,
  { app, studio, disk, revive, askDatabase, remove }: Parts,
  tries: number,
): Promise<Row | null> {
  try {
    if (!disk) return null;
    const load = startLoad(studio, { workers: 4 });
    const recoveries: number[] = [];
    for (let nth = 0; nth < tries; nth++) {
      await load.untilSaved(10);
      disk.fill();
      await untilRefused(load);
      disk.free();
      await revive();
      recoveries.push(
        await load.untilSaved(1).catch((error: unknown) => {
          throw new Error(`${String(error)}\nThe app ended ${app.ends} times, saying ${app.words()}`);
        }),
      );
    }
    await load.stop();
    await askAgain(load, studio);
    console.log(
      `  ${scenario}: the app ended ${app.ends} times${app.ends > 0 ? `, saying ${app.words()}` : ''}`,
    );
    const findings = await check(askDatabase, load);
    return rowOf(scenario, { tries, load, findings, recoveries });
  } finally {
    await app.stop();
    disk?.remove();
    await remove();
  }
}

/** Waits until a good number of requests in a row saved nothing. */
async function untilRefused(load: Load): Promise<void> {
  let saved = load.saved();
  let refused = load.refused();
  const isRefusing = () => {
    if (load.saved() > saved) [saved, refused] = [load.saved(), load.refused()];
    return load.refused() - refused > 40;
  };
  await until(isRefusing, 300_000, 'a full disk refuses nothing');
}
