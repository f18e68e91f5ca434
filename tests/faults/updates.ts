import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ask, demand } from './ask.ts';
import { check } from './checker.ts';
import { olderVersions, unpacking } from './history.ts';
import { startLoad, together, type Load } from './load.ts';
import { addStudios } from './point-in-time.ts';
import { rowOf, type Row } from './row.ts';
import { AUTH_SECRET, openStand } from './stand.ts';
import type { FaultedStudio } from './studio.ts';
import { superviseApp, type SupervisedApp } from './supervised-app.ts';
import { until } from './wait.ts';
import { writeMaker } from './writes.ts';

/** The built server of a version; none for that of today. */
type Version = { name: string; program?: string };

const answeredInTimeMs = 1_000;

/**
 * The last versions one after the other, up to this one: each is at work under load while the next one brings the schema up
 * to date, starts and works beside it, and does not start again. `others` are studios that are there besides and give the
 * database a size. Null without their history.
 */
export async function updateUnderLoad(updates: number, others: number): Promise<Row | null> {
  const commits = olderVersions().slice(0, updates).toReversed();
  return await unpacking(async (unpack) => {
    const [first, ...later] = commits.map((name): Version => {
      const folder = unpack(name);
      execFileSync(process.execPath, ['scripts/build-server.mjs'], { cwd: folder });
      return { name, program: join(folder, 'build/server/main.js') };
    });
    return first ? await update(first, [...later, { name: 'this version' }], others) : null;
  });
}

async function update(first: Version, later: Version[], others: number): Promise<Row | null> {
  const stand = await openStand(first);
  if (!stand) return null;
  const { postgres, studio } = stand;
  const settings = { DATABASE_URL: postgres.url(), AUTH_SECRET };
  const apps = [stand.app];
  const loads: Load[] = [];
  const recoveries: number[] = [];
  const problems: string[] = [];
  try {
    if (others > 0) await addStudios(postgres, studio.url, others);
    const make = writeMaker(studio);
    const startWork = async ({ url }: SupervisedApp) => {
      const load = startLoad({ ...studio, url }, { make, reads: await readable({ ...studio, url }) });
      loads.push(load);
      return load;
    };
    let [app, version] = [stand.app, first];
    for (const next of later) {
      const load = await startWork(app);
      await load.untilSaved(100);
      const beforeMs = load.longestMs;
      const beside = await superviseApp(settings, next);
      apps.push(beside);
      recoveries.push(await beside.untilReady());
      const both = [load, await startWork(beside)];
      await Promise.all(both.map((each) => each.untilSaved(100)));
      await Promise.all(both.map((each) => each.stop()));
      const { longestMs, statuses } = together(both);
      const words = `${Math.round(longestMs)} ms, ${Math.round(beforeMs)} before, ${JSON.stringify(statuses)}`;
      console.log(`  ${version.name} to ${next.name}: ${words}`);
      if (longestMs > answeredInTimeMs || both.some((each) => each.refused() > 0))
        problems.push(`from ${version.name} to ${next.name}: ${words}`);
      await app.stop();
      const again = await superviseApp(settings, { ...version, isSupervised: false });
      apps.push(again);
      await until(again.hasEnded, 60_000, `${version.name} starts on a schema that is newer`);
      [app, version] = [beside, next];
    }
    const load = { ...together(loads), writes: loads.flatMap(({ writes }) => writes) };
    const findings = await check(postgres.ask, load);
    return rowOf('updated under load', { tries: later.length, load, findings, recoveries, problems });
  } finally {
    for (const each of apps) await each.stop();
    await stand.remove();
  }
}

/** What can be asked of a version without naming anything. */
async function readable({ url, token }: FaultedStudio): Promise<string[]> {
  type Document = { paths: Record<string, { get?: { parameters?: { required?: boolean }[] } }> };
  const { paths } = await demand<Document>(url, { path: '/api/docs/openapi.json' });
  const found: string[] = [];
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || get.parameters?.some(({ required }) => required)) continue;
    // A stream of news never ends.
    const { status } = await ask(url, { path: `/api${path}`, token, patienceMs: 2_000 });
    if (status === 200) found.push(`/api${path}`);
  }
  return found;
}
