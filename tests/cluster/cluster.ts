import type { Apps } from './apps.ts';
import type { Databases } from './databases.ts';
import type { Streams } from './streams.ts';
import type { Traffic } from './traffic.ts';
import { until } from './wait.ts';
import type { Watch } from './watch.ts';

export type Cluster = { databases: Databases; apps: Apps; traffic: Traffic; streams: Streams; watch: Watch };

/** The longest a request waits, whatever is broken; a machine that is busy adds to it. */
export const answersWithinMs = 15_000;
const steadyAfter = 20;

/** Waits for writes that were sent from now on, and acknowledged. */
export async function steady(traffic: Traffic): Promise<void> {
  const from = performance.now();
  await until('writes to be acknowledged', () => sentSince(traffic, from) >= steadyAfter, 120_000);
}

function sentSince({ acknowledged }: Traffic, from: number): number {
  let count = 0;
  for (let nth = acknowledged.length - 1; (acknowledged[nth]?.at ?? 0) > from; nth--)
    if ((acknowledged[nth]?.sentAt ?? 0) > from) count += 1;
  return count;
}
