import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { readConfig } from '#platform/config.ts';
import { closeApp, openApp, serve } from '#server/app.ts';
import {
  makeClass,
  makeClassroom,
  makeDanceType,
  makeInstructor,
  makeStudent,
} from '#tests/support/factories.ts';
import { makeAttendance, makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import {
  openTestApp,
  testClock,
  testToday,
  type Actor,
  type Studio,
  type TestApp,
} from '#tests/support/test-app.ts';

const recent = `order by created_at desc, id limit 30`;
const alive = 'erased_at is null';

/** Where ids that may be named come from: the latest rows of each kind, but for the people who act. */
const queries = {
  classrooms: `select id from classrooms ${recent}`,
  danceTypes: `select id from dance_types ${recent}`,
  classes: `select id from classes where archived_at is null ${recent}`,
  instructors: `select id from profiles where role = 'instructor' and ${alive} and not id = any ($1) ${recent}`,
  students: `select id from profiles where role = 'student' and ${alive} and not id = any ($1) ${recent}`,
  team: `select id from profiles where role in ('admin', 'staff') and not id = any ($1) ${recent}`,
  inquiries: `select id from inquiries where student_id is null ${recent}`,
  converted: `select id from inquiries where student_id is not null ${recent}`,
  oneOffs: `select id from one_off_sessions where cancelled_at is null and outcome is null ${recent}`,
  cancellations: `select id from class_cancellations ${recent}`,
  subscriptions: `select id from subscriptions ${recent}`,
  logs: `select id from attendance_sessions order by logged_at desc, id limit 30`,
  registrations: `select id from class_registrations where ended_on is null ${recent}`,
  endedRegistrations: `select id from class_registrations where ended_on is not null ${recent}`,
} as const;

export type Pool = keyof typeof queries | 'sessions' | 'organizations';

const versioned: Partial<Record<Pool, string>> = {
  classrooms: 'classrooms',
  danceTypes: 'dance_types',
  classes: 'classes',
  instructors: 'profiles',
  students: 'profiles',
  team: 'profiles',
  inquiries: 'inquiries',
  converted: 'inquiries',
  oneOffs: 'one_off_sessions',
  subscriptions: 'subscriptions',
  logs: 'attendance_sessions',
  organizations: 'organizations',
};

export type World = {
  app: TestApp;
  url: string;
  people: Studio;
  organizationId: string;
  ids: Record<Pool, string[]>;
  names: Record<'classrooms' | 'danceTypes' | 'instructors', string[]>;
  /** Who is in which class now. */
  registered: { classId: string; studentId: string }[];
  /** Adds fresh rows of every kind and looks up what there is. */
  refresh(): Promise<void>;
  /** The version an edit of a row has to name; 1 for what is not there. */
  versionOf(pool: Pool, id: unknown): Promise<number>;
  /** A session token of somebody; a new one after theirs was ended. */
  tokenOf(by: Actor, isEnded?: boolean): Promise<string>;
  close(): Promise<void>;
};

/** A studio full of rows behind a real HTTP server. */
export async function openWorld(): Promise<World> {
  const app = await openTestApp();
  const { server, http, url } = await startServer(app);
  const people = await app.studio({ name: 'Fuzz School' });
  const tokens = new Map<string, string>();
  const world: World = {
    app,
    url,
    people,
    organizationId: people.owner.organizationId,
    ids: { sessions: [], organizations: [people.owner.organizationId] } as unknown as World['ids'],
    names: { classrooms: [], danceTypes: [], instructors: [] },
    registered: [],
    refresh: async () => {
      await addRows(world);
      await lookUp(world);
    },
    versionOf: (pool, id) => readVersion(world, pool, id),
    tokenOf: async (by, isEnded = false) => {
      const known = tokens.get(by.userId);
      if (known && !isEnded) return known;
      const { token } = await addSession(app, by);
      tokens.set(by.userId, token);
      return token;
    },
    // Closes the database too.
    close: () => closeApp(server, http),
  };
  await world.refresh();
  return world;
}

/** A server like the world's with an owner signed in, and nothing else. */
export async function openServer(): Promise<{ url: string; token: string; close(): Promise<void> }> {
  const app = await openTestApp();
  const { server, http, url } = await startServer(app);
  const { owner } = await app.studio();
  const close = async () => {
    // Those who were cut off in the middle would be waited for.
    http.closeAllConnections();
    await closeApp(server, http);
  };
  return { url, token: (await addSession(app, owner)).token, close };
}

async function startServer({ database, letters }: TestApp) {
  const config = readConfig({
    AUTH_SECRET: 'a secret only this fuzzer knows, long',
    LOG_LEVEL: 'silent',
    // Else it would answer in place of what is sent to.
    REQUESTS_PER_MINUTE: '0',
  });
  const mail = {
    send: (letter: TestApp['letters'][number]) => Promise.resolve(void letters.push(letter)),
    sent: () => [],
  };
  const server = await openApp(config, { database, mail, clock: testClock });
  const http: Server = serve(server).listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { server, http, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

async function addSession({ database }: TestApp, { userId }: Actor): Promise<{ id: string; token: string }> {
  const token = randomUUID();
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into auth.session (user_id, token, expires_at) values ($1, $2, now() + interval '1 day') returning id`,
    [userId, token],
  );
  return { id: rows[0]?.id ?? '', token };
}

const everyDay = { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], sessionStartDate: '2020-01-01' };

async function addRows({ app, people: { owner }, ids }: World): Promise<void> {
  for (let times = 0; times < 3; times++) {
    const instructorId = await makeInstructor(app, owner);
    await makeInstructor(app, owner);
    const student = await makeStudent(app, owner);
    const [studentId, inquirer] = [await makeStudent(app, owner), await makeStudent(app, owner)];
    const [roomId, danceTypeId] = [await makeClassroom(app, owner), await makeDanceType(app, owner)];
    await makeClassroom(app, owner);
    await makeDanceType(app, owner);
    const classId = await makeClass(app, owner, { instructorId, roomId, danceTypeId, ...everyDay });
    await makeSubscription(app, owner, { classId, studentId });
    await makeRegistration(app, owner, { classId, studentId, enrolledOn: '2026-01-01' });
    const ended = await makeRegistration(app, owner, {
      classId,
      studentId: student,
      enrolledOn: '2026-01-01',
    });
    await makeAttendance(app, owner, { classId, date: '2026-11-18', present: [studentId] });
    await app.database.inTenant(owner, async (db) => {
      const once_ = { instructorId, roomId, sessionDate: '2026-11-19', startTime: '09:00', endTime: '10:00' };
      await db
        .updateTable('classRegistrations')
        .set({ endedOn: testToday })
        .where('id', '=', ended)
        .execute();
      await db.insertInto('classCancellations').values({ classId, cancelledDate: '2026-11-20' }).execute();
      await db
        .updateTable('profiles')
        .set({ email: sql`id || '@barre.test'` })
        .where('id', 'in', [student, studentId, inquirer])
        .execute();
      await db.insertInto('inquiries').values({ fullName: 'Quinn Curious' }).execute();
      await db.insertInto('profiles').values({ role: 'staff', fullName: 'Sam Staff' }).execute();
      await db
        .insertInto('oneOffSessions')
        .values({ sessionType: 'Private', studentId: inquirer, ...once_ })
        .execute();
    });
    ids.sessions.unshift((await addSession(app, owner)).id);
  }
  ids.sessions.splice(10);
}

async function lookUp(world: World): Promise<void> {
  const { app, people, ids, names } = world;
  const actors = Object.values(people).map(({ profileId }) => profileId);
  const read = async <Row>(query: string) =>
    await app.database.inTenant(people.owner, async (db) => {
      const filled = query.replace('$1', `'{${actors.join(',')}}'::uuid[]`);
      return (await sql<Row>`${sql.raw(filled)}`.execute(db)).rows;
    });
  for (const [pool, query] of Object.entries(queries))
    ids[pool as Pool] = (await read<{ id: string }>(query)).map(({ id }) => id);
  // None was converted yet.
  if (ids.converted.length === 0) ids.converted = ids.inquiries;
  const named = async (query: string) => (await read<{ name: string }>(query)).map(({ name }) => name);
  names.classrooms = await named(`select name from classrooms ${recent}`);
  names.danceTypes = await named(`select name from dance_types ${recent}`);
  names.instructors = await named(
    `select full_name as name from profiles where role = 'instructor' and ${alive} ${recent}`,
  );
  world.registered = await read(
    `select class_id, student_id from class_registrations where ended_on is null ${recent}`,
  );
}

async function readVersion({ app, people }: World, pool: Pool, id: unknown): Promise<number> {
  const table = versioned[pool];
  if (!table) return 1;
  const { rows } = await app.database.inTenant(people.owner, (db) =>
    sql<{ version: number }>`select version from ${sql.table(table)} where id::text = ${String(id)}`.execute(
      db,
    ),
  );
  return rows[0]?.version ?? 1;
}
