import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, type Database, type DatabaseOptions } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { fingerprint, type Fingerprint } from '#tests/support/fingerprint.ts';
import { openPostgresLab, type PostgresLab } from './postgres-lab.ts';
import { rowWithoutLoad, type Row } from './row.ts';
import { superviseApp } from './supervised-app.ts';
import { openTcpProxy } from './tcp-proxy.ts';
import { until } from './wait.ts';

const AUTH_SECRET = 'a secret only these tests know, long enough';
const once = { isSupervised: false };

/** The app dies at packets of its first start that are spread over all it sends, and is started again. */
export async function killMigrations(kills: number): Promise<Row | null> {
  const postgres = await openPostgresLab();
  if (!postgres) return null;
  try {
    const whole = await migratePostgres(postgres, 'whole', Infinity);
    const problems: string[] = [];
    for (let nth = 1; nth <= kills; nth++) {
      const packet = Math.ceil((nth / kills) * whole.packets);
      const { found } = await migratePostgres(postgres, `killed_${nth}`, packet);
      if (found !== whole.found)
        problems.push(`killed at packet ${packet} of ${whole.packets} it ends otherwise`);
    }
    console.log(`  a first start sends ${whole.packets} packets`);
    return rowWithoutLoad('killed migrations, PostgreSQL', kills, problems);
  } finally {
    await postgres.remove();
  }
}

async function migratePostgres(postgres: PostgresLab, name: string, killAt: number) {
  const database = await postgres.createDatabase(name);
  const proxy = await openTcpProxy(postgres.port);
  let packets = 0;
  const app = await superviseApp({ DATABASE_URL: database(proxy.port), AUTH_SECRET }, once);
  proxy.onPacket = (sent) => {
    packets = sent;
    if (sent === killAt) app.kill();
  };
  const isOver = async () => app.hasEnded() || (await app.isReady());
  await until(isOver, 120_000, `the app neither starts nor ends: ${app.words()}`);
  const atStart = packets;
  await app.stop();
  await proxy.close();
  return { packets: atStart, found: await finish({ url: database(postgres.port) }) };
}

/** A count of the commands that change the schema, which ends the server's process that runs the one where it comes to 0. */
const trap = `
  create schema lab;
  create sequence lab.commands minvalue -1000000;
  create function lab.count() returns event_trigger language plpgsql security definer as $$ begin
    if nextval('lab.commands') = 0 then copy (select) to program 'kill -9 $PPID'; end if;
  end $$;
  grant usage on schema lab to public;
  create event trigger lab_count on ddl_command_start execute function lab.count()`;

/** PostgreSQL dies at one command of the migrations after the other, only every so many, and they are run again each time. */
export async function killCommands(every = 1): Promise<Row | null> {
  // It recovers hundreds of times: its files are synced all at once, not one by one.
  const postgres = await openPostgresLab({ settings: ['recovery_init_sync_method=syncfs'] });
  if (!postgres) return null;
  const database = await openDatabase({ url: postgres.url() });
  try {
    await postgres.ask(trap);
    let kills = 0;
    let done = await countMigrated(postgres);
    for (let nth = every; await diesAt(nth, database, postgres); kills++) {
      const before = done;
      done = await countMigrated(postgres);
      // Those that are done are not run again: the count goes on in the next one.
      nth = done === before ? nth + every : 1 + every;
    }
    await postgres.ask('drop event trigger lab_count; drop schema lab cascade');
    const found = await finish({ url: postgres.url() });
    const whole = await finish({ url: (await postgres.createDatabase('whole'))(postgres.port) });
    const invalid = await postgres.ask<{ name: string }>(
      'select indexrelid::regclass::text as name from pg_index where not indisvalid',
    );
    const problems = invalid.map(({ name }) => `${name} is left invalid`);
    if (found !== whole) problems.push('it ends otherwise than without a kill');
    return rowWithoutLoad('killed in a migration, PostgreSQL', kills, problems);
  } finally {
    await database.close();
    await postgres.remove();
  }
}

/** Migrates, and says whether the server died of it at its command number `nth`. */
async function diesAt(nth: number, database: Database, postgres: PostgresLab): Promise<boolean> {
  return await postgres.asSuperuser(async (witness) => {
    // When one of its processes is killed, the server ends all others, and recovers.
    let hasEnded = false;
    witness.once('end', () => (hasEnded = true));
    await witness.query(`select setval('lab.commands', ${-nth})`);
    try {
      await migrate(database);
      return false;
    } catch (error) {
      await until(() => hasEnded, 10_000, `the migrations fail of themselves: ${String(error)}`);
      await until(postgres.answers, 60_000, 'PostgreSQL does not recover');
      return true;
    }
  });
}

/** How much is done and stays: the migrator's own tables, and the migrations it has noted there. */
async function countMigrated(postgres: PostgresLab): Promise<number> {
  const tables = await postgres.ask(`select from pg_tables where tablename like 'kysely_%'`);
  const migrations = tables.length === 2 ? await postgres.ask('select from kysely_migration') : [];
  return tables.length + migrations.length;
}

/** The app dies on the embedded engine, at moments spread over the time a first start takes. */
export async function killEmbeddedMigrations(kills: number): Promise<Row> {
  const whole = await migrateEmbedded(Infinity);
  const problems: string[] = [];
  for (let nth = 0; nth < kills; nth++) {
    const ms = Math.round(((nth + 0.5) / kills) * whole.ms);
    const { found } = await migrateEmbedded(ms);
    if (found !== whole.found)
      problems.push(`killed after ${ms} of ${Math.round(whole.ms)} ms it ends otherwise`);
  }
  console.log(`  a first start took ${Math.round(whole.ms)} ms`);
  return rowWithoutLoad('killed first starts, embedded', kills, problems);
}

async function migrateEmbedded(killAfterMs: number) {
  const folder = mkdtempSync(join(tmpdir(), 'barre-faults-'));
  try {
    const since = performance.now();
    const app = await superviseApp({ DATA_DIR: folder }, once);
    await (killAfterMs === Infinity ? app.untilReady() : pause(killAfterMs));
    const ms = performance.now() - since;
    await app.stop();
    return { ms, found: await finish({ dataDir: join(folder, 'database') }) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts what was left once more, and says what came of it: the schema, and how many rows each table has. */
async function finish(options: DatabaseOptions): Promise<string> {
  const database = await openDatabase(options);
  try {
    await migrate(database);
    return comparable(await fingerprint(database));
  } finally {
    await database.close();
  }
}

function comparable({ rows, sequences, schema }: Fingerprint): string {
  // When each migration ran differs, and how many ran does not.
  const counts = Object.entries(rows).map(([table, { count }]) => [table, count]);
  return JSON.stringify({ counts, sequences, schema });
}
