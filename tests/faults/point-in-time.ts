import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { copyStudio, fillStudio } from '../../bench/studios.ts';
import { demand } from './ask.ts';
import { openBackups, type Backups } from './backups.ts';
import { check } from './checker.ts';
import { startLoad, together, type Load } from './load.ts';
import type { PostgresLab } from './postgres-lab.ts';
import { rowOf, type Row } from './row.ts';
import { openStand, type Stand } from './stand.ts';
import { until } from './wait.ts';
import { writeMaker, type Write } from './writes.ts';

const restoredWithinMs = 600_000;
const sizeOfOne = { classes: 50, students: 1000, months: 3 };

/**
 * The database's folder is destroyed under load, and brought back from a base backup and the archived log as it was at a
 * moment in the middle of that load. `others` are studios that are there besides and give the database a size.
 */
export async function restoreToMoment(tries: number, others: number): Promise<Row | null> {
  const backups = openBackups();
  if (!backups) return null;
  const stand = await openStand({ settings: [...backups.settings, 'track_commit_timestamp=on'] });
  if (!stand) return null;
  const { postgres, studio } = stand;
  try {
    if (others > 0) await addStudios(postgres, studio.url, others);
    const make = writeMaker(studio);
    const kept: Write[] = [];
    const problems: string[] = [];
    const recoveries: number[] = [];
    let load = startLoad(studio, { make });
    const loads = [load];
    for (let nth = 0; nth < tries; nth++) {
      await load.untilSaved(10);
      await Promise.all([backups.makeBase(postgres), load.untilSaved(10)]);
      await load.untilSaved(10 + Math.floor(Math.random() * 90));
      const moment = await seeMoment(postgres, load);
      kept.push(...moment.writes);
      await load.untilSaved(20);
      await untilArchived(postgres, backups);

      await postgres.kill();
      rmSync(postgres.dataDir, { recursive: true });
      await load.stop();
      const later = load.saved() - moment.writes.filter(({ said }) => said === 'saved').length;
      const databaseMs = await restore(stand, backups, moment.at);
      problems.push(...differences(moment.tables, await postgres.asSuperuser(look)));
      const since = performance.now();
      stand.app.kill();
      await stand.app.untilReady();
      loads.push((load = startLoad(studio, { make })));
      await load.untilSaved(1);
      recoveries.push(databaseMs + performance.now() - since);
      console.log(
        `  ${await sizeOf(postgres)} as of ${moment.at}: ${seconds(databaseMs)} until the database is open, ${seconds(recoveries.at(-1))} until the app saves; ${later} acknowledged later are gone`,
      );
    }
    await load.untilSaved(20);
    await load.stop();
    kept.push(...load.writes);
    const findings = await check(postgres.ask, { writes: kept });
    const recovered = { recoveries, recoversWithinMs: restoredWithinMs };
    return rowOf('data folder destroyed', { tries, load: together(loads), findings, ...recovered, problems });
  } finally {
    await stand.remove();
    backups.remove();
  }
}

async function restore({ postgres }: Stand, backups: Backups, at: string): Promise<number> {
  const since = performance.now();
  await backups.restore(postgres, at);
  await postgres.start();
  const isOpen = async () => {
    const [row] = await postgres.ask<{ isOpen: boolean }>('select not pg_is_in_recovery() as "isOpen"');
    return row?.isOpen ?? false;
  };
  await until(isOpen, restoredWithinMs, 'the recovery does not end');
  return performance.now() - since;
}

/** All tables as one snapshot shows them, and what had been asked for and acknowledged by then. */
type Moment = { at: string; tables: Table[]; writes: Write[] };
type Table = { name: string; rows: string; sum: string | null; lastChange: string | null };

async function seeMoment(postgres: PostgresLab, load: Load): Promise<Moment> {
  return await postgres.asSuperuser(async (client) => {
    const acknowledged = new Set(load.writes.filter(({ said }) => said === 'saved'));
    await client.query('begin isolation level repeatable read; select 1');
    const writes = load.writes.map((write): Write => ({
      ...write,
      said: acknowledged.has(write) ? 'saved' : 'nothing',
    }));
    const tables = await look(client);
    // Commits that announce themselves come one at a time, so what the snapshot shows are all up to the last it shows.
    const at =
      tables
        .map(({ lastChange }) => lastChange ?? '')
        .toSorted()
        .at(-1) ?? '';
    return { at, tables, writes };
  });
}

async function look(client: pg.Client): Promise<Table[]> {
  const tables = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'auth')`,
  );
  const looks = tables.rows.map(
    ({
      name,
    }) => `select '${name}' as name, count(*)::text as rows, sum(hashtextextended(t::text, 0))::text as sum,
      max(pg_xact_commit_timestamp(xmin))::text as "lastChange" from ${name} t`,
  );
  return (await client.query<Table>(`${looks.join(' union all ')} order by name`)).rows;
}

function differences(before: Table[], after: Table[]): string[] {
  const told = ({ rows, sum }: Table) => `${rows} rows, sum ${sum}`;
  const found = new Map(after.map((table) => [table.name, told(table)]));
  return before
    .filter((table) => found.get(table.name) !== told(table))
    .map((table) => `${table.name} had ${told(table)}, and has ${found.get(table.name)}`);
}

/** Waits until the archive has all that is written so far. */
async function untilArchived(postgres: PostgresLab, { archive }: Backups): Promise<void> {
  const [last] = await postgres.ask<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file');
  await until(() => existsSync(join(archive, last?.file ?? '')), 120_000, 'the log is not archived');
}

/** Adds studios that nobody asks anything of. */
export async function addStudios(postgres: PostgresLab, url: string, count: number): Promise<void> {
  const email = 'owner-of-others@barre.test';
  const names = { name: 'Odette Adagio', organizationName: email, timeZone: 'UTC' };
  const body = { email, password: 'a long password', ...names };
  await demand(url, { method: 'POST', path: '/api/auth/sign-up/email', body });
  await postgres.asSuperuser(async (client) => {
    const founded = await client.query<{ id: string }>('select id from organizations where name = $1', [
      email,
    ]);
    const id = founded.rows[0]?.id ?? '';
    await fillStudio(client, id, sizeOfOne);
    await copyStudio(client, id, count - 1);
    await client.query('vacuum analyze');
  });
}

async function sizeOf(postgres: PostgresLab): Promise<string> {
  const [found] = await postgres.ask<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return found?.size ?? '';
}

function seconds(ms = 0): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
