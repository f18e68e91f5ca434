import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { openApp } from '#server/app.ts';
import { openPostgresLab, type PostgresLab } from '#tests/faults/postgres-lab.ts';
import { unprivilegedAccount } from '#tests/support/postgres-server.ts';
import { hasPostgres } from '#tests/support/test-database.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

// The server believes a certificate of its authority, or its own machine about who asks; no login has a password.
const whoMayEnter = `
local all barre_neighbour peer map=neighbours
hostssl all barre_certified 127.0.0.1/32 cert
host all postgres,barre_owner 127.0.0.1/32 trust
`;

describe.runIf(hasPostgres && hasOpenssl)('a PostgreSQL server without passwords', () => {
  let folder: string;
  let lab: PostgresLab;
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'barre-certificates-'));
    makeCertificates(folder);
    const opened = await openPostgresLab({
      settings: ['ssl=on', 'ssl_ca_file=authority.crt', 'unix_socket_directories=.'],
      prepare: (dataDir) => {
        writeFileSync(join(dataDir, 'pg_hba.conf'), whoMayEnter);
        writeFileSync(join(dataDir, 'pg_ident.conf'), `neighbours ${userInfo().username} barre_neighbour\n`);
        for (const name of ['authority.crt', 'server.crt', 'server.key'])
          giveToServer(file(name), join(dataDir, name));
      },
    });
    if (!opened) throw new Error('there is no PostgreSQL to start');
    lab = opened;
    const owned = await openDatabase({ url: lab.url() });
    await migrate(owned).finally(owned.close);
    for (const login of ['barre_certified', 'barre_neighbour'])
      await lab.ask(`create role ${login} login in role barre_server`);
  });
  afterAll(async () => {
    await lab?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts Barre on an address, listening and all, and tells how the database knows it. */
  async function startOn(url: string) {
    const settings = { AUTH_SECRET: 'a secret only these tests know, long enough', LOG_LEVEL: 'silent' };
    const app = await openApp(readConfig({ ...settings, DATABASE_URL: url }));
    const { rows } = await sql`select session_user as login, coalesce(client_dn, '') as certificate
      from pg_stat_ssl where pid = pg_backend_pid()`.execute(app.database.db);
    await app.live.close();
    await app.database.close();
    return rows;
  }

  const byCertificate = (own: string, authority = 'authority', login = 'barre_certified') =>
    `postgres://${login}@localhost:${lab.port}/barre?sslmode=verify-full&sslrootcert=${file(`${authority}.crt`)}` +
    `&sslcert=${file(`${own}.crt`)}&sslkey=${file(`${own}.key`)}`;

  it('knows Barre by its certificate', async () => {
    expect(await startOn(byCertificate('client'))).toEqual([
      { login: 'barre_certified', certificate: '/CN=barre_certified' },
    ]);
  });

  it('refuses a certificate of somebody else, of another authority, and none', async () => {
    await expect(startOn(byCertificate('stranger'))).rejects.toThrow('DATABASE_URL can not be used');
    await expect(startOn(byCertificate('forged'))).rejects.toThrow('DATABASE_URL can not be used');
    await expect(startOn(`postgres://barre_certified@localhost:${lab.port}/barre`)).rejects.toThrow(
      'no pg_hba.conf entry',
    );
  });

  it('is not believed itself with a certificate of another authority', async () => {
    await expect(startOn(byCertificate('client', 'impostor'))).rejects.toThrow(/certificate/);
  });

  it('knows a Barre on its own machine by the account it runs as', async () => {
    const socket = (login: string) => `postgres:///barre?host=${lab.dataDir}&port=${lab.port}&user=${login}`;
    expect(await startOn(socket('barre_neighbour'))).toEqual([{ login: 'barre_neighbour', certificate: '' }]);
    await expect(startOn(socket('barre_owner'))).rejects.toThrow('no pg_hba.conf entry');
  });
});

/** The authority's, the server's and the client's, and those of people who are neither. */
function makeCertificates(folder: string): void {
  for (const name of ['authority', 'impostor'])
    openssl(
      folder,
      `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -keyout ${name}.key -out ${name}.crt`,
    );
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  for (const [name, subject, authority] of [
    ['server', 'localhost', 'authority'],
    ['client', 'barre_certified', 'authority'],
    ['stranger', 'stranger', 'authority'],
    ['forged', 'barre_certified', 'impostor'],
  ] as const) {
    openssl(folder, `req -newkey rsa:2048 -nodes -subj /CN=${subject} -keyout ${name}.key -out ${name}.csr`);
    openssl(
      folder,
      `x509 -req -days 2 -in ${name}.csr -CA ${authority}.crt -CAkey ${authority}.key -CAcreateserial -extfile names -out ${name}.crt`,
    );
  }
}

function openssl(folder: string, command: string): void {
  const { status, stderr } = spawnSync('openssl', command.split(' '), { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function giveToServer(from: string, to: string): void {
  cpSync(from, to);
  const account = unprivilegedAccount();
  if (account) chownSync(to, account.uid, account.gid);
}
