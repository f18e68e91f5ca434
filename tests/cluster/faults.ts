import { cutApp, freezeApp, killApp, restartApps } from './app-faults.ts';
import { answersWithinMs, steady, type Cluster } from './cluster.ts';
import {
  cutPrimary,
  freezeCopy,
  freezePrimary,
  freezeStandbys,
  killPrimary,
  loseEtcd,
} from './database-faults.ts';
import type { Traffic } from './traffic.ts';

export type Outcome = {
  fault: FaultName;
  /** The longest time without an acknowledged write, counted from the fault on. */
  gapMs: number;
  failed: number;
  /** The longest time a request waited for its refusal. */
  waitedMs: number;
  liveMs: number;
  reopened: number;
  problems: string[];
};

type Fault = {
  happen: (cluster: Cluster, nth: number) => Promise<string[]>;
  /** How often it is tried in a full run. */
  tries: number;
  /** So long, in the median, nothing may be written. */
  gapMs: number;
  /** For a moment two call themselves the primary: the one that was before does not know yet. */
  wakesPrimary?: boolean;
};

const takesOverWithinMs = 25_000;

export const faults = {
  'kill-primary': { happen: killPrimary, tries: 10, gapMs: takesOverWithinMs },
  'cut-primary': { happen: cutPrimary, tries: 10, gapMs: takesOverWithinMs },
  'freeze-primary': { happen: freezePrimary, tries: 10, gapMs: takesOverWithinMs, wakesPrimary: true },
  'freeze-standbys': { happen: freezeStandbys, tries: 10, gapMs: 22_000 },
  'lose-etcd': { happen: loseEtcd, tries: 5, gapMs: 70_000 },
  'late-copy': { happen: freezeCopy, tries: 10, gapMs: 2_000 },
  'kill-app': { happen: killApp, tries: 10, gapMs: 2_000 },
  'freeze-app': { happen: freezeApp, tries: 10, gapMs: 10_000 },
  'cut-app': { happen: cutApp, tries: 10, gapMs: 5_000 },
  'restart-apps': { happen: restartApps, tries: 20, gapMs: 2_000 },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

/** Lets one fault happen under traffic and waits until everything is as it was. */
export async function tryFault(fault: FaultName, nth: number, cluster: Cluster): Promise<Outcome> {
  const { traffic, streams, watch } = cluster;
  const { happen, wakesPrimary = false }: Fault = faults[fault];
  await steady(traffic);
  const before = { at: performance.now(), failures: traffic.failures.length, reopened: streams.reopened };
  const { splits, doubleClaims } = watch;
  const problems = await happen(cluster, nth);
  await steady(traffic);
  const gapMs = longestGap(traffic, before.at);
  const liveMs = await streams.hearChange();
  await cluster.databases.settle();
  if (watch.splits > splits) problems.push('two databases acknowledged commits');
  if (watch.doubleClaims > doubleClaims && !wakesPrimary)
    problems.push('two databases called themselves the primary at once');
  const failures = traffic.failures.slice(before.failures);
  const waitedMs = Math.max(0, ...failures.map(({ waitedMs: each }) => each));
  if (waitedMs > answersWithinMs)
    problems.push(`a request waited ${Math.round(waitedMs / 1000)} s for its refusal`);
  return {
    fault,
    gapMs,
    liveMs,
    problems: problems.map((problem) => `${fault} ${nth + 1}: ${problem}`),
    failed: failures.length,
    waitedMs,
    reopened: streams.reopened - before.reopened,
  };
}

function longestGap({ acknowledged }: Traffic, from: number): number {
  const times = [from, ...acknowledged.map(({ at }) => at).filter((at) => at > from)];
  return Math.max(0, ...times.slice(1).map((at, nth) => at - (times[nth] ?? at)));
}
