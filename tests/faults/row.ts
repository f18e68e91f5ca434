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
  problems?: string[];
};

/** Every request is answered within this, whatever became of the database. */
export const answeredWithinMs = 15_000;

export function rowOf(scenario: string, { tries, load, findings, recoveries, problems = [] }: Parts): Row {
  const { acknowledged, lost, doubled, halves, mistold, unasked } = findings;
  const late =
    load.longestMs > answeredWithinMs + 1_000 ? [`an answer took ${Math.round(load.longestMs)} ms`] : [];
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
    recoveryMs: { median: Math.round(median(recoveries)), longest: Math.round(Math.max(0, ...recoveries)) },
    problems: [...problems, ...late, ...found],
    statuses: load.statuses,
  };
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
