import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A machine as far as network and processes go: a network namespace on one bridge. */
export type Host = { name: string; address: string; folder: string };

const bridge = 'switch';
const network = '10.77.0';
/** Where the traffic of the test comes from. */
const clientAddress = `${network}.254`;
// PostgreSQL, PgBouncer and Patroni refuse to run as root.
const account = 'postgres';

/** The network all hosts are in. Called inside namespaces of our own, so nothing of it is seen outside. */
export function openNetwork(): void {
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${clientAddress}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  ip('link', 'set', 'lo', 'up');
}

export function addHost(root: string, name: string, nth: number): Host {
  const host = { name, address: `${network}.${nth}`, folder: join(root, name) };
  ip('netns', 'add', name);
  ip('link', 'add', cableOf(host), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', cableOf(host), 'master', bridge, 'up');
  on(host, 'ip', 'addr', 'add', `${host.address}/24`, 'dev', 'eth0');
  on(host, 'ip', 'link', 'set', 'eth0', 'up');
  on(host, 'ip', 'link', 'set', 'lo', 'up');
  mkdirSync(host.folder, { recursive: true });
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, account], { encoding: 'utf8' })),
  );
  chownSync(host.folder, uid ?? 0, gid ?? 0);
  return host;
}

/** Starts a program on a host; what it says goes to a file named after it. */
export function startOn(
  host: Host,
  name: string,
  command: string[],
  { isRoot = false, settings = {} }: { isRoot?: boolean; settings?: Record<string, string> } = {},
): ChildProcess {
  const log = openSync(join(host.folder, `${name}.log`), 'a');
  const as = isRoot ? [] : ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups'];
  const PATH = `${process.env['PATH']}:/usr/sbin`;
  return spawn('ip', ['netns', 'exec', host.name, ...as, ...command], {
    cwd: host.folder,
    env: { PATH, HOME: host.folder, ...settings },
    stdio: ['ignore', log, log],
  });
}

/** What is running on a host, by process id, with its command line. */
export function processesOn(host: Host): { pid: number; command: string }[] {
  const pids = execFileSync('ip', ['netns', 'pids', host.name], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  return pids.map(Number).map((pid) => ({ pid, command: commandOf(pid) }));
}

/** Ends everything on a host at once, as pulling the plug does. */
export function killHost(host: Host): void {
  for (const { pid } of processesOn(host)) signal(pid, 'SIGKILL');
}

/** Holds everything on a host still, or lets it go on. Its kernel still takes connections, which nobody serves. */
export function freezeHost(host: Host, isFrozen: boolean): void {
  // What was started while the first list was made is in the second.
  for (const { pid } of [...processesOn(host), ...processesOn(host)])
    signal(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself meanwhile.
  }
}

export function cutOff(host: Host): void {
  ip('link', 'set', cableOf(host), 'down');
}

export function plugIn(host: Host): void {
  ip('link', 'set', cableOf(host), 'up');
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

const cableOf = (host: Host) => `to-${host.name}`;

function on(host: Host, ...command: string[]): void {
  ip('netns', 'exec', host.name, ...command);
}

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] });
}
