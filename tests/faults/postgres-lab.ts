import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as wholeText } from 'node:stream/consumers';
import pg from 'pg';
import { freePort } from '#tests/support/held-port.ts';
import { binaryFolders, unprivilegedAccount } from '#tests/support/postgres-server.ts';
import { until } from './wait.ts';

/** A PostgreSQL server of a lab's own that writes to the disk as a real one does, and that a lab may break. */
export type PostgresLab = {
  port: number;
  dataDir: string;
  /** Its address for the app, as an ordinary owner; `port` when it is reached through something else. */
  url(port?: number): string;
  /** Makes one more database, and gives its address for a port. */
  createDatabase(name: string): Promise<(port: number) => string>;
  /** What a superuser is told, past every policy; `value` is the parameter $1. */
  ask<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** The same over several statements. */
  asSuperuser<T>(use: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Runs a program as the account the server runs as, one of PostgreSQL's own where it has it. */
  run(program: string, parameters: string[]): Promise<void>;
  /** Starts a server that follows this one, so much later, and can be read. It is killed before this one is removed. */
  openCopy(lateMs: number): Promise<Omit<PostgresLab, 'remove'>>;
  start(): Promise<void>;
  /** Ends the server and everything it started, as a power cut would. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  answers(): Promise<boolean>;
  remove(): Promise<void>;
};

export type PostgresOptions = {
  settings?: string[];
  /** Does something to the data folder before the first start. */
  prepare?: (dataDir: string) => void;
};

const owner = 'barre_owner';

/** The server, started; null where this machine has none. */
export async function openPostgresLab(options: PostgresOptions = {}): Promise<PostgresLab | null> {
  const [bin] = binaryFolders();
  if (!bin) return null;
  const folder = mkdtempSync(join(tmpdir(), 'barre-faults-'));
  const dataDir = join(folder, 'data');
  const account = unprivilegedAccount();
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
  const initdb = [
    '-D',
    dataDir,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--wal-segsize=1',
  ];
  const made = spawnSync(join(bin, 'initdb'), initdb, { ...account, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr || 'initdb failed');
  options.prepare?.(dataDir);
  const port = await freePort();
  const lab = labOver({ bin, dataDir, port, account, settings: options.settings ?? [] });
  await lab.start();
  await askAs('postgres', port, `create role ${owner} login createrole createdb`);
  await askAs('postgres', port, `create database barre owner ${owner}`);
  const remove = async () => {
    await lab.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { ...lab, remove };
}

type Parts = {
  bin: string;
  dataDir: string;
  port: number;
  account: ReturnType<typeof unprivilegedAccount>;
  settings: string[];
};

function labOver(parts: Parts): Omit<PostgresLab, 'remove'> {
  const { dataDir, port } = parts;
  let server: ChildProcess | undefined;
  const signal = (name: NodeJS.Signals) => family(dataDir).forEach((pid) => signalTo(pid, name));
  const answers = () =>
    askAs('postgres', port, 'select 1').then(
      () => true,
      () => false,
    );
  const isRunning = () => family(dataDir).length > 0;
  return {
    port,
    dataDir,
    async createDatabase(name) {
      await askAs('postgres', port, `create database ${name} owner ${owner}`);
      return (through) => `postgres://${owner}@127.0.0.1:${through}/${name}`;
    },
    url: (through = port) => `postgres://${owner}@127.0.0.1:${through}/barre`,
    ask: (text, values) => askAs('barre', port, text, values),
    asSuperuser: (use) => connected('barre', port, use),
    run: (program, parameters) => runAs(parts, program, parameters),
    async openCopy(lateMs) {
      const copy = join(dirname(dataDir), 'copy');
      const server = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
      const follow = ['-R', '--create-slot', '--slot=copy', '--checkpoint=fast'];
      await runAs(parts, 'pg_basebackup', [...server, '-D', copy, ...follow]);
      const settings = [...parts.settings, `recovery_min_apply_delay=${lateMs}ms`];
      const lab = labOver({ ...parts, settings, dataDir: copy, port: await freePort() });
      await lab.start();
      return lab;
    },
    async start() {
      // As a service manager would, again and again: what an ended server leaves behind for a moment refuses the next.
      const isStarted = () => {
        if (!server || server.exitCode !== null) server = launch(parts);
        return answers();
      };
      await until(isStarted, 120_000, 'PostgreSQL does not start');
    },
    async kill() {
      signal('SIGKILL');
      await until(() => !isRunning(), 30_000, 'PostgreSQL does not end');
      server?.stdin?.end();
      server = undefined;
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    answers,
  };
}

function launch({ bin, dataDir, port, account, settings }: Parts): ChildProcess {
  const options = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'fsync=on',
    'max_connections=60',
    'log_min_messages=panic',
    ...settings,
  ].flatMap((setting) => ['-c', setting]);
  // The shell ends the server when its input closes, which happens however this process ends, and ends with it.
  const script =
    'exec 3<&0; "$@" & server=$!; { cat <&3 > /dev/null; kill -9 $server 2> /dev/null; } & wait $server';
  const command = [join(bin, 'postgres'), '-D', dataDir, ...options];
  const server = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    ...account,
    cwd: dataDir,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return server.once('exit', () => server.stdin?.end());
}

/** The server's processes: the one its folder names and those it started. */
function family(dataDir: string): number[] {
  const file = join(dataDir, 'postmaster.pid');
  const first = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0;
  if (!first) return [];
  const others = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === first);
  return [first, ...others].filter((pid) => isPostgres(pid));
}

function parentOf(pid: number): number {
  return Number(/\nPPid:\t(\d+)/.exec(statusOf(pid))?.[1] ?? 0);
}

/** Whether the number is still that of a server's process, and not of what was started later or has ended. */
function isPostgres(pid: number): boolean {
  const status = statusOf(pid);
  return status.startsWith('Name:\tpostgres\n') && !/\nState:\tZ/.test(status);
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function signalTo(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // It ended meanwhile.
  }
}

async function runAs({ bin, account, dataDir }: Parts, program: string, parameters: string[]): Promise<void> {
  const own = join(bin, program);
  const child = spawn(existsSync(own) ? own : program, parameters, {
    ...account,
    cwd: dirname(dataDir),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([wholeText(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said}`);
}

async function askAs<T extends pg.QueryResultRow>(
  database: string,
  port: number,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return await connected(database, port, async (client) => (await client.query<T>(text, values)).rows);
}

async function connected<T>(
  database: string,
  port: number,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database,
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
