import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { addHost, processesOn, signal, startOn, type Host } from './hosts.ts';
import { until } from './wait.ts';

/** Three hosts, each with PostgreSQL under Patroni and a member of etcd, which says who is the primary. */
export type Databases = {
  hosts: Host[];
  /** Starts whatever does not run on a host. */
  start(host: Host): void;
  /** The host whose PostgreSQL takes writes. */
  primary(): Promise<Host>;
  /** The copy that commits wait for, and that may therefore take over. */
  heir(primary: Host): Promise<Host | undefined>;
  /** Waits until all three are there and follow the primary. */
  settle(): Promise<Host>;
};

const binaries = '/usr/lib/postgresql/15/bin';
const patroniPort = 8008;
/** What Patroni is told; it gives a primary that is gone `ttl` seconds before another takes over. */
const patroniTimes = { ttl: 20, loop_wait: 2, retry_timeout: 3 };

export async function startDatabases(root: string): Promise<Databases> {
  const hosts = [1, 2, 3].map((nth) => addHost(root, `db${nth}`, nth));
  for (const host of hosts) writePatroniConfig(host, hosts);
  const start = (host: Host) => {
    const running = processesOn(host).map(({ command }) => command);
    if (!running.some((command) => command.startsWith('etcd ')))
      startOn(host, 'etcd', etcdCommand(host, hosts));
    if (!running.some((command) => command.includes('patroni.json')))
      startOn(host, 'patroni', ['patroni', join(host.folder, 'patroni.json')]);
  };
  const databases: Databases = {
    hosts,
    start,
    primary: () => primaryOf(hosts),
    heir: async (primary) => {
      const heir = (await membersOf(primary)).find(({ role }) => role === 'sync_standby');
      return hosts.find(({ name }) => name === heir?.name);
    },
    settle: () => settle(hosts),
  };
  hosts.forEach(start);
  const primary = await databases.settle();
  const admin = await connectTo(primary, 'postgres');
  await admin.query('create role barre login createrole');
  await admin.query('create database barre owner barre');
  await admin.end();
  return databases;
}

/** A superuser's connection through the host's own socket: it works whatever happens to the network. */
export async function connectTo(host: Host, database = 'barre'): Promise<pg.Client> {
  const client = new pg.Client({
    host: host.folder,
    user: 'postgres',
    database,
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

export async function ask<Row extends pg.QueryResultRow>(
  host: Host,
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await connectTo(host);
  return await client
    .query<Row>(query, values)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Stops, or lets go on, the processes that receive what the primary has written. */
export function freezeReplication(host: Host, isFrozen: boolean): void {
  for (const { pid, command } of processesOn(host))
    if (command.includes('walreceiver')) signal(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
}

export async function isPrimary(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_copy: boolean }>('select pg_is_in_recovery() as is_copy');
  return rows[0]?.is_copy === false;
}

export async function takesWrites(host: Host): Promise<boolean> {
  const client = await connectTo(host, 'postgres').catch(() => null);
  const isIt = client && (await isPrimary(client).catch(() => false));
  await client?.end().catch(() => {});
  return isIt === true;
}

async function primaryOf(hosts: Host[]): Promise<Host> {
  return await until('a primary', async () => {
    for (const host of hosts) if (await takesWrites(host)) return host;
    return null;
  });
}

type Member = { name: string; role: string; state: string; timeline?: number };

async function settle(hosts: Host[]): Promise<Host> {
  return await until('a primary with two copies', async () => {
    const members = await membersOf(hosts[0]);
    const leader = members.find(({ role }) => role === 'leader');
    const copies = members.filter(({ role, timeline }) => role !== 'leader' && timeline === leader?.timeline);
    if (members.some(({ state }) => state !== 'running' && state !== 'streaming')) return null;
    const isSynchronous = copies.some(({ role }) => role === 'sync_standby');
    const host = hosts.find(({ name }) => name === leader?.name);
    return copies.length === hosts.length - 1 && isSynchronous && host
      ? await streamsToAll(host, hosts)
      : null;
  });
}

async function streamsToAll(primary: Host, hosts: Host[]): Promise<Host | null> {
  const client = await connectTo(primary, 'postgres');
  const { rows } = await client
    .query(`select from pg_stat_replication where state = 'streaming'`)
    .finally(() => client.end());
  return rows.length === hosts.length - 1 ? primary : null;
}

async function membersOf(host: Host | undefined): Promise<Member[]> {
  const answer = await fetch(`http://${host?.address}:${patroniPort}/cluster`, {
    signal: AbortSignal.timeout(2_000),
  });
  return ((await answer.json()) as { members: Member[] }).members;
}

function etcdCommand({ name, address, folder }: Host, hosts: Host[]): string[] {
  const flags = {
    name,
    'data-dir': join(folder, 'etcd'),
    'listen-peer-urls': `http://${address}:2380`,
    'initial-advertise-peer-urls': `http://${address}:2380`,
    'listen-client-urls': `http://${address}:2379`,
    'advertise-client-urls': `http://${address}:2379`,
    'enable-v2': 'true',
    // A member that was cut off must not call for an election when it comes back.
    'pre-vote': 'true',
    'initial-cluster': hosts.map((host) => `${host.name}=http://${host.address}:2380`).join(','),
  };
  return ['etcd', ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)];
}

function writePatroniConfig({ name, address, folder }: Host, hosts: Host[]): void {
  const parameters = {
    max_connections: 100,
    shared_buffers: '64MB',
    wal_log_hints: 'on',
    wal_keep_size: '256MB',
    // A copy that lost its primary sleeps so long before it looks again, also at the request to take over: 5 s else.
    wal_retrieve_retry_interval: '500ms',
    unix_socket_directories: folder,
  };
  const trusted = [
    'local all all trust',
    'host all all 10.77.0.0/24 trust',
    'host replication all 10.77.0.0/24 trust',
  ];
  const config = {
    scope: 'barre',
    name,
    restapi: { listen: `${address}:${patroniPort}`, connect_address: `${address}:${patroniPort}` },
    // Before 3.0.3 Patroni takes the lock back blindly over etcd's third API, though another holds it by then: a cut
    // primary that came back undid the takeover. Over the second one it compares first.
    etcd: { hosts: hosts.map((host) => `${host.address}:2379`) },
    bootstrap: {
      dcs: {
        ...patroniTimes,
        // A commit is told when a second server has it, and only such a server may take over. Strict: a new primary
        // tells none before a copy follows it.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        maximum_lag_on_failover: 1_048_576,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(folder, 'data'),
      bin_dir: binaries,
      pgpass: join(folder, 'pgpass'),
      pg_hba: trusted,
      parameters,
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
        rewind: { username: 'rewinder', password: 'unused' },
      },
    },
  };
  writeFileSync(join(folder, 'patroni.json'), JSON.stringify(config, null, 1));
}
