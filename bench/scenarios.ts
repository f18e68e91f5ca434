import type pg from 'pg';
import { memoryMb, type Server } from './child.ts';
import type { Finding } from './load-report.ts';
import type { Result, RowShot } from './load.ts';
import { median } from './measure.ts';
import type { Order, Seen } from './mix.ts';
import { mix } from './rows.ts';

/** What a scenario works with. Times are those of a whole run; a share of them may be taken. */
export type Lab = {
  app: Server;
  /** Starts another process on the same database. */
  start: () => Promise<Server>;
  database: pg.Client;
  studios: number;
  /** Everything that was asked so far. */
  seen: Seen[];
  ask: (order: Partial<Order>) => Promise<Seen>;
  /** The same by a process of its own, of one studio more. */
  askAsNeighbour: (order: Partial<Order>) => Promise<Seen>;
  /** Hashes passwords in a process of its own, one after the other. */
  hash: (ms: number) => Promise<{ count: number }>;
  signIn: (shot: Pick<RowShot, 'connections' | 'ms' | 'from'>) => Promise<Result>;
};

/** Requests a second: as many as were ever answered, and the base load. */
export type Plan = { most: number; base: number };

const lists = ['list-classes', 'list-students', 'calendar-week'];
const ofLists = Object.fromEntries(Object.entries(mix).filter(([name]) => lists.includes(name)));
const shareOfLists = Object.values(ofLists).reduce((sum, share) => sum + share, 0) / 100;
// The slowest of a hundred is made of a few answers: of three rounds, chance decides what stands in the middle.
const rounds = 7;

export const scenarios: Record<string, (lab: Lab, plan: Plan) => Promise<Finding>> = {
  soak,
  overload,
  neighbour,
  hashing,
  processes,
};

async function soak(lab: Lab, { base }: Plan): Promise<Finding> {
  const tenths = 10;
  const watch = watchServer(lab);
  const seen = await lab.ask({ ms: 600_000, perSecond: base, parts: tenths });
  const samples = watch();
  const part = (nth: number) =>
    samples.slice(
      Math.floor((nth * samples.length) / tenths),
      Math.floor(((nth + 1) * samples.length) / tenths),
    );
  const [early, late] = [mean(part(1).map(({ mb }) => mb)), mean(part(9).map(({ mb }) => mb))];
  const [first, last] = [seen.ofPart[0]?.p99 ?? NaN, seen.ofPart.at(-1)?.p99 ?? NaN];
  const held = samples.slice(Math.floor(samples.length / tenths)).map(({ connections }) => connections);
  const left = await connectionsOf(lab.database);
  return {
    title: 'Soak: ten minutes of the base load',
    told: [timesLine(seen), `p99 of each tenth: ${seen.ofPart.map(({ p99 }) => ms(p99)).join(', ')} ms.`],
    figures: [
      figure('Answers 500 and above, or none', faults(seen), '0', faults(seen) === 0),
      figure(
        'p99 of the last tenth',
        `${ms(last)} ms, ${times(last, first)} the first`,
        '<= 1.2',
        last <= 1.2 * first,
      ),
      figure(
        'Memory of the process, last tenth',
        `${late.toFixed(0)} MB, ${times(late, early)} the second`,
        '<= 1.05',
        late <= 1.05 * early,
      ),
      figure('Connections to the database', range(held), 'constant', Math.min(...held) === Math.max(...held)),
      figure('Left idle in a transaction', left.idleInTransaction, '0', left.idleInTransaction === 0),
    ],
  };
}

