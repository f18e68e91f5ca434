import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { startApp, startWorker, watchStolenTime } from './child.ts';
import type { Result, Shot } from './load.ts';
import { loadPage, loadTables, type Finding } from './load-report.ts';
import { prepareMarked } from './marked.ts';
import type { Order, Seen } from './mix.ts';
import { mix } from './rows.ts';
import { scenarios, type Lab, type Plan } from './scenarios.ts';
import { keep, serverSettings } from './setup.ts';
import { run, say, toStop } from './run.ts';

// npm run bench:load                              everything; writes docs/benchmarks-load.md
// npm run bench:load -- --only=soak,overload      some of it, writes nothing
// npm run bench:load -- --share=0.1               a tenth of the time, writes nothing
// npm run bench:load -- --studios=20              fewer studios, writes nothing
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    share: { type: 'string', default: '1' },
    studios: { type: 'string', default: '200' },
  },
});
const names = Object.keys(scenarios);
const chosen = values.only?.split(',') ?? names;
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such scenario: ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  process.exit(1);
}
const share = Number(values.share);
const studios = Number(values.studios);
const isWhole = chosen.length === names.length && share === 1 && studios === 200;
const shareOfMost = 0.4;
const connections = 32;
const deadlineMs = 40 * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'barre-load-'));
toStop.push(() => rmSync(folder, { recursive: true, force: true }));

async function main(): Promise<void> {
  const began = performance.now();
  const postgres = await startPostgres();
  if (!postgres) throw new Error('the benchmarks need a PostgreSQL server');
  toStop.push(postgres.stop);
  say(`Filling the database with ${studios} studios and a neighbour ...`);
  const size = { classes: 50, students: 1000, months: 3 };
  const marked = await prepareMarked(postgres.url, size, studios + 1);
  const lab = await openLab(marked.access, keep(join(folder, 'facts.json'), marked.facts));
  const stolen = watchStolenTime();

  say('Measuring the maximum ...');
  await lab.ask({ ms: 6_000 });
  const most = await lab.ask({ ms: 15_000 });
  const plan: Plan = { most: most.perSecond, base: most.perSecond * shareOfMost };
  say(`${most.perSecond.toFixed(0)} a second at most, the base load is ${plan.base.toFixed(0)}`);
  const findings: Finding[] = [];
  for (const name of chosen) {
    const stolenThen = watchStolenTime();
    const finding = await scenarios[name]?.(lab, plan);
    if (!finding) continue;
    findings.push({ ...finding, stolenShare: stolenThen() });
    say(`\n${loadTables([findings.at(-1) ?? finding])}`);
  }
  const whole = {
    findings,
    most,
    base: plan.base,
    seen: lab.seen,
    studios,
    size,
    minutes: (performance.now() - began) / 60_000,
    stolenShare: stolen(),
    postgres: marked.postgres,
  };
  console.log(`\n${loadPage(whole)}`);
  if (isWhole) writeFileSync(new URL('../docs/benchmarks-load.md', import.meta.url), loadPage(whole));
}

async function openLab({ owner, admin }: { owner: string; admin: string }, factsFile: string): Promise<Lab> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  toStop.push(() => client.end());
  // What one costs the other is measured, so no two loads come from one process.
  const crowd = startWorker<Order, Seen>('mix.ts');
  const neighbour = startWorker<Order, Seen>('mix.ts');
  const signIns = startWorker<Shot, Result>('load.ts');
  const hashes = startWorker<{ ms: number }, { count: number }>('hashes.ts');
  toStop.push(crowd.stop, neighbour.stop, signIns.stop, hashes.stop);
  const start = async () => {
    const server = await startApp(serverSettings(owner));
    toStop.push(server.stop);
    return server;
  };
  await (await start()).stop(); // builds and compiles whatever was changed
  const app = await start();
  const seen: Seen[] = [];
  const fill = (order: Partial<Order>): Order => ({
    ports: [app.port],
    factsFile,
    studios: [0, studios],
    shares: mix,
    connections,
    perSecond: null,
    parts: 1,
    ...order,
    ms: Math.max(1000, (order.ms ?? 0) * share),
  });
  const noted = (result: Seen) => {
    seen.push(result);
    return result;
  };
  return {
    app,
    start,
    database: client,
    studios,
    seen,
    ask: async (order) => noted(await crowd.ask(fill(order))),
    askAsNeighbour: async (order) =>
      noted(await neighbour.ask(fill({ studios: [studios, studios + 1], ...order }))),
    hash: (ms) => hashes.ask({ ms: Math.max(1000, ms * share) }),
    signIn: (shot) =>
      signIns.ask({
        row: 'sign-in',
        target: 'app',
        port: app.port,
        factsFile,
        ...shot,
        ms: Math.max(1000, shot.ms * share),
      }),
  };
}

run(main, deadlineMs);
