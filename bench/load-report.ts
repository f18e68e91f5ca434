import type { Seen } from './mix.ts';
import { keptBack, machine, table, verdict } from './report.ts';
import { mix } from './rows.ts';
import type { Size } from './studios.ts';

export type Finding = {
  title: string;
  told: string[];
  figures: { what: string; measured: string; goal: string; isMet: boolean }[];
  /** The share of the processors' time that the host of the machine kept back meanwhile. */
  stolenShare?: number;
};

type WholeLoad = {
  findings: Finding[];
  most: Seen;
  base: number;
  /** Everything that was asked. */
  seen: Seen[];
  studios: number;
  size: Size;
  minutes: number;
  stolenShare: number;
  postgres: string;
};

/** The page that keeps the latest run. */
export function loadPage({
  findings,
  most,
  base,
  seen,
  studios,
  size,
  minutes,
  stolenShare,
  postgres,
}: WholeLoad): string {
  const sum = (of: (one: Seen) => number) => seen.reduce((total, one) => total + of(one), 0);
  const foreign = sum(({ markers }) => markers.foreign);
  const surprises = seen.flatMap((one) => one.surprises);
  return `# Benchmarks under a mixed load

\`npm run bench:load\` writes this page in about ${Math.ceil(minutes)} minutes. \`npm run bench:load -- --only=overload,neighbour\` chooses, \`--share=0.1\` takes a tenth of the time; neither writes anything.

Measured ${new Date().toISOString().slice(0, 10)} on ${machine()}, ${postgres}. Load generator, database and server share the machine, so the load takes from what it measures. ${keptBack(stolenShare)} Above a tenth, a criterion missed is a reason to measure again.

The database holds ${studios} studios, each with ${size.classes} classes, ${size.students} students and ${size.months} months of attendance and payments, and one more that makes the noise. Of a hundred requests ${Object.entries(
    mix,
  )
    .map(([name, share]) => `${share} are ${name}`)
    .join(', ')}; a class that was created is deleted again by one request more. The studio is drawn by lot.

Over 32 connections the mix reached ${most.perSecond.toFixed(0)} requests a second (p50 ${most.all.p50.toFixed(1)} ms, p99 ${most.all.p99.toFixed(1)} ms). The base load is 40 % of that: ${base.toFixed(0)} a second, each sent when it is due, whether the ones before are answered or not, and timed from then on.

## Whose answer it is

Every name of a studio ends with a word of its own. Every answer of all that follows was searched for them: ${sum(({ markers }) => markers.own).toLocaleString('en')} held words of the studio that asked and of no other, ${sum(({ markers }) => markers.none).toLocaleString('en')} held none (what is saved is often answered by an id alone, and what is refused by a text), and ${verdict(foreign === 0, `${foreign} held a word of another studio, goal 0,`)}.

${loadTables(findings)}
${surprises.length > 0 ? `\n## What was not expected\n\n${surprises.map((each) => `- ${each}`).join('\n')}\n` : ''}`;
}

/** Each scenario's figures, in Markdown. */
export function loadTables(findings: Finding[]): string {
  return findings
    .map(({ title, told, figures, stolenShare }) =>
      [
        `## ${title}`,
        ...told,
        ...(figures.length === 0
          ? []
          : [
              table(
                ['What', 'Measured', 'Criterion'],
                figures.map(({ what, measured, goal, isMet }) => [what, measured, verdict(isMet, goal)]),
              ),
            ]),
        ...(stolenShare === undefined
          ? []
          : [`Kept back by the host meanwhile: ${Math.round(stolenShare * 100)} %.`]),
      ].join('\n\n'),
    )
    .join('\n\n');
}
