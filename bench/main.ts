import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { memoryMb, startApp, startServer, startWorker, watchStolenTime, type Server } from './child.ts';
import type { Result, Shot } from './load.ts';
import { measureCell, type Bench, type Cell } from './measure.ts';
import { page, tables, type Whole } from './report.ts';
import { rows, type Row, type Target } from './rows.ts';
import {
  cleanUp,
  databasePids,
  keep,
  limitSettings,
  prepare,
  serverSettings,
  type Prepared,
} from './setup.ts';
import type { Size } from './studios.ts';
import { run, say, toStop } from './run.ts';

// npm run bench                                  everything; writes docs/benchmarks.md
// npm run bench -- --quick                       short rounds, one studio, writes nothing
// npm run bench -- --rows=list-classes,sign-in   some rows, writes nothing
// npm run bench -- --studios=200                 how many studios the largest database holds (1: only the first)
// npm run bench -- --seconds=1.5                 shorter rounds
// npm run bench -- --students=5000 --months=24   another size of studio, writes nothing
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rows: { type: 'string' },
    studios: { type: 'string' },
    students: { type: 'string', default: '1000' },
    months: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
  },
});
const chosen = chooseRows(values.rows);
const studios = Number(values.studios ?? (values.quick ? 1 : 200));
const size: Size = {
  classes: Math.ceil(Number(values.students) / 20),
  students: Number(values.students),
  months: Number(values.months),
};
const isUsual = size.students === 1000 && size.months === 3 && !values.quick && !values.rows;
const deadlineMs = 60 * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'barre-bench-'));
toStop.push(() => rmSync(folder, { recursive: true, force: true }));

async function main(): Promise<void> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('the benchmarks need a PostgreSQL server');
  toStop.push(postgres.stop);
  say(`Filling the databases (${studios === 1 ? 'one studio' : `${studios} studios and a big one`}) ...`);
  const prepared = await prepare(
    postgres.url,
    size,
    studios,
    chosen.map(({ name }) => name),
  );
  const startMs = await timeStarts(prepared.oneUrl);
  const servers = await startServers(prepared);
  const idle = servers.app ? memoryMb(servers.app.pid).now : NaN;
  const stolen = watchStolenTime();
  const cells = await measureAll(prepared, servers);
  const whole: Whole = {
    cells,
    roundTrips: Object.fromEntries(
      chosen.flatMap(({ name, write }) =>
        write ? [[name, prepared.recordings[name]?.roundTrips ?? NaN]] : [],
      ),
    ),
    startMs,
    memoryMb: { idle, ...(servers.app ? memoryMb(servers.app.pid) : { now: NaN, most: NaN }) },
    stolenShare: stolen(),
    studios,
    size,
    seconds: Number(values.seconds),
    command: `npm run bench${process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(' ')}` : ''}`,
    postgres: prepared.postgres,
  };
  console.log(`\n${tables(whole)}\n`);
  if (isUsual) writeFileSync(new URL('../docs/benchmarks.md', import.meta.url), page(whole));
}

async function measureAll(prepared: Prepared, servers: Partial<Record<Target, Server>>): Promise<Cell[]> {
  const load = startWorker<Shot, Result>('load.ts');
  toStop.push(load.stop);
  const databases = [prepared.oneUrl, prepared.someUrl, prepared.manyUrl].filter((url) => url !== null);
  const bench: Bench = {
    servers,
    factsFile: keep(join(folder, 'facts.json'), prepared.facts),
    ask: load.ask,
    cleanUp: async (row) => {
      for (const url of databases) await cleanUp(url, row);
    },
    databasePids: () => databasePids(prepared.oneUrl),
    roundMs: values.quick ? 800 : Number(values.seconds) * 1000,
    rounds: 3,
  };
  const cells: Cell[] = [];
  for (const row of chosen) {
    for (const connections of row.connections) {
      const cell = await measureCell(bench, row, connections);
      cells.push(cell);
      say(
        `${row.name} x${connections}: ${cell.shareOfLimit.toFixed(2)} of the limit, ${cell.cpuShareOfLimit.toFixed(2)} by CPU`,
      );
    }
  }
  return cells;
}

async function startServers(prepared: Prepared): Promise<Partial<Record<Target, Server>>> {
  const RECORDINGS = keep(join(folder, 'recordings.json'), prepared.recordings);
  const servers: Partial<Record<Target, Server>> = {
    app: await startApp(serverSettings(prepared.oneUrl)),
    limit: await startServer(['bench/limit.ts'], '/ready', { ...limitSettings(prepared), RECORDINGS }),
  };
  toStop.push(...Object.values(servers).map(({ stop }) => stop));
  if (prepared.someUrl && prepared.manyUrl) {
    const some = await startApp(serverSettings(prepared.someUrl));
    const many = await startApp(serverSettings(prepared.manyUrl));
    toStop.push(some.stop, many.stop);
    Object.assign(servers, { some, many, little: many, big: many, old: many });
  }
  return servers;
}

async function timeStarts(url: string): Promise<number[]> {
  const times: number[] = [];
  await (await startApp(serverSettings(url))).stop(); // builds and compiles whatever was changed
  for (let nth = 0; nth < 3; nth++) {
    const server = await startApp(serverSettings(url));
    times.push(server.msToFirstAnswer);
    await server.stop();
  }
  return times;
}

function chooseRows(names: string | undefined): Row[] {
  const wanted = names?.split(',');
  const unknown = wanted?.filter((name) => !rows.some((row) => row.name === name)) ?? [];
  if (unknown.length > 0) {
    console.error(
      `No such row: ${unknown.join(', ')}. There are ${rows.map(({ name }) => name).join(', ')}.`,
    );
    process.exit(1);
  }
  return rows.filter(({ name }) => wanted?.includes(name) ?? true);
}

run(main, deadlineMs);
