import { steady, type Cluster } from './cluster.ts';
import { cutOff, freezeHost, plugIn, type Host } from './hosts.ts';
import { pause } from './wait.ts';

const goneMs = 30_000;
const hearsWithinMs = 12_000;

export async function killApp({ apps }: Cluster, nth: number): Promise<string[]> {
  const app = apps.apps[nth % apps.apps.length];
  await app?.end('SIGKILL');
  await app?.start();
  return [];
}

/** What it was doing it goes on with when it wakes, though others have been asked for the same meanwhile. */
export async function freezeApp(cluster: Cluster, nth: number): Promise<string[]> {
  return await loseApp(
    cluster,
    nth,
    (host) => freezeHost(host, true),
    (host) => freezeHost(host, false),
  );
}

export async function cutApp(cluster: Cluster, nth: number): Promise<string[]> {
  return await loseApp(cluster, nth, cutOff, plugIn);
}

export async function restartApps({ apps, traffic }: Cluster): Promise<string[]> {
  const before = traffic.failures.length;
  for (const app of apps.apps) {
    await app.end('SIGTERM');
    await app.start();
  }
  return traffic.failures
    .slice(before)
    .map(({ what, status, message }) => `${what} failed during the restart: ${status} ${message}`);
}

/** The other one serves everybody meanwhile, those who had a stream open with this one too. */
async function loseApp(
  { apps, traffic, streams }: Cluster,
  nth: number,
  lose: (host: Host) => void,
  bringBack: (host: Host) => void,
): Promise<string[]> {
  const app = apps.apps[nth % apps.apps.length];
  if (!app) return ['there is no app'];
  const from = performance.now();
  lose(app.host);
  const [heardAfter] = await Promise.all([streams.hearChange(), steady(traffic)]);
  await app.untilServing(false);
  await pause(Math.max(0, from + goneMs - performance.now()));
  bringBack(app.host);
  await app.untilServing(true);
  return heardAfter > hearsWithinMs
    ? [`a screen heard of no change for ${Math.round(heardAfter / 1000)} s`]
    : [];
}
