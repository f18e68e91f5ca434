import { answersWithinMs, steady, type Cluster } from './cluster.ts';
import { ask, freezeReplication, takesWrites, type Databases } from './databases.ts';
import { cutOff, freezeHost, killHost, plugIn, processesOn, signal, type Host } from './hosts.ts';
import { pause, until } from './wait.ts';

// Longer than a request waits for the database.
const frozenMs = 14_000;
const cancelled = 8;
const lateMs = 4_000;
const undecidedMs = 60_000;
const goneMs = 30_000;
const stepsDownWithinMs = 5_000;

export async function killPrimary(cluster: Cluster): Promise<string[]> {
  return await losePrimary(cluster, 0, killHost, (old) => cluster.databases.start(old));
}

export async function cutPrimary(cluster: Cluster): Promise<string[]> {
  return await losePrimary(cluster, goneMs, cutOff, plugIn);
}

/** One that wakes takes itself for the primary for a moment, until Patroni there has asked etcd. */
export async function freezePrimary(cluster: Cluster): Promise<string[]> {
  let took = 0;
  const problems = await losePrimary(
    cluster,
    goneMs,
    (old) => freezeHost(old, true),
    async (old) => {
      const from = performance.now();
      freezeHost(old, false);
      await until(`${old.name} to step down`, async () => !(await takesWrites(old)));
      took = performance.now() - from;
    },
  );
  if (took > stepsDownWithinMs)
    problems.push(`a primary that woke stepped down after ${Math.round(took)} ms only`);
  return problems;
}

/** Nothing may be called saved while only one server has it. */
export async function freezeStandbys({ databases, traffic }: Cluster): Promise<string[]> {
  const primary = await databases.primary();
  const standbys = databases.hosts.filter((host) => host !== primary);
  for (const host of standbys) freezeReplication(host, true);
  // What the standbys had received before may still be acknowledged.
  await pause(500);
  const from = performance.now();
  // As an administrator may who sees statements that do not end: the server then calls them committed. Who announces a
  // change waits for a standby alone, and the next one comes when that one is cancelled.
  for (let nth = 0; nth < cancelled; nth++) {
    await pause(500);
    await ask(primary, `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
  }
  await pause(frozenMs);
  const early = traffic.acknowledged.filter(({ at }) => at > from);
  for (const host of standbys) freezeReplication(host, false);
  return early.map(
    ({ write: { kind, nth, tries } }) =>
      `${kind} ${nth} was acknowledged while no standby had it, after ${tries} tries`,
  );
}

/** Where most of etcd is gone nobody can say who is the primary: better none takes writes than two. */
export async function loseEtcd({ databases, traffic }: Cluster): Promise<string[]> {
  const primary = await databases.primary();
  const others = databases.hosts.filter((host) => host !== primary);
  for (const host of others)
    for (const { pid, command } of processesOn(host)) if (command.startsWith('etcd ')) signal(pid, 'SIGKILL');
  await until('no primary', async () => !(await takesWrites(primary)));
  const from = performance.now();
  await pause(answersWithinMs);
  const before = { answers: traffic.answers, failures: traffic.failures.length };
  await pause(undecidedMs - answersWithinMs);
  const early = traffic.acknowledged.filter(({ sentAt }) => sentAt > from);
  const answers = traffic.answers - before.answers;
  const otherwise = traffic.failures.slice(before.failures).filter(({ status }) => status !== 503);
  for (const host of others) databases.start(host);
  return [
    ...early.map(({ write: { kind, nth } }) => `${kind} ${nth} was acknowledged without a primary`),
    ...otherwise.map(({ what, status }) => `${what} got ${status} without a primary`),
    ...(answers > 0 ? [`${answers} requests were answered without a primary`] : []),
  ];
}

/** A copy that no commit waits for falls behind: reports must not be read from it. */
export async function freezeCopy({ databases }: Cluster): Promise<string[]> {
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

/** Another takes over, and the old primary is its standby once it is back. */
async function losePrimary(
  cluster: Cluster,
  atLeastMs: number,
  lose: (old: Host) => void,
  bringBack: (old: Host) => void | Promise<void>,
): Promise<string[]> {
  const { databases, traffic } = cluster;
  const old = await databases.primary();
  const from = performance.now();
  lose(old);
  await takeOver(databases, old);
  await steady(traffic);
  await pause(Math.max(0, from + atLeastMs - performance.now()));
  await bringBack(old);
  return await leaveAloneWith(old, cluster);
}

async function takeOver(databases: Databases, old: Host): Promise<void> {
  const others = databases.hosts.filter((host) => host !== old);
  await until('another primary', async () => others.includes(await databases.primary()));
}

/** Takes the third database away, so that nothing can be saved unless `old` has it too, which may then take over. */
async function leaveAloneWith(old: Host, { databases, traffic }: Cluster): Promise<string[]> {
  const primary = await databases.settle();
  if (primary === old) return [`${old.name} became the primary again when it was back`];
  const third = databases.hosts.find((host) => host !== primary && host !== old);
  if (third) killHost(third);
  await steady(traffic);
  const problems: string[] = [];
  const isHeir = async () => (await databases.heir(primary)) === old;
  await until(`${old.name} to be the one that may take over`, isHeir, 30_000).catch((error: unknown) =>
    problems.push(String(error)),
  );
  if (third) databases.start(third);
  return problems;
}
