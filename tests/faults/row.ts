import type { Findings } from './checker.ts';
import type { Load } from './load.ts';

/** What a scenario came to. */
export type Row = {
  scenario: string;
  tries: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  longestWaitMs: number;
  recoveryMs: { median: number; longest: number };
  /** All that was not as it has to be; empty when it held. */
  problems: string[];
  statuses: Record<number, number>;
};

type Parts = {
  tries: number;
  load: Pick<Load, 'statuses' | 'longestMs' | 'unclear'>;
  findings: Findings;
  recoveries: number[];
  /** Where other bounds than the usual ones hold. */
  recoversWithinMs?: number;
  answersWithinMs?: number;
  problems?: string[];
};

/** Every request is answered within this, whatever became of the database. */
export const answeredWithinMs = 15_000;

const usuallyRecoversWithinMs = 10_000;

export function rowOf(scenario: string, parts: Parts): Row {
  const { tries, load, findings, recoveries } = parts;
  const { problems = [], recoversWithinMs = usuallyRecoversWithinMs } = parts;
  const { answersWithinMs = answeredWithinMs + 1_000 } = parts;
  const { acknowledged, lost, doubled, halves, mistold, unasked } = findings;
  const late = load.longestMs > answersWithinMs ? [`an answer took ${Math.round(load.longestMs)} ms`] : [];
  // The median: a busy machine now and then gives no time to anybody.
  const recoveryMs = Math.round(median(recoveries));
  const slow = recoveryMs > recoversWithinMs ? [`it took ${recoveryMs} ms to recover`] : [];
  const wrong = { lost, doubled, halves, mistold, unasked, unclear: load.unclear };
  const found = Object.entries(wrong).flatMap(([what, names]) =>
    names.length > 0 ? [`${names.length} ${what}, such as ${names[0]}`] : [],
  );
  return {
    scenario,
    tries,
    acknowledged,
    lost: lost.length,
    doubled: doubled.length,
    longestWaitMs: Math.round(load.longestMs),
    recoveryMs: { median: recoveryMs, longest: Math.round(Math.max(0, ...recoveries)) },
    problems: [...problems, ...late, ...slow, ...found],
    statuses: load.statuses,
  };
}

/** Of a scenario in which nobody is at work. */
export function rowWithoutLoad(scenario: string, tries: number, problems: string[]): Row {
  const recoveryMs = { median: 0, longest: 0 };
  const nothing = { acknowledged: 0, lost: 0, doubled: 0, longestWaitMs: 0, recoveryMs, statuses: {} };
  return { scenario, tries, ...nothing, problems };
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
