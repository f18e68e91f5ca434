import type { Apps } from './apps.ts';
import { ask, freezeReplication, takesWrites, type Databases } from './databases.ts';
import { cutOff, killHost, plugIn, processesOn, signal, type Host } from './hosts.ts';
import type { Streams } from './streams.ts';
import type { Traffic } from './traffic.ts';
import { pause, until } from './wait.ts';

export type Cluster = { databases: Databases; apps: Apps; traffic: Traffic; streams: Streams };
export type Outcome = {
  fault: FaultName;
  /** The longest time without an acknowledged write, counted from the fault on. */
  gapMs: number;
  failed: number;
  liveMs: number;
  reopened: number;
  problems: string[];
};

const steadyAfter = 20;
// Longer than a request waits for the database.
const frozenMs = 14_000;
const lateMs = 4_000;
const undecidedMs = 60_000;
const cutMs = 30_000;

const faults = {
  'kill-primary': killPrimary,
  'cut-primary': cutPrimary,
  'freeze-standbys': freezeStandbys,
  'lose-etcd': loseEtcd,
  'late-copy': freezeCopy,
  'kill-app': killApp,
  'restart-apps': restartApps,
};

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

/** Lets one fault happen under traffic and waits until everything is as it was. */
export async function tryFault(fault: FaultName, nth: number, cluster: Cluster): Promise<Outcome> {
  const { traffic, streams } = cluster;
  await steady(traffic);
  const before = { at: performance.now(), failures: traffic.failures.length, reopened: streams.reopened };
  const problems = await faults[fault](cluster, nth);
  await steady(traffic);
  const gapMs = longestGap(traffic, before.at);
  const liveMs = await streams.hearChange();
  await cluster.databases.settle();
  return {
    fault,
    gapMs,
    liveMs,
    problems,
    failed: traffic.failures.length - before.failures,
    reopened: streams.reopened - before.reopened,
  };
}

async function killPrimary({ databases, traffic }: Cluster): Promise<string[]> {
  const old = await databases.primary();
  killHost(old);
  await takeOver(databases, old);
  await steady(traffic);
  databases.start(old);
  return [];
}

async function cutPrimary({ databases, traffic }: Cluster): Promise<string[]> {
  const old = await databases.primary();
  const from = performance.now();
  cutOff(old);
  await takeOver(databases, old);
  await steady(traffic);
  await pause(Math.max(0, from + cutMs - performance.now()));
  plugIn(old);
  return [];
}

/** Nothing may be called saved while only one server has it. */
async function freezeStandbys({ databases, traffic }: Cluster): Promise<string[]> {
  const primary = await databases.primary();
  const standbys = databases.hosts.filter((host) => host !== primary);
  for (const host of standbys) freezeReplication(host, true);
  // What the standbys had received before may still be acknowledged.
  await pause(500);
  const from = performance.now();
  await pause(1_000);
  // As an administrator may who sees statements that do not end: the server then calls them committed.
  await ask(primary, `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
  await pause(frozenMs);
  const early = traffic.acknowledged.filter(({ at }) => at > from);
  for (const host of standbys) freezeReplication(host, false);
  return early.map(
    ({ write: { kind, nth, tries } }) =>
      `${kind} ${nth} was acknowledged while no standby had it, after ${tries} tries`,
  );
}

/** Where most of etcd is gone nobody can say who is the primary: better none takes writes than two. */
async function loseEtcd({ databases, traffic }: Cluster): Promise<string[]> {
  const primary = await databases.primary();
  const others = databases.hosts.filter((host) => host !== primary);
  for (const host of others)
    for (const { pid, command } of processesOn(host)) if (command.startsWith('etcd ')) signal(pid, 'SIGKILL');
  await until('no primary', async () => !(await takesWrites(primary)));
  const from = performance.now();
  await pause(undecidedMs);
  const early = traffic.acknowledged.filter(({ sentAt }) => sentAt > from);
  for (const host of others) databases.start(host);
  return early.map(({ write: { kind, nth } }) => `${kind} ${nth} was acknowledged without a primary`);
}

/** A copy that no commit waits for falls behind: reports must not be read from it. */
async function freezeCopy({ databases }: Cluster): Promise<string[]> {
  const primary = await databases.primary();
  const copies = await ask<{ name: string }>(
    primary,
    `select application_name as name from pg_stat_replication where sync_state = 'async'`,
  );
  const copy = databases.hosts.find(({ name }) => name === copies[0]?.name);
  if (!copy) return ['there was no copy that commits do not wait for'];
  freezeReplication(copy, true);
  await pause(lateMs);
  freezeReplication(copy, false);
  return [];
}

async function killApp({ apps }: Cluster, nth: number): Promise<string[]> {
  const app = apps.apps[nth % apps.apps.length];
  await app?.end('SIGKILL');
  await app?.start();
  return [];
}

async function restartApps({ apps, traffic }: Cluster): Promise<string[]> {
  const before = traffic.failures.length;
  for (const app of apps.apps) {
    await app.end('SIGTERM');
    await app.start();
  }
  return traffic.failures
    .slice(before)
    .map(({ what, status, message }) => `${what} failed during the restart: ${status} ${message}`);
}

async function takeOver(databases: Databases, old: Host): Promise<void> {
  const others = databases.hosts.filter((host) => host !== old);
  await until('another primary', async () => others.includes(await databases.primary()));
}

/** Waits for writes that were sent from now on, and acknowledged. */
async function steady(traffic: Traffic): Promise<void> {
  const from = performance.now();
  await until('writes to be acknowledged', () => sentSince(traffic, from) >= steadyAfter, 120_000);
}

function sentSince({ acknowledged }: Traffic, from: number): number {
  let count = 0;
  for (let nth = acknowledged.length - 1; (acknowledged[nth]?.at ?? 0) > from; nth--)
    if ((acknowledged[nth]?.sentAt ?? 0) > from) count += 1;
  return count;
}

function longestGap({ acknowledged }: Traffic, from: number): number {
  const times = [from, ...acknowledged.map(({ at }) => at).filter((at) => at > from)];
  return Math.max(0, ...times.slice(1).map((at, nth) => at - (times[nth] ?? at)));
}
