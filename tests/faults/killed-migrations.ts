import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, type DatabaseOptions } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { fingerprint, type Fingerprint } from '#tests/support/fingerprint.ts';
import { openPostgresLab, type PostgresLab } from './postgres-lab.ts';
import type { Row } from './row.ts';
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
    return rowOfMigrations('killed migrations, PostgreSQL', kills, problems);
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

/** The same on the embedded engine, at moments spread over the time a first start takes. */
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
  return rowOfMigrations('killed first starts, embedded', kills, problems);
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

function rowOfMigrations(scenario: string, tries: number, problems: string[]): Row {
  const recoveryMs = { median: 0, longest: 0 };
  const nothing = { acknowledged: 0, lost: 0, doubled: 0, longestWaitMs: 0, recoveryMs, statuses: {} };
  return { scenario, tries, ...nothing, problems };
}
