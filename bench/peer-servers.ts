import { execFileSync } from 'node:child_process';
import type pg from 'pg';
import { POOL_SIZE } from '#platform/config.ts';
import { startServer, type Server } from './child.ts';
import { directusToken, type PeerName } from './peer-questions.ts';
import type { Studio } from './rows.ts';
import { onDatabase } from './setup.ts';

const size = String(POOL_SIZE);

/** Starts a peer on one of the databases; for the studio that is asked for, where it can not tell by the request. */
export const startPeer: Record<PeerName, (url: string, studio: Studio) => Promise<Server>> = {
  PostGraphile: (url) =>
    startServer(['bench/peers/postgraphile.mjs'], '/', {
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: size,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
    }),
  async Directus(url, { organizationId }) {
    await onDatabase(url, copyForDirectus);
    const connection = new URL(url);
    connection.searchParams.set('options', `-c app.organization_id=${organizationId} -c jit=off`);
    const environment = {
      DB_CLIENT: 'pg',
      DB_CONNECTION_STRING: connection.href,
      DB_SEARCH_PATH: 'directus',
      DB_POOL__MIN: size,
      DB_POOL__MAX: size,
      SECRET: directusToken,
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: directusToken,
      ADMIN_TOKEN: directusToken,
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      SERVE_APP: 'false',
      TELEMETRY: 'false',
      WEBSOCKETS_ENABLED: 'false',
    };
    const program = 'bench/peers/node_modules/directus/cli.js';
    execFileSync(process.execPath, [program, 'bootstrap'], {
      env: { ...process.env, ...environment },
      stdio: 'pipe',
    });
    return await startServer(
      ['bench/peers/node_modules/@directus/api/dist/start.js'],
      '/server/ping',
      environment,
    );
  },
};

/** Directus takes tables with a key of one column only: copies, in a schema of their own, kept apart like the first. */
async function copyForDirectus(admin: pg.Client): Promise<void> {
  await admin.query('create schema directus authorization barre_owner');
  for (const [name, source] of Object.entries({
    dance_types: 'dance_types',
    classrooms: 'classrooms',
    instructors: `profiles where role = 'instructor'`,
    classes: 'classes',
  })) {
    await admin.query(`create table directus.${name} as select * from public.${source}`);
    await admin.query(`alter table directus.${name} add primary key (id), owner to barre_owner,
      enable row level security, force row level security`);
    await admin.query(`create index on directus.${name} (organization_id)`);
    await admin.query(`create policy own_studio on directus.${name}
      using (organization_id = (select current_organization_id()))`);
    await admin.query(`vacuum analyze directus.${name}`);
  }
  await admin.query(`alter table directus.classes add foreign key (dance_type_id) references directus.dance_types,
    add foreign key (instructor_id) references directus.instructors, add foreign key (room_id) references directus.classrooms`);
}
