import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { sessionCookie, signToken } from '#platform/caller.ts';
import { readConfig } from '#platform/config.ts';
import { openApp, type App } from '#server/app.ts';
import { copyFunctions } from './limit-sql.ts';
import { recordRows, takeBack, type Recording } from './recorder.ts';
import { password, type Facts, type Row, type Studio } from './rows.ts';
import { copyStudio, fillStudio, someOf, type Size } from './studios.ts';

const secret = 'a secret only benchmarks know, long enough';
// The question is what it costs a studio that the others are there: it is asked like the one that is alone.
const askedOfMany = 1;
const big = { classes: 500, students: 20_000, months: 3 };
const little = { classes: 15, students: 300, months: 3 };
const oldMonths = 24;

export type Prepared = {
  /** The databases with one studio, some, and many with the big, the little and the old one; null when not asked for. */
  oneUrl: string;
  someUrl: string | null;
  manyUrl: string | null;
  facts: Facts;
  recordings: Record<string, Recording>;
  /** Which PostgreSQL it is. */
  postgres: string;
};

/** The address of a database as its owner and as a superuser. */
export type Access = { owner: string; admin: string };

/** Makes the databases: one studio of `size`, and that studio among others like it. Records what the rows ask. */
export async function prepare(
  serverUrl: string,
  size: Size,
  studios: number,
  rowNames: string[],
): Promise<Prepared> {
  const one = accessTo(serverUrl, 'bench_one');
  await onServer(serverUrl, 'create database bench_one owner barre_owner');
  const prepared = await withStudio(one, 'one@barre.test', size, async (app, admin) => {
    const facts: Facts = {
      today: new Date().toISOString().slice(0, 10),
      studios: { app: await readStudios(admin), some: [], many: [], little: [], big: [], old: [] },
    };
    return { facts, recordings: await recordRows(app, admin, facts, rowNames) };
  });
  const some = accessTo(serverUrl, 'bench_some');
  const many = accessTo(serverUrl, 'bench_many');
  if (studios > 1) {
    prepared.facts.studios.some = await copyMany(serverUrl, some, someOf(studios));
    prepared.facts.studios.many = await copyMany(serverUrl, many, studios);
    const others = { little, big, old: { ...size, months: oldMonths } };
    for (const [name, otherSize] of Object.entries(others) as [keyof typeof others, Size][]) {
      const email = `${name}@barre.test`;
      prepared.facts.studios[name] = await withStudio(many, email, otherSize, (_, admin) =>
        readStudios(admin, email),
      );
    }
  }
  await onAdmin(one, copyFunctions);
  return {
    ...prepared,
    postgres: await versionOf(one),
    oneUrl: one.owner,
    someUrl: studios > 1 ? some.owner : null,
    manyUrl: studios > 1 ? many.owner : null,
  };
}

/** The first studio among `studios` like it, in a database of their own; those that will be asked. */
async function copyMany(serverUrl: string, access: Access, studios: number): Promise<Studio[]> {
  const name = new URL(access.owner).pathname.slice(1);
  await onServer(serverUrl, `create database ${name} template bench_one owner barre_owner`);
  return await onAdmin(access, async (admin) => {
    const [first] = await readStudios(admin);
    await copyStudio(admin, first?.organizationId ?? '', studios - 1);
    await admin.query('vacuum analyze');
    return (await readStudios(admin)).slice(0, askedOfMany);
  });
}

/** The settings every server under test runs with. */
export function serverSettings(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    AUTH_SECRET: secret,
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1',
    // Few logins make all the load.
    REQUESTS_PER_MINUTE: '0',
  };
}

/** The limit reads past row-level security; triggers of writes still want to know the studio. */
export function limitSettings({ oneUrl, facts }: Prepared): Record<string, string> {
  const url = new URL(superuser(oneUrl));
  const studio = facts.studios.app[0]?.organizationId;
  url.searchParams.set(
    'options',
    `-c jit=off -c app.organization_id=${studio} -c search_path=bench_limit,public`,
  );
  return { DATABASE_URL: url.href };
}

