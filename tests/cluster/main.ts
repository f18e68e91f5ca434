// npm run cluster:test                  every fault twice, on hosts of their own on this machine
// npm run cluster:test -- --tries=5     every fault five times
// npm run cluster:test -- --full        each as often as its row in faults.ts says
// npm run cluster:test -- --only=kill-primary,cut-primary
// npm run cluster:test -- --keep        leaves the folder with every program's log
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const programs = {
  ip: 'iproute2',
  unshare: 'util-linux',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
};
const postgres = '/usr/lib/postgresql/15/bin/postgres';

const reason = whyNot();
if (reason) {
  console.error(reason);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'barre-cluster-'));
chmodSync(folder, 0o755);
// In spaces of its own for processes, network and mounts: when the first process in there ends, however it ends,
// the kernel ends all others and takes the network away.
const spaces = ['--mount', '--net', '--pid', '--fork', '--mount-proc', '--kill-child'];
const inside = fileURLToPath(new URL('inside.ts', import.meta.url));
// The shell is that first process, because it takes note of orphans that end; Node would leave them as zombies.
const program = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, inside, folder];
const run = spawn('unshare', [...spaces, ...program, ...process.argv.slice(2)], {
  // The pipe tells the run when this process is gone, even without a word.
  stdio: ['pipe', 'inherit', 'inherit'],
});
const stop = () => void run.kill('SIGKILL');
// Ctrl-C reaches the run as well; it goes at once, and this process lives on to clear up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
run.once('exit', (code) => {
  if (process.argv.includes('--keep')) console.log(`The logs are in ${folder}.`);
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code ?? 1);
});

function whyNot(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'The cluster test needs Linux and root, for hosts in network namespaces.';
  const missing = Object.entries(programs).flatMap(([name, debian]) => (isInstalled(name) ? [] : [debian]));
  if (!existsSync(postgres)) missing.push('postgresql-15');
  if (missing.length > 0) return `The cluster test needs programs: apt-get install ${missing.join(' ')}`;
  if (spawnSync('unshare', ['--net', 'true']).status !== 0)
    return 'This machine allows no network namespaces.';
  return null;
}

function isInstalled(name: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.some((each) => existsSync(join(each, name)));
}