async function overload(lab: Lab, { most, base }: Plan): Promise<Finding> {
  const before = await lab.ask({ ms: 15_000, perSecond: base });
  const watch = watchServer(lab);
  // Who sends the flood reads its answers late: how soon a refusal comes is seen by somebody who is not in a hurry.
  const [flood, visitor] = await Promise.all([
    lab.ask({ ms: 60_000, perSecond: 4 * most, connections: 512 }),
    lab.askAsNeighbour({ ms: 60_000, perSecond: 40, connections: 16 }),
  ]);
  const samples = watch().map(({ mb }) => mb);
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [mean(samples.slice(third, 2 * third)), mean(samples.slice(2 * third))];
  const soon = await lab.ask({ ms: 5_000, perSecond: base });
  const after = await lab.ask({ ms: 15_000, perSecond: base });
  const { statuses } = flood;
  const refused = flood.refused.count + visitor.refused.count;
  const otherFaults = [flood, visitor].reduce(
    (sum, seen) => sum + faults(seen) - (seen.statuses[503] ?? 0),
    0,
  );
  const withoutTime = flood.refused.withoutTime + visitor.refused.withoutTime;
  return {
    title: 'Overload: four times the maximum for a minute',
    told: [
      `Asked ${(4 * most).toFixed(0)} times a second; answered ${flood.perSecond.toFixed(0)} a second with p99 ${ms(flood.all.p99)} ms, by status ${JSON.stringify(statuses)}.`,
      `The load generator itself sent the 99th of a hundred ${ms(flood.lateP99)} ms late, and saw refusals after ${ms(flood.refused.p50)} ms (p50) and ${ms(flood.refused.p99)} ms (p99). A process beside it that asks 40 times a second was refused ${visitor.refused.count} times and sent the 99th of a hundred ${ms(visitor.lateP99)} ms late.`,
      `p99 at the base load: ${ms(before.all.p99)} ms before, ${ms(soon.all.p99)} ms in the first five seconds after, ${ms(after.all.p99)} ms in the fifteen after those.`,
    ],
    figures: [
      figure('Refused with 429 or 503', refused, 'some', refused > 0),
      figure('Refused without a time to come back', withoutTime, '0', withoutTime === 0),
      figure(
        'p99 of a refusal, seen by the process beside the flood',
        `${ms(visitor.refused.p99)} ms (p50 ${ms(visitor.refused.p50)})`,
        '<= 50 ms',
        visitor.refused.p99 <= 50,
      ),
      figure('Other failures', otherFaults, '0', otherFaults === 0),
      figure(
        'Memory, last third of the minute',
        `${last.toFixed(0)} MB, ${times(last, middle)} the second; at most ${Math.max(...samples).toFixed(0)} MB`,
        '<= 1.1',
        last <= 1.1 * middle,
      ),
      figure(
        'p99 from five seconds after',
        `${ms(after.all.p99)} ms, ${times(after.all.p99, before.all.p99)} that of before`,
        '<= 1.2',
        after.all.p99 <= 1.2 * before.all.p99,
      ),
    ],
  };
}

async function neighbour(lab: Lab, { base }: Plan): Promise<Finding> {
  const alone: Seen[] = [];
  const beside: Seen[] = [];
  const loud: Seen[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(await lab.ask({ ms: 7_000, perSecond: base }));
    const [quiet, noise] = await Promise.all([
      lab.ask({ ms: 7_000, perSecond: base }),
      lab.askAsNeighbour({ ms: 7_000, connections: 16 }),
    ]);
    beside.push(quiet);
    loud.push(noise);
  }
  return {
    title: 'Noisy neighbour: one studio asks as much as it can over 16 connections',
    told: [
      `The neighbour was answered ${mean(loud.map(({ perSecond }) => perSecond)).toFixed(0)} times a second, the ${lab.studios} others asked ${base.toFixed(0)} times a second between them.`,
      `Others, p50 and p99 of each round alone: ${alone.map(pair).join('; ')} ms; beside it: ${beside.map(pair).join('; ')} ms.`,
    ],
    figures: [compared('p99 of the others', alone, beside)],
  };
}

async function hashing(lab: Lab, { base }: Plan): Promise<Finding> {
  const alone: Seen[] = [];
  const beside: Seen[] = [];
  const besideHashes: Seen[] = [];
  const signed: Result[] = [];
  const order = { ms: 7_000, perSecond: base * shareOfLists, shares: ofLists };
  for (let round = 0; round < rounds; round++) {
    alone.push(await lab.ask(order));
    const from = signed.reduce((sum, { requests }) => sum + requests, 0);
    const [reads, signIns] = await Promise.all([
      lab.ask(order),
      lab.signIn({ connections: 8, ms: 7_000, from }),
    ]);
    beside.push(reads);
    signed.push(signIns);
    if (signIns.failure) throw new Error(`sign-in: ${signIns.failure}`);
    const [readsBesideHashes] = await Promise.all([lab.ask(order), lab.hash(order.ms)]);
    besideHashes.push(readsBesideHashes);
  }
  const perSecond = mean(signed.map(({ requests, seconds }) => requests / seconds));
  return {
    title: 'Hashing: eight sign in at once while lists are read',
    told: [
      `${perSecond.toFixed(1)} signed in a second, p50 ${ms(median(signed.map(({ p50 }) => p50)))} ms, beside ${order.perSecond.toFixed(0)} lists a second.`,
      `Lists, p50 and p99 of each round alone: ${alone.map(pair).join('; ')} ms; beside them: ${beside.map(pair).join('; ')} ms.`,
      `Beside another process that only hashes, one password after the other: ${besideHashes.map(pair).join('; ')} ms. Its core is missing then, and the server does nothing for it: p99 ${ratioOf(alone, besideHashes)}.`,
    ],
    figures: [compared('p99 of the lists', alone, beside)],
  };
}

