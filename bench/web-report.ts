import { cpus } from 'node:os';
import { median } from './measure.ts';
import { table } from './report.ts';

export type Look = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockingMs: number;
  shift: number;
  kilobytes: number;
};

export type Screen = { path: string; form: 'mobile' | 'desktop'; looks: Look[] };

const mobileFloors: Record<string, number> = { '/': 99, '/login': 97 };
const dashboardFloor = 90;
const desktopFloor = 98;
const embeddedMemoryMb = 450;

/** One line a page and form, each figure the median of its looks, in Markdown. */
export function webTable(screens: Screen[]): string {
  const head = [
    'Page',
    'Form',
    'Performance',
    'All looks',
    'Floor',
    'Accessibility',
    'Best practices',
    'FCP ms',
    'LCP ms',
    'TBT ms',
    'CLS',
    'kB',
  ];
  return table(head, screens.map(line));
}

/** What the server with the embedded database in it holds, in a sentence. */
export function memoryLine({ now, most }: { now: number; most: number }): string {
  const verdict = most <= embeddedMemoryMb ? 'met' : '**missed**';
  return `The server with its embedded database in it: ${now.toFixed(0)} MB after all looks, at most ${most.toFixed(0)} MB (<= ${embeddedMemoryMb} ${verdict}).`;
}

/** The page that keeps the latest run. */
export function webPage(screens: Screen[], memory: string): string {
  const [processor] = cpus();
  return `# Pages, as Lighthouse sees them

\`npm run bench:web\` writes this page. It starts the demo studio on the embedded database and looks at each page ${screens[0]?.looks.length ?? 0} times with a new browser, once as a slow phone and once as a desk; every figure is the median. The build fails on bytes (\`scripts/budgets.mjs\`), not on these scores: they move with whatever else the machine does.

Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} x ${processor?.model.trim() ?? 'unknown'}, Node ${process.versions.node}.

${webTable(screens)}

${memory}
`;
}

function line({ path, form, looks }: Screen): string[] {
  const middle = (of: (look: Look) => number) => median(looks.map(of));
  const floor = form === 'desktop' ? desktopFloor : (mobileFloors[path] ?? dashboardFloor);
  const performance = middle((look) => look.performance);
  return [
    path,
    form,
    String(performance),
    looks.map((look) => look.performance).join(' '),
    `>= ${floor} ${performance >= floor ? 'met' : '**missed**'}`,
    String(Math.min(...looks.map((look) => look.accessibility))),
    String(middle((look) => look.bestPractices)),
    ...[middle((look) => look.firstPaintMs), middle((look) => look.largestPaintMs)].map((ms) =>
      ms.toFixed(0),
    ),
    middle((look) => look.blockingMs).toFixed(0),
    middle((look) => look.shift).toFixed(3),
    middle((look) => look.kilobytes).toFixed(0),
  ];
}
