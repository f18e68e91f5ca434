import type { FaultName, Outcome } from './faults.ts';
import { kinds, type Traffic } from './traffic.ts';
import type { Watch } from './watch.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

export function printOutcome(
  { fault, gapMs, failed, waitedMs, liveMs, reopened, problems }: Outcome,
  nth: number,
): void {
  const facts = [
    `writes again after ${seconds(gapMs)}`,
    `${failed} requests failed after at most ${seconds(waitedMs)} and were repeated`,
    `live after ${seconds(liveMs)}`,
    `${reopened} streams reopened`,
  ];
  console.log(`${fault} ${nth + 1}: ${facts.join(', ')}${problems.length > 0 ? '  FAILED' : ''}`);
}

type Summary = { outcomes: Outcome[]; watch: Watch; traffic: Traffic; problems: string[]; ms: number };

export function printSummary({ outcomes, watch, traffic, problems, ms }: Summary): void {
  console.log(
    '\n| Fault | Tries | Writes again after (median, longest) | Failed requests (most) | Longest wait of one |\n|---|---|---|---|---|',
  );
  for (const fault of new Set(outcomes.map((outcome) => outcome.fault))) {
    const tries = outcomes.filter((outcome) => outcome.fault === fault);
    const { median, longest } = gapsOf(outcomes, fault);
    const failed = Math.max(...tries.map((each) => each.failed));
    const waited = seconds(Math.max(...tries.map((each) => each.waitedMs)));
    console.log(
      `| ${fault} | ${tries.length} | ${seconds(median)}, ${seconds(longest)} | ${failed} | ${waited} |`,
    );
  }
  const counts = kinds.map((kind) => `${acknowledgedOf(traffic, kind)} of kind ${kind}`).join(', ');
  const repeated = traffic.writes.filter(({ tries }) => tries > 1).length;
  console.log(
    `\nAcknowledged writes: ${counts}; ${repeated} were sent more than once. Answers in all: ${traffic.answers}.`,
  );
  console.log(
    `The databases were asked ${watch.looks} times who is the primary: ${watch.doubleClaims} times two said so at once. They acknowledged ${watch.commits} commits of those asked from within their hosts, ${watch.splits} after another had taken over.`,
  );
  console.log(`Took ${seconds(ms)}.`);
  for (const problem of problems.slice(0, 20)) console.error(`PROBLEM: ${problem}`);
  console.log(
    problems.length > 0 ? `FAILED: ${problems.length} problems` : 'PASSED: nothing lost, nothing doubled',
  );
}

/** How long no write was acknowledged when something failed, in ms. */
export function gapsOf(outcomes: readonly Outcome[], fault: FaultName): { median: number; longest: number } {
  const gaps = outcomes.filter((outcome) => outcome.fault === fault).map(({ gapMs }) => gapMs);
  const sorted = gaps.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN, longest: sorted.at(-1) ?? NaN };
}

function acknowledgedOf({ writes }: Traffic, kind: string): number {
  return writes.filter((write) => write.kind === kind && write.acknowledgedId !== null).length;
}
