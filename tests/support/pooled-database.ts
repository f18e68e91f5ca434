import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { openDatabase, type Database } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { openPostgresLab } from '#tests/faults/postgres-lab.ts';
import { until } from '#tests/faults/wait.ts';
import { poolerConfig } from './pooler-config.ts';
import { freePort } from './held-port.ts';
import { binaryFolders, unprivilegedAccount } from './postgres-server.ts';
import { openAsServer } from './test-database.ts';

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
const pgbouncer = folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));

/** Whether this machine has what npm does not bring: PgBouncer, and the program of PostgreSQL that copies a server. */
export const hasPooler =
  pgbouncer !== undefined && existsSync(join(binaryFolders()[0] ?? '', 'pg_basebackup'));

/**
 * A migrated, empty database as docs/scaling.md has it for many processes: asked through a PgBouncer that hands out its
 * connections by the transaction, with a copy on a server of its own that answers reports.
 */
export async function openPooledDatabase(): Promise<Database> {
  const primary = await openPostgresLab();
  if (!primary) throw new Error('there is no PostgreSQL to start');
  // Late, so that who reads it unasked reads what was.
  const copy = await primary.openCopy(150);
  const pooler = await startPooler(primary.port, 'barre_web');
  const owned = await openDatabase({ url: primary.url() });
  await migrate(owned).finally(owned.close);
  // The owner, as whom tests ask, may end its connections.
  await primary.ask('create role barre_web login in role barre_server role barre_owner');
  const at = (port: number) => Object.assign(new URL(primary.url(port)), { username: 'barre_web' }).href;
  const options = {
    url: at(pooler.port),
    // More than the pooler has, so that they take turns on its connections.
    poolSize: 20,
    isPooled: true,
    directUrl: at(primary.port),
    replicaUrl: at(copy.port),
  };
  const database = await openAsServer(options, primary.url());
  const close = async () => {
    await database.close();
    await pooler.stop();
    await copy.kill();
    await primary.remove();
  };
  return { ...database, close };
}

async function startPooler(databasePort: number, user: string) {
  const folder = mkdtempSync(join(tmpdir(), 'barre-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(join(folder, 'pgbouncer.ini'), poolerConfig({ port, databasePort, user }));
  // The shell ends it when its input closes, which happens however this process ends.
  const script = '"$@" & pooler=$!; cat > /dev/null; kill -9 $pooler';
  const command = [pgbouncer ?? '', '-q', join(folder, 'pgbouncer.ini')];
  const shell = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    ...unprivilegedAccount(),
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await until(() => isListening(port), 10_000, 'PgBouncer does not start');
  const stop = async () => {
    const ended = new Promise((resolve) => shell.once('exit', resolve));
    shell.stdin?.end();
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { port, stop };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
