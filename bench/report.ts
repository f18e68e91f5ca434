import { cpus, totalmem, release } from 'node:os';
import type { Cell, Figures } from './measure.ts';

export type Whole = {
  cells: Cell[];
  roundTrips: Record<string, number>;
  startMs: number[];
  memoryMb: { idle: number; now: number; most: number };
  studios: number;
  command: string;
  postgres: string;
};

const goals = {
  share: { few: 0.7, many: 0.8 },
  amongMany: 1.5,
  inBig: 2,
  roundTrips: 3,
  memoryMb: 150,
  startMs: 2000,
};

/** The tables, in Markdown. */
export function tables({ cells, roundTrips, startMs, memoryMb, studios }: Whole): string {
  return [
    table(
      [
        'Work',
        'At once',
        'Requests/s',
        'p50 ms',
        'p99 ms',
        'CPU ms',
        'kB',
        'Limit: requests/s',
        'p50 ms',
        'CPU ms',
        'kB',
        'Share of limit',
        'by CPU',
        'Goal',
      ],
      cells.map(limitLine),
    ),
    ...(studios > 1
      ? [
          `### Among ${studios} studios, and in the big one`,
          table(
            [
              'Work',
              'At once',
              'p50 ms, one studio',
              `p50 ms, ${studios} studios`,
              'Times',
              'Goal',
              'p50 ms, 20,000 students',
              'Times',
              'Goal',
            ],
            cells.map(scaleLine),
          ),
        ]
      : []),
    '### Writes, start and memory',
    table(
      ['What', 'Measured', 'Goal'],
      [
        ...Object.entries(roundTrips).map(([name, trips]) => [
          `Round trips to the database: ${about(cells, name)}`,
          String(trips),
          verdict(trips <= goals.roundTrips, `<= ${goals.roundTrips}`),
        ]),
        [
          'Start to first answer, existing database',
          `${Math.round(Math.max(...startMs))} ms (slowest of ${startMs.length})`,
          verdict(Math.max(...startMs) <= goals.startMs, `<= ${goals.startMs} ms`),
        ],
        [
          'Memory of the server process',
          `${Math.round(memoryMb.idle)} MB idle, ${Math.round(memoryMb.now)} MB after all of the above, at most ${Math.round(memoryMb.most)} MB`,
          verdict(memoryMb.most <= goals.memoryMb, `<= ${goals.memoryMb} MB`),
        ],
      ],
    ),
  ].join('\n\n');
}

/** The page that keeps the latest run. */
export function page(whole: Whole): string {
  const [processor] = cpus();
  return `# Benchmarks

\`npm run bench\` writes this page. \`npm run bench -- --quick\` takes short rounds, \`--rows=list-classes,sign-in\` chooses.

Measured ${new Date().toISOString().slice(0, 10)} by \`${whole.command}\` on ${cpus().length} x ${processor?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.versions.node}, ${whole.postgres}. Load generator, database and servers share the machine.

Absolute numbers say little: machines differ and are busy. Each row is therefore measured beside its *limit* in the same minute: the very statement the procedure sends (recorded, not rewritten by hand), prepared, over the same driver, behind a bare \`node:http\` handler that checks one signature, switches no role, uses no framework and lets the database write the JSON. Writes stand beside the bare insert of the same rows, triggers included, without any check. Every figure is the median of the rounds; shares are the median of the rounds' own shares. CPU is that of the server process plus that of the database, per request; the share by CPU is the limit's CPU divided by the app's, and is the steadier one on a machine that also does other things.

The studio has 50 classes and 1,000 students, 12 weeks of attendance and 3 months of payments; the big one 500 classes and 20,000 students. Eight of the many studios are asked in turn; rows of all studios lie side by side, as years of use leave them.

${tables(whole)}
`;
}

function limitLine({
  row,
  connections,
  figures: { app, limit },
  shareOfLimit,
  cpuShareOfLimit,
}: Cell): string[] {
  const isRead = !row.write && row.procedure !== null;
  const wanted = isRead
    ? connections > 1
      ? goals.share.many
      : goals.share.few
    : row.write?.timesTheBareInsert && 1 / row.write.timesTheBareInsert;
  return [
    row.about,
    String(connections),
    ...(app ? [rate(app), ms(app.p50), ms(app.p99), cpu(app), app.kilobytes.toFixed(1)] : []),
    ...(limit ? [rate(limit), ms(limit.p50), cpu(limit), limit.kilobytes.toFixed(1)] : []),
    shareOfLimit.toFixed(2),
    cpuShareOfLimit.toFixed(2),
    wanted ? verdict(shareOfLimit >= wanted, `>= ${wanted.toFixed(2)}`) : '',
  ];
}

function scaleLine({
  row,
  connections,
  figures: { app, many, big },
  timesAmongMany,
  timesInBig,
}: Cell): string[] {
  return [
    row.about,
    String(connections),
    ms(app?.p50),
    ms(many?.p50),
    timesAmongMany?.toFixed(2) ?? '',
    timesAmongMany === null ? '' : verdict(timesAmongMany <= goals.amongMany, `<= ${goals.amongMany}`),
    ms(big?.p50),
    timesInBig?.toFixed(2) ?? '',
    timesInBig === null ? '' : verdict(timesInBig <= goals.inBig, `<= ${goals.inBig}`),
  ];
}

function about(cells: Cell[], name: string): string {
  return cells.find(({ row }) => row.name === name)?.row.about ?? name;
}

function rate({ perSecond }: Figures): string {
  return perSecond.toFixed(perSecond < 100 ? 1 : 0);
}

function cpu({ cpuMs, databaseCpuMs }: Figures): string {
  return `${ms(cpuMs)} + ${ms(databaseCpuMs)}`;
}

function ms(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(2);
}

function verdict(isMet: boolean, goal: string): string {
  return isMet ? `${goal} met` : `${goal} **missed**`;
}

function table(head: string[], lines: string[][]): string {
  const all = [head, head.map(() => '---'), ...lines];
  return all.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
