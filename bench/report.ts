import { cpus, totalmem, release } from 'node:os';
import { POOL_SIZE } from '#platform/config.ts';
import type { Cell, Figures } from './measure.ts';
import { someOf, type Size } from './studios.ts';

export type Whole = {
  cells: Cell[];
  roundTrips: Record<string, number>;
  startMs: number[];
  memoryMb: { idle: number; now: number; most: number };
  /** The share of the processors' time that the host of the machine kept back meanwhile. */
  stolenShare: number;
  studios: number;
  size: Size;
  /** How long a round takes. */
  seconds: number;
  command: string;
  postgres: string;
};

const goals = {
  share: { few: 0.7, many: 0.8 },
  among: 1.5,
  inBig: 2,
  kilobytesInBig: 100,
  whenOld: 1.5,
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
        'Goal',
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
          `### Among ${someOf(studios)} and ${studios} studios, in a little and a big one and after two years`,
          table(
            [
              'Work',
              'At once',
              'p50 ms, one studio',
              `${someOf(studios)} studios`,
              'Times',
              `${studios} studios`,
              'Times',
              'Goal',
              '300 students',
              '20,000 students',
              'Times those',
              'Goal',
              'kB',
              'Goal',
              '24 months',
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
  return `# Benchmarks

\`npm run bench\` writes this page. \`npm run bench -- --quick\` takes short rounds, \`--rows=list-classes,sign-in\` chooses.

Measured ${new Date().toISOString().slice(0, 10)} by \`${whole.command}\` on ${machine()}, ${whole.postgres}. Load generator, database and servers share the machine.

Absolute numbers say little: machines differ and are busy. Each row is therefore measured beside its *limit* in the same minute: the very statement the procedure sends (recorded, not rewritten by hand), prepared, over the same driver, behind a bare \`node:http\` handler that checks one signature, switches no role, uses no framework and lets the database write the JSON. Writes stand beside the bare insert of the same rows, triggers included, without any check. Every figure is the median of three rounds of ${whole.seconds} s after a warm-up; shares are the median of the rounds' own shares. CPU is that of the server process plus that of the database, per request; the share by CPU is the limit's CPU divided by the app's, and is the steadier one on a machine that also does other things. Only the slowest of a hundred has goals in milliseconds: they are meant for a machine that does nothing else.

The limit answers every request with a statement of its own. So does the app, but for reads of the same text that wait for their turn at the same time: those are asked once (docs/decisions/014). At one connection nothing is shared; at 32, on a pool of ${POOL_SIZE}, most of the same studio and input are.

${keptBack(whole.stolenShare)} Above a tenth, single rows are chance: a goal missed there is a reason to measure again, not yet one to believe.

The studio has ${whole.size.classes} classes and ${whole.size.students} students and looks back on ${whole.size.months} months of attendance and payments; the little one has 15 classes and 300 students, the big one 500 and 20,000, the old one is the first after 24 months. Of the many studios one is asked, like the one that is alone; rows of all studios lie side by side, as years of use leave them. Among 300 students a search finds fewer than ten: where fifty are shown, their number is most of what it takes longer among 20,000.

${tables(whole)}
`;
}

/** What it was measured on. */
export function machine(): string {
  const [processor] = cpus();
  return `${cpus().length} x ${processor?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.versions.node}`;
}

export function keptBack(stolenShare: number): string {
  return `While this was measured the host of the machine kept back ${Math.round(stolenShare * 100)} % of its processor time for others.`;
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
  const p99Ms = row.p99Ms?.[row.connections.indexOf(connections)];
  return [
    row.about,
    String(connections),
    ...(app
      ? [
          rate(app),
          ms(app.p50),
          ms(app.p99),
          p99Ms === undefined ? '' : verdict(app.p99 <= p99Ms, `<= ${p99Ms}`),
          cpu(app),
          app.kilobytes.toFixed(1),
        ]
      : []),
    ...(limit ? [rate(limit), ms(limit.p50), cpu(limit), limit.kilobytes.toFixed(1)] : []),
    told(shareOfLimit),
    told(cpuShareOfLimit),
    wanted ? verdict(shareOfLimit >= wanted, `>= ${wanted.toFixed(2)}`) : '',
  ];
}

function scaleLine({ row, connections, figures, times }: Cell): string[] {
  type Judged = keyof Cell['times'];
  const there = (target: Judged) => [ms(figures[target]?.p50), times[target]?.toFixed(2) ?? ''];
  const judged = (goal: number, ...targets: Judged[]) => {
    const asked = targets.map((target) => times[target]).filter((each) => each !== null);
    return asked.length === 0 ? '' : verdict(Math.max(...asked) <= goal, `<= ${goal}`);
  };
  return [
    row.about,
    String(connections),
    ms(figures.app?.p50),
    ...there('some'),
    ...there('many'),
    judged(goals.among, 'some', 'many'),
    ms(figures.little?.p50),
    ...there('big'),
    judged(goals.inBig, 'big'),
    ...(figures.big ? sizeThere(figures.big) : ['', '']),
    ...there('old'),
    judged(goals.whenOld, 'old'),
  ];
}

function sizeThere({ kilobytes }: Figures): string[] {
  return [kilobytes.toFixed(1), verdict(kilobytes <= goals.kilobytesInBig, `<= ${goals.kilobytesInBig}`)];
}

function about(cells: Cell[], name: string): string {
  return cells.find(({ row }) => row.name === name)?.row.about ?? name;
}

export function rate({ perSecond }: Figures): string {
  return perSecond.toFixed(perSecond < 100 ? 1 : 0);
}

export function cpu({ cpuMs, databaseCpuMs }: Figures): string {
  return `${ms(cpuMs)} + ${ms(databaseCpuMs)}`;
}

function ms(value: number | undefined): string {
  return value === undefined ? '' : told(value);
}

/** A dash where the system did not tell: a database process that ended meanwhile took its processor time along. */
export function told(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(2);
}

export function verdict(isMet: boolean, goal: string): string {
  return isMet ? `${goal} met` : `${goal} **missed**`;
}

export function table(head: string[], lines: string[][]): string {
  const all = [head, head.map(() => '---'), ...lines];
  return all.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