export function keep(file: string, what: object): string {
  writeFileSync(file, JSON.stringify(what));
  return file;
}

/** Takes back on one of the databases what a row has written. */
export async function cleanUp(url: string, { write }: Row): Promise<void> {
  if (write) await onDatabase(url, (admin) => takeBack(admin, write));
}

/** The processes that serve the benchmark's connections. */
export async function databasePids(url: string): Promise<number[]> {
  const { rows } = await onDatabase(url, (admin) =>
    admin.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname like 'bench_%' and pid <> pg_backend_pid()`,
    ),
  );
  return rows.map(({ pid }) => pid);
}

export async function withStudio<T>(
  access: Access,
  email: string,
  size: Size,
  use: (app: App, admin: pg.Client) => Promise<T>,
): Promise<T> {
  const app = await openApp(readConfig(serverSettings(access.owner)));
  try {
    const timeZone = 'UTC';
    await app.accounts.api.signUpEmail({
      body: { name: 'Odette Adagio', email, password, organizationName: email, timeZone },
    });
    return await onAdmin(access, async (admin) => {
      const founded = await admin.query<{ id: string }>('select id from organizations where name = $1', [
        email,
      ]);
      await fillStudio(admin, founded.rows[0]?.id ?? '', size);
      await admin.query('vacuum analyze');
      return await use(app, admin);
    });
  } finally {
    await app.live.close();
    await app.database.close();
  }
}

export async function readStudios(admin: pg.Client, named: string | null = null): Promise<Studio[]> {
  const { rows } = await admin.query<Studio & { token: string }>(
    `select o.id as "organizationId", s.token, u.email, coalesce(substring(o.name from ' zq\\d+qz$'), '') as marker,
      (select array_agg(id order by id) from profiles p where p.organization_id = o.id and role = 'instructor') as "instructorIds",
      (select array_agg(id order by id) from classrooms r where r.organization_id = o.id) as "roomIds",
      (select array_agg(id order by id) from dance_types d where d.organization_id = o.id) as "danceTypeIds",
      (select array_agg(id) from (select id from profiles p where p.organization_id = o.id and role = 'student' order by id limit 100) p)
        as "studentIds",
      (select json_agg(json_build_object('id', c.id, 'daysOfWeek', c.days_of_week, 'studentIds', array(
          select student_id from class_registrations r where r.organization_id = o.id and r.class_id = c.id order by id limit 20)))
        from (select * from classes c where c.organization_id = o.id order by id limit 50) c) as classes
    from organizations o join auth.membership m on m.organization_id = o.id join auth.session s on s.user_id = m.user_id
      join auth."user" u on u.id = m.user_id
    where $1::text is null or o.name = $1 order by o.id`,
    [named],
  );
  return rows.map(({ token, ...studio }) => ({
    ...studio,
    cookie: `${sessionCookie('http:')}=${signToken(token, secret)}`,
  }));
}

export async function versionOf(access: Access): Promise<string> {
  const { rows } = await onAdmin(access, (admin) =>
    admin.query<{ version: string }>(`select 'PostgreSQL ' || current_setting('server_version') as version`),
  );
  return rows[0]?.version ?? 'PostgreSQL';
}

export function accessTo(serverUrl: string, database: string): Access {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return { owner: url.href, admin: superuser(url.href) };
}

/** Our own test servers trust everybody on this machine. */
function superuser(url: string): string {
  const admin = new URL(url);
  admin.username = 'postgres';
  return admin.href;
}

export async function onServer(serverUrl: string, statement: string): Promise<void> {
  await onDatabase(serverUrl, (admin) => admin.query(statement));
}

/** The same at the address its owner has. */
export async function onDatabase<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  return await onAdmin({ owner: url, admin: superuser(url) }, use);
}

export async function onAdmin<T>({ admin }: Access, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
