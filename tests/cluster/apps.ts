import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { builtServer } from '#tests/support/built-server.ts';
import { poolerConfig } from '#tests/support/pooler-config.ts';
import { addHost, startOn, type Host } from './hosts.ts';
import { until } from './wait.ts';

/** A host with the app, a PgBouncer beside it, and an HAProxy that knows which database is the primary. */
type AppHost = {
  host: Host;
  /** Starts the app and waits until it and the balancer say that it is ready. */
  start(): Promise<void>;
  /** Sends the app a signal and waits until it has ended and the balancer knows. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Waits until the balancer sends it requests, or sends it none. */
  untilServing(is: boolean): Promise<void>;
};

export type Apps = { url: string; balancer: Host; apps: AppHost[] };

const main = builtServer();
const appPort = 3000;
const metricsToken = 'another secret only this test knows, long enough';
const publicPort = 8080;
const ways = { pooler: 6432, primary: 6001, copies: 6002 };
/** How often a balancer looks, and how many looks change its mind. */
const checks = 'inter 500ms fall 2 rise 1';

export async function startApps(root: string, databases: Host[]): Promise<Apps> {
  const balancer = addHost(root, 'front', 20);
  const hosts = [11, 12].map((nth) => addHost(root, `app${nth - 10}`, nth));
  const url = `http://${balancer.address}:${publicPort}`;
  const apps = hosts.map((host) => prepareApp(host, balancer, url));
  for (const host of hosts) startWays(host, databases);
  writeFileSync(join(balancer.folder, 'haproxy.cfg'), frontConfig(balancer, hosts));
  startOn(balancer, 'haproxy', ['haproxy', '-f', 'haproxy.cfg']);
  for (const app of apps) await app.start();
  return { url, balancer, apps };
}

function prepareApp(host: Host, balancer: Host, url: string): AppHost {
  const settings = {
    MODE: 'production',
    HOST: host.address,
    PORT: String(appPort),
    BASE_URL: url,
    TRUSTED_PROXIES: balancer.address,
    AUTH_SECRET: 'a secret only this test knows, long enough',
    DATABASE_URL: `postgres://barre@127.0.0.1:${ways.pooler}/barre`,
    DATABASE_POOLER: 'transaction',
    DIRECT_DATABASE_URL: `postgres://barre@127.0.0.1:${ways.primary}/barre`,
    REPLICA_DATABASE_URL: `postgres://barre@127.0.0.1:${ways.copies}/barre`,
    DRAIN_SECONDS: '3',
    METRICS_TOKEN: metricsToken,
    // Few logins make all the traffic.
    REQUESTS_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
  };
  let child: ChildProcess | undefined;
  const untilServing = async (is: boolean) => {
    const what = is ? `${host.name} in the balancer` : `the balancer to miss ${host.name}`;
    await until(what, async () => (await isUp(balancer, host)) === is);
  };
  return {
    host,
    untilServing,
    async start() {
      child = startOn(host, 'app', [process.execPath, main], { isRoot: true, settings });
      const hasEnded = new Promise<never>((_, reject) =>
        child?.once('exit', (code) => reject(new Error(`the app on ${host.name} ended with ${code}`))),
      );
      // It also ends when it is told to, much later, and nobody waits for this any more.
      hasEnded.catch(() => {});
      await Promise.race([hasEnded, untilServing(true)]);
    },
    async end(signal) {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      if (child?.exitCode === null && child.kill(signal)) await ended;
      await untilServing(false);
    },
  };
}

/** The ways from an app to the databases, on its own host. */
function startWays(host: Host, databases: Host[]): void {
  const pooler = { port: ways.pooler, databasePort: ways.primary, user: 'barre' };
  writeFileSync(join(host.folder, 'pgbouncer.ini'), poolerConfig(pooler));
  writeFileSync(join(host.folder, 'haproxy.cfg'), databaseConfig(databases));
  startOn(host, 'haproxy', ['haproxy', '-f', 'haproxy.cfg']);
  startOn(host, 'pgbouncer', ['pgbouncer', 'pgbouncer.ini']);
}

const tcp = `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout check 1s
  timeout client 1h
  timeout server 1h
`;

function databaseConfig(databases: Host[]): string {
  const servers = databases
    .map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`)
    .join('\n');
  // A session with a server that is no longer what it was is ended at once, so that nobody waits for its answers.
  const way = (name: string, port: number, role: string) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk GET /${role}
  http-check expect status 200
  default-server ${checks} on-marked-down shutdown-sessions
${servers}
`;
  return tcp + way('primary', ways.primary, 'primary') + way('copies', ways.copies, 'replica');
}

function frontConfig(balancer: Host, hosts: Host[]): string {
  const servers = hosts.map(({ name, address }) => `  server ${name} ${address}:${appPort} check`).join('\n');
  return `
global
  maxconn 500
  stats socket ${statsSocket(balancer)}
defaults
  mode http
  option forwardfor
  option redispatch
  retries 3
  timeout connect 2s
  timeout check 3s
  timeout client 60s
  timeout server 60s
frontend public
  bind ${balancer.address}:${publicPort}
  default_backend apps
backend apps
  option httpchk GET /readyz
  # One that says no gets nothing new and ends what it has. From one that says nothing, all it has is taken away, or those
  # who wait for it would wait as long as it stands still.
  http-check expect ! status 503 error-status L7OKC
  http-check expect status 200
  default-server ${checks} on-marked-down shutdown-sessions
${servers}
`;
}

/** How many reports an app that runs has read from a copy of the database. */
export async function reportsFromCopies({ host }: AppHost): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const answer = await fetch(`http://${host.address}:${appPort}/metrics`, { headers });
  if (!answer.ok) throw new Error(`the metrics of ${host.name} answer ${answer.status}`);
  const [, count] = /^barre_report_reads\{from="replica"\} (\d+)/m.exec(await answer.text()) ?? [];
  return Number(count);
}

const statsSocket = (balancer: Host) => join(balancer.folder, 'stats');

function isUp(balancer: Host, { name }: Host): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let text = '';
    connect(statsSocket(balancer))
      .on('error', reject)
      .on('data', (chunk) => (text += chunk.toString()))
      .on('end', () => resolve(new RegExp(`^apps,${name},.*,UP,`, 'm').test(text)))
      .end('show stat\n');
  });
}