async function processes(lab: Lab): Promise<Finding> {
  const second = await lab.start();
  const ports = { one: [lab.app.port], two: [lab.app.port, second.port] };
  const work = { 'Lists of classes': { 'list-classes': 1 }, 'The mix': mix };
  const told: string[] = [];
  await lab.ask({ ms: 6_000, ports: [second.port] });
  for (const [name, shares] of Object.entries(work)) {
    const found: Record<string, Seen[]> = { one: [], two: [] };
    for (let round = 0; round < rounds; round++)
      for (const [which, asked] of Object.entries(ports))
        found[which]?.push(await lab.ask({ ms: 5_000, shares, ports: asked }));
    const of = (which: string) => median(found[which]?.map(({ perSecond }) => perSecond) ?? []);
    told.push(
      `${name}: ${of('one').toFixed(0)} a second from one process, ${of('two').toFixed(0)} from two, ${times(of('two'), of('one'))}.`,
    );
  }
  await second.stop();
  return { title: 'One app process and two, on the same two cores', told, figures: [] };
}

type Sample = { mb: number; connections: number };

/** Looks at the server once a second; then tells what it saw. */
function watchServer({ app, database }: Lab): () => Sample[] {
  const samples: Sample[] = [];
  const look = async () => {
    const { connections } = await connectionsOf(database);
    samples.push({ mb: memoryMb(app.pid).now, connections });
  };
  const timer = setInterval(() => void look(), 1000);
  return () => {
    clearInterval(timer);
    return samples;
  };
}

async function connectionsOf(
  database: pg.Client,
): Promise<{ connections: number; idleInTransaction: number }> {
  const { rows } = await database.query<{ connections: number; idleInTransaction: number }>(
    `select count(*)::int as connections,
      (count(*) filter (where state like 'idle in transaction%'))::int as "idleInTransaction"
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return rows[0] ?? { connections: NaN, idleInTransaction: NaN };
}

function compared(what: string, alone: Seen[], beside: Seen[]) {
  return figure(what, ratioOf(alone, beside), '<= 2', medianP99(beside) <= 2 * medianP99(alone));
}

function ratioOf(alone: Seen[], beside: Seen[]): string {
  const [of, than] = [medianP99(beside), medianP99(alone)];
  return `${ms(of)} ms, ${times(of, than)} ${ms(than)} ms`;
}

function medianP99(rounds: Seen[]): number {
  return median(rounds.map(({ all }) => all.p99));
}

function figure(what: string, measured: string | number, goal: string, isMet: boolean) {
  return { what, measured: String(measured), goal, isMet };
}

function faults({ statuses }: Seen): number {
  return Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (Number(status) >= 500 || status === '0' ? count : 0),
    0,
  );
}

function timesLine({ perSecond, all, ofRow }: Seen): string {
  const each = Object.entries(ofRow).map(([name, { p50, p99 }]) => `${name} ${ms(p50)} / ${ms(p99)}`);
  return `${all.count} answers, ${perSecond.toFixed(0)} a second; p50 / p99: ${ms(all.p50)} / ${ms(all.p99)} ms, of which ${each.join(', ')}.`;
}

function pair({ all }: Seen): string {
  return `${ms(all.p50)} / ${ms(all.p99)}`;
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}

function times(value: number, than: number): string {
  return `${(value / than).toFixed(2)} times`;
}

function range(values: number[]): string {
  return Math.min(...values) === Math.max(...values)
    ? String(values[0])
    : `${Math.min(...values)} to ${Math.max(...values)}`;
}

function mean(values: number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}
