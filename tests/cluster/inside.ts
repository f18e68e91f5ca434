// Runs in the namespaces that main.ts opens; everything it starts ends with it.
import { parseArgs } from 'node:util';
import { reportsFromCopies, startApps } from './apps.ts';
import type { Cluster } from './cluster.ts';
import { startDatabases, type Databases } from './databases.ts';
import { faultNames, faults, tryFault, type FaultName, type Outcome } from './faults.ts';
import { openNetwork } from './hosts.ts';
import { auditWrites } from './ledger.ts';
import { gapsOf, printOutcome, printSummary } from './print.ts';
import { openStreams } from './streams.ts';
import { foundStudio, type Studio } from './studio.ts';
import { startTraffic } from './traffic.ts';
import { until } from './wait.ts';
import { watchPrimaries } from './watch.ts';

const { values, positionals } = parseArgs({
  options: {
    tries: { type: 'string', default: '2' },
    full: { type: 'boolean' },
    only: { type: 'string' },
    keep: { type: 'boolean' },
  },
  allowPositionals: true,
});
const [folder = ''] = positionals;
const chosen = (values.only?.split(',') ?? faultNames) as FaultName[];

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => process.exit(130));
process.stdin.resume().once('end', () => process.exit(130));

async function main(): Promise<number> {
  const unknown = chosen.filter((name) => !faultNames.includes(name));
  if (unknown.length > 0)
    throw new Error(`No such fault: ${unknown.join(', ')}. There are ${faultNames.join(', ')}.`);
  const started = performance.now();
  openNetwork();
  console.log('Starting 3 databases under Patroni, 2 apps with a PgBouncer each, a balancer ...');
  const databases = await startDatabases(folder);
  const apps = await startApps(folder, databases.hosts);
  const studio = await foundStudio(apps.url);
  const cluster = {
    databases,
    apps,
    traffic: startTraffic(studio),
    streams: openStreams(studio),
    watch: watchPrimaries(databases.hosts),
  };
  console.log(`Ready after ${((performance.now() - started) / 1000).toFixed(0)} s.\n`);
  const outcomes = await tryAll(cluster);
  const problems = [
    ...outcomes.flatMap((outcome) => outcome.problems),
    ...longGaps(outcomes),
    ...(await verdict(cluster, studio)),
  ];
  printSummary({ outcomes, ...cluster, problems, ms: performance.now() - started });
  return problems.length > 0 ? 1 : 0;
}

/** The median: a busy machine now and then gives no time to anybody. */
function longGaps(outcomes: Outcome[]): string[] {
  return chosen
    .map((fault) => ({ fault, ms: gapsOf(outcomes, fault).median }))
    .filter(({ fault, ms }) => ms > faults[fault].gapMs)
    .map(({ fault, ms }) => `${fault}: nothing was written for ${Math.round(ms / 1000)} s`);
}

async function tryAll(cluster: Cluster): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await cluster.streams.hearChange();
  for (const fault of chosen)
    for (let nth = 0; nth < (values.full ? faults[fault].tries : Number(values.tries)); nth++) {
      const outcome = await tryFault(fault, nth, cluster);
      printOutcome(outcome, nth);
      outcomes.push(outcome);
    }
  return outcomes;
}

async function verdict(
  { databases, traffic, streams, apps, watch }: Cluster,
  studio: Studio,
): Promise<string[]> {
  await traffic.stop();
  streams.stop();
  await watch.stop();
  const problems: string[] = [];
  if (traffic.staleReports > 0) problems.push(`${traffic.staleReports} reports were too old`);
  const reads = await Promise.all(apps.apps.map(reportsFromCopies));
  if (reads.every((count) => count === 0)) problems.push('No report was read from a copy');
  return [...problems, ...(await auditAll(databases, studio, traffic.writes))];
}

/** The same on all three: the copies get a moment to catch up. */
async function auditAll(databases: Databases, studio: Studio, writes: Cluster['traffic']['writes']) {
  const primary = await databases.settle();
  const problems = await auditWrites(primary, studio, writes);
  for (const host of databases.hosts) {
    if (host === primary || problems.length > 0) continue;
    const isSame = async () => (await auditWrites(host, studio, writes)).length === 0;
    await until(`${host.name} to hold what the primary holds`, isSame, 10_000).catch((error: unknown) =>
      problems.push(String(error)),
    );
  }
  return problems;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
