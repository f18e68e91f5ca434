import { parseArgs } from 'node:util';
import { killApp, killEmbeddedApp } from './killed-app.ts';
import { fillDatabaseDisk, fillDiskOfAppLog, fillEmbeddedDisk } from './full-disk.ts';
import { killDatabase } from './killed-database.ts';
import { killCommands, killEmbeddedMigrations, killMigrations } from './killed-migrations.ts';
import { killReplays } from './killed-replays.ts';
import { breakConnections, takeConnections } from './lost-connections.ts';
import { loseOnPurpose } from './no-durability.ts';
import { replayOnEmbedded, replayOnPostgres } from './replays.ts';
import { keepOlderData } from './older-data.ts';
import { testOlderVersions } from './older-version.ts';
import { restoreToMoment } from './point-in-time.ts';
import { cutPowers } from './power-cuts.ts';
import { rowWithoutLoad, type Row } from './row.ts';
import { slowDatabase, slownesses } from './slow-database.ts';
import { updateUnderLoad } from './updates.ts';
import { shiftClock } from './wrong-clock.ts';

// npm run faults                              every scenario; a small disk only where root runs it
// npm run faults -- --only=kill-app,replays    some of them
// npm run faults -- --share=0.1               a tenth of the tries of each
const { values } = parseArgs({
  options: { only: { type: 'string' }, share: { type: 'string', default: '1' } },
});

/** A scenario does what it does `tries` times, and `atLeast` so often in a part of a run; null where it can not run. */
type Scenario = {
  name: string;
  tries: number;
  atLeast?: number;
  run: (tries: number) => Promise<Row | null>;
};

// All that change the schema; in a part of a run only each so many.
const commands = 862;
// Together 450 MB.
const otherStudios = 34;

const scenarios: Scenario[] = [
  { name: 'kill-app', tries: 100, run: killApp },
  { name: 'kill-app-embedded', tries: 30, run: killEmbeddedApp },
  { name: 'power-cut', tries: 30, run: cutPowers },
  { name: 'kill-database', tries: 30, run: killDatabase },
  { name: 'break-connections', tries: 120, run: breakConnections },
  { name: 'take-connections', tries: 5, run: takeConnections },
  ...slownesses.map((slowness, nth) => ({
    name: `slow-${nth + 1}`,
    tries: 5,
    run: (tries: number) => slowDatabase(slowness, tries),
  })),
  { name: 'full-data-disk', tries: 5, run: (tries) => fillDatabaseDisk('data', tries) },
  { name: 'full-log-disk', tries: 5, run: (tries) => fillDatabaseDisk('log', tries) },
  { name: 'full-data-disk-embedded', tries: 5, run: (tries) => fillEmbeddedDisk('data', tries) },
  { name: 'full-log-disk-embedded', tries: 2, run: (tries) => fillEmbeddedDisk('log', tries) },
  { name: 'full-app-log', tries: 5, run: fillDiskOfAppLog },
  { name: 'point-in-time', tries: 5, run: (tries) => restoreToMoment(tries, otherStudios) },
  { name: 'migrations', tries: 60, run: killMigrations },
  {
    name: 'migration-commands',
    tries: commands,
    run: (tries) => killCommands(Math.round(commands / tries)),
  },
  { name: 'migrations-embedded', tries: 20, run: killEmbeddedMigrations },
  { name: 'older-version', tries: 6, run: testOlderVersions },
  { name: 'older-data', tries: 22, run: keepOlderData },
  { name: 'update', tries: 10, run: (tries) => updateUnderLoad(tries, otherStudios) },
  { name: 'clock', tries: 12, atLeast: 6, run: shiftClock },
  { name: 'replays', tries: 1_000, run: replayOnPostgres },
  { name: 'replays-embedded', tries: 1_000, run: replayOnEmbedded },
  { name: 'replays-killed', tries: 20, atLeast: 3, run: killReplays },
  { name: 'negative-control', tries: 5, atLeast: 3, run: loseOnPurpose },
];

async function main(): Promise<void> {
  const rows: Row[] = [];
  for (const { name, tries, atLeast = 1, run } of chosen(values.only)) {
    const since = performance.now();
    const row = await run(Math.max(atLeast, Math.round(tries * Number(values.share)))).catch(failed(name));
    const took = `${Math.round((performance.now() - since) / 1000)} s`;
    if (!row) {
      console.log(`- ${name}: skipped, this machine can not do it`);
      continue;
    }
    rows.push(row);
    console.log(
      `${row.problems.length > 0 ? '✗' : '✓'} ${name}, ${took}; answers ${JSON.stringify(row.statuses)}`,
    );
    for (const problem of row.problems) console.log(`    ${problem}`);
  }
  console.log(`\n${tableOf(rows)}`);
  process.exitCode = rows.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

function chosen(names: string | undefined): Scenario[] {
  const wanted = names?.split(',');
  const unknown = wanted?.filter((each) => !scenarios.some(({ name }) => name === each)) ?? [];
  if (unknown.length > 0) {
    console.error(
      `No such scenario: ${unknown.join(', ')}. There are ${scenarios.map(({ name }) => name).join(', ')}.`,
    );
    process.exit(1);
  }
  return scenarios.filter(({ name }) => wanted?.includes(name) ?? true);
}

function failed(scenario: string) {
  return (error: unknown): Row =>
    rowWithoutLoad(scenario, 0, [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
}

function tableOf(rows: Row[]): string {
  const cells = rows.map(
    ({ scenario, tries, acknowledged, lost, doubled, longestWaitMs, recoveryMs, problems }) => [
      scenario,
      ...[tries, acknowledged, lost, doubled, longestWaitMs].map(String),
      `${recoveryMs.median} / ${recoveryMs.longest}`,
      problems.length > 0 ? 'no' : 'yes',
    ],
  );
  const head = [
    'Scenario',
    'Tries',
    'Acknowledged',
    'Lost',
    'Doubled',
    'Longest wait, ms',
    'Recovery, ms: median / longest',
    'Held',
  ];
  return [head, head.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

await main();
// Connections a scenario has left open hold nothing any more.
process.exit();
