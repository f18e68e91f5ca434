import { cpuSeconds, type Server } from './child.ts';
import type { Result, Shot } from './load.ts';
import type { Row, Target } from './rows.ts';

/** One row at one number of connections, each target's median of its rounds. */
export type Cell = {
  row: Row;
  connections: number;
  figures: Partial<Record<Target, Figures>>;
  /** The limit's processor time, database included, as a share of the app's: hardly moved by what else runs. */
  cpuShareOfLimit: number;
  /** The app's rate as a share of the limit's, the median of the rounds' own shares. */
  shareOfLimit: number;
  /**
   * How much slower the median request is elsewhere than in the one studio, in the big one than in the little one; null
   * where it was not asked.
   */
  times: Record<Exclude<Elsewhere, 'little'>, number | null>;
};

type Elsewhere = Exclude<Target, 'app' | 'limit'>;

export type Figures = {
  perSecond: number;
  p50: number;
  p99: number;
  /** Of the server process, and of the database's, per request. */
  cpuMs: number;
  databaseCpuMs: number;
  kilobytes: number;
};

export type Bench = {
  servers: Partial<Record<Target, Server>>;
  factsFile: string;
  ask: (shot: Shot) => Promise<Result>;
  cleanUp: (row: Row) => Promise<void>;
  databasePids: () => Promise<number[]>;
  roundMs: number;
  rounds: number;
};

// Until the engine has compiled what a request runs through: a server in use has.
const warmUpMs = 2_000;
let asked = 0;

/** Measures the targets in turn, round after round, so that what else the machine does meets them alike. */
export async function measureCell(bench: Bench, row: Row, connections: number): Promise<Cell> {
  const targets = (['app', 'limit', 'some', 'many', ...(row.isAlsoAskedOf ?? [])] as const).filter(
    (target) => bench.servers[target] !== undefined,
  );
  const rounds: Partial<Record<Target, Figures>>[] = [];
  for (let round = 0; round <= bench.rounds; round++) {
    const isWarmUp = round === 0;
    const figures: Partial<Record<Target, Figures>> = {};
    for (const target of targets) {
      figures[target] = await shoot(bench, row, target, connections, isWarmUp ? warmUpMs : bench.roundMs);
      if (row.write) await bench.cleanUp(row);
    }
    if (!isWarmUp) rounds.push(figures);
  }
  const ratio = (of: (figures: Partial<Record<Target, Figures>>) => number | undefined) => {
    const ratios = rounds.map(of).filter((each) => each !== undefined);
    return ratios.length > 0 ? median(ratios) : null;
  };
  const timesIn = (target: Elsewhere, beside: Target = 'app') =>
    ratio(({ [beside]: here, [target]: there }) => here && there && there.p50 / here.p50);
  return {
    row,
    connections,
    figures: Object.fromEntries(
      targets.map((target) => [target, medianFigures(rounds.map((each) => each[target]))]),
    ),
    shareOfLimit: ratio(({ app, limit }) => app && limit && app.perSecond / limit.perSecond) ?? NaN,
    cpuShareOfLimit: ratio(({ app, limit }) => app && limit && work(limit) / work(app)) ?? NaN,
    times: {
      some: timesIn('some'),
      many: timesIn('many'),
      big: timesIn('big', 'little'),
      old: timesIn('old'),
    },
  };
}

async function shoot(
  bench: Bench,
  row: Row,
  target: Target,
  connections: number,
  ms: number,
): Promise<Figures> {
  const server = bench.servers[target];
  if (!server) throw new Error(`${target} is not running`);
  const { factsFile } = bench;
  const from = row.write ? 0 : asked;
  const shot = { row: row.name, target, port: server.port, factsFile, connections, ms, from };
  const { requests, ...figures } = await weigh(bench, server, shot, `${row.name}, asked of ${target}`);
  // What was written is taken back; who signed in stays counted, by address.
  if (!row.procedure) asked += requests;
  return figures;
}

/** What a server answers to a shot, and what that costs it and the database. */
export async function weigh(
  { ask, databasePids }: Pick<Bench, 'ask' | 'databasePids'>,
  { pid }: Server,
  shot: Shot,
  about: string,
): Promise<Figures & { requests: number }> {
  const pids = await databasePids();
  const databaseCpu = () => pids.reduce((sum, each) => sum + cpuSeconds(each), 0);
  const [cpuBefore, databaseBefore] = [cpuSeconds(pid), databaseCpu()];
  const { requests, seconds, p50, p99, bytes, failure } = await ask(shot);
  if (failure) throw new Error(`${about}: ${failure}`);
  return {
    requests,
    perSecond: requests / seconds,
    p50,
    p99,
    cpuMs: ((cpuSeconds(pid) - cpuBefore) * 1000) / requests,
    databaseCpuMs: ((databaseCpu() - databaseBefore) * 1000) / requests,
    kilobytes: bytes / requests / 1000,
  };
}

/** Processor time of a request, the database's included. */
export function work({ cpuMs, databaseCpuMs }: Figures): number {
  return cpuMs + databaseCpuMs;
}

export function medianFigures(rounds: (Figures | undefined)[]): Figures {
  const of = (name: keyof Figures) => median(rounds.map((each) => each?.[name] ?? NaN));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpuMs: of('cpuMs'),
    databaseCpuMs: of('databaseCpuMs'),
    kilobytes: of('kilobytes'),
  };
}

/** Of the rounds that told: one that did not would stand anywhere in the order. */
export function median(values: number[]): number {
  const known = values.filter((each) => !Number.isNaN(each)).toSorted((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? NaN;
}
