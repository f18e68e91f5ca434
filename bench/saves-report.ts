import { machine, table, verdict } from './report.ts';

export type Circumstances = { roundTripMs: number; timesSlower: number };

/** What one kind of save took, in the order of the tries. */
export type Told = Circumstances & {
  name: string;
  /** From the click until the frame in which what was saved is drawn and nothing lies above it. */
  shownMs: number[];
  /** What was asked of the server until then. */
  requests: number[];
  pageLoads: number;
};

const promisedMs = 100;

/** The page that keeps the latest run. */
export function savesPage(told: Told[]): string {
  const head = [
    'Saved',
    'Round trip ms',
    'Processor',
    'p50 ms',
    'p99 ms',
    'Requests until then',
    'Pages loaded',
    'Goal',
  ];
  return `# From the click to what was saved

\`npm run bench:saves\` writes this page: what people save all day is saved ${told[0]?.shownMs.length ?? 0} times each in Chromium, in the demo studio of 320 students on the embedded database, by the journeys of \`tests/e2e/saved-at-once.e2e.ts\`; at every \`npm test\` they hold the quickest of five to the goal, and to more on a machine that is slower or busy. Of fewer than a hundred the p99 is the longest. Browser, server and database share the machine. Timed is the click until the frame in which the saved words are drawn and no dialog lies above them: most changes are shown when the server has them, one request, and the list that shows them has come, another one. A slower line adds its round trip to each request; a slower processor is the browser's alone.

Measured ${new Date().toISOString().slice(0, 10)} on ${machine()}.

The goal is ${promisedMs} ms at the median on this machine itself. The line and the slower processor are there to see what becomes of it.

${table(head, told.map(line))}
`;
}

function line({ name, roundTripMs, timesSlower, shownMs, requests, pageLoads }: Told): string[] {
  const [half, nearlyAll] = [quantile(shownMs, 0.5), quantile(shownMs, 0.99)];
  const isPlain = roundTripMs === 0 && timesSlower === 1;
  return [
    name,
    String(roundTripMs),
    timesSlower === 1 ? 'as it is' : `${timesSlower} times slower`,
    half.toFixed(0),
    nearlyAll.toFixed(0),
    [...new Set(requests)].toSorted((a, b) => a - b).join(', '),
    String(pageLoads),
    isPlain ? verdict(half <= promisedMs, `<= ${promisedMs}`) : '',
  ];
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}
