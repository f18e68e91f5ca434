import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { afterAll, beforeAll, expect } from 'vitest';
import { openAccounts } from '#features/auth/accounts.ts';
import { openLogins } from '#features/auth/logins.ts';
import { openTwoStep } from '#features/auth/two-step.ts';
import { signInLimits } from '#features/auth/sign-in-limits.ts';
import { queryCaller, type Caller } from '#platform/caller.ts';
import type { Clock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import type { Database, Engine, TenantScope } from '#platform/database.ts';
import { JsonText } from '#platform/json-text.ts';
import { openLog } from '#platform/log.ts';
import { openSender, type Letter, type Mail } from '#platform/mail.ts';
import type { RequestContext } from '#platform/procedure.ts';
import { openSms } from '#platform/sms.ts';
import { refuseOrFault } from '#server/api-handlers.ts';
import { router, type AppRouter } from '#server/router.ts';
import type { Role } from '#shared/access.ts';
import { openTestDatabase } from './test-database.ts';

/** The moment at which tests happen, unless they say otherwise: a Saturday, 10:00 in New York. */
export const testNow = '2026-11-21T15:00:00Z';
export const testClock: Clock = { now: () => new Date(testNow) };
export const testToday = '2026-11-21';

/** Somebody who calls the API: `api` is the real router, in process, as this person. */
export type Actor = Caller & { api: AppRouter };
export type Studio = { owner: Actor; admin: Actor; staff: Actor; instructor: Actor; student: Actor };

/** Opens a database of another kind than tests are given. */
type OpenDatabase = () => Promise<Database>;

export type TestApp = {
  database: Database;
  /** Letters sent so far, oldest first. */
  letters: Letter[];
  /** A caller who is not signed in. */
  visitor: AppRouter;
  /** Whoever the server takes for this caller. */
  clientOf(caller: Caller): AppRouter;
  /** Founds a studio of its own with one person of every role. */
  studio(options?: { name?: string; timeZone?: string }): Promise<Studio>;
  /** The same moment for everyone from now on. */
  setNow(instant: string): void;
};

/** A database, the router and nothing shared with other test files. Call once at the top of a test file. */
export function useTestApp(engine?: Engine | OpenDatabase): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => {
    Object.assign(app, await openTestApp(engine));
  });
  afterAll(() => app.database?.close());
  return app;
}

/** A test app outside a test file's hooks; close its database when done. */
export async function openTestApp(engine?: Engine | OpenDatabase): Promise<TestApp> {
  const database = typeof engine === 'function' ? await engine() : await openTestDatabase(engine);
  const letters: Letter[] = [];
  const mail: Mail = { send: (letter) => Promise.resolve(void letters.push(letter)), sent: () => [] };
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const secrets = ['a secret only tests know, long enough'] as const;
  const limits = signInLimits({ database, secrets, log: openLog('silent') });
  let now = testNow;
  const shared = {
    headers: {},
    cookies: [],
    countRequest: () => {},
    renewSession: () => Promise.resolve(),
    clientAddress: '127.0.0.1',
    config,
    logins: openLogins(
      openAccounts({
        database,
        config,
        secrets,
        limits,
        mail,
        sms: openSms(config),
        sender: openSender(openLog('silent')),
        log: openLog('silent'),
      }),
      limits,
      config.BASE_URL,
    ),
    twoStep: openTwoStep({
      database,
      secrets,
      config,
      mail,
      sender: openSender(openLog('silent')),
      log: openLog('silent'),
    }),
    clock: { now: () => new Date(now) },
    log: openLog('silent').child({ requestId: 'test' }),
    mail,
    database,
  };
  const clientOf = (caller: Caller | null): AppRouter =>
    createRouterClient(router, {
      context: (): RequestContext => ({ ...shared, findCaller: () => Promise.resolve(caller) }),
      interceptors: [refuseOrFault, readText],
    });
  return {
    database,
    letters,
    visitor: clientOf(null),
    clientOf,
    setNow: (instant) => {
      now = instant;
    },
    studio: async ({ name = 'Alice School', timeZone = 'America/New_York' } = {}) => {
      const owner = await foundStudio(database, name, timeZone);
      const actor = (caller: Caller): Actor => ({ ...caller, api: clientOf(caller) });
      const join = async (role: Role) => actor(await addMember(database, owner, role));
      return {
        owner: actor(owner),
        admin: await join('admin'),
        staff: await join('staff'),
        instructor: await join('instructor'),
        student: await join('student'),
      };
    },
  };
}

/** What a browser would make of an answer the database has written. */
async function readText({ next }: { next: () => Promise<unknown> }): Promise<unknown> {
  const output = await next();
  return output instanceof JsonText ? output.toJSON() : output;
}

async function foundStudio(database: Database, name: string, timeZone: string): Promise<Caller> {
  const email = `owner-${randomUUID()}@barre.test`;
  const user = await database.pool.query<{ id: string }>(
    'insert into auth.user (name, email, organization_name, time_zone) values ($1, $2, $3, $4) returning id',
    ['Olive Owner', email, name, timeZone],
  );
  return await callerOf(database, user.rows[0]?.id ?? '');
}

async function addMember(database: Database, studio: TenantScope, role: Role): Promise<Caller> {
  const fullName = `${role[0]?.toUpperCase()}${role.slice(1)} Person`;
  const email = `${role}-${randomUUID()}@barre.test`;
  const profile = await database.inTenant(studio, (db) =>
    db.insertInto('profiles').values({ role, fullName, email }).returning('id').executeTakeFirstOrThrow(),
  );
  const user = await database.pool.query<{ id: string }>(
    'insert into auth.user (name, email, organization_id, profile_id) values ($1, $2, $3, $4) returning id',
    [fullName, email, studio.organizationId, profile.id],
  );
  return await callerOf(database, user.rows[0]?.id ?? '');
}

async function callerOf(database: Database, userId: string): Promise<Caller> {
  const token = randomUUID();
  await database.pool.query(
    `insert into auth.session (user_id, token, expires_at) values ($1, $2, now() + interval '1 day')`,
    [userId, token],
  );
  const caller = await queryCaller(database, token);
  if (!caller) throw new Error('a session just made was not found');
  return caller;
}

/** Expects a call to be refused, and gives the refusal: `await refused(call, 404)`. */
export async function refused(
  call: Promise<unknown>,
  status: number,
): Promise<{ code: string; message: string; data: unknown }> {
  const outcome = await call.then(
    (answer) => ({ answered: answer }),
    (error: unknown) => error,
  );
  expect(outcome).toMatchObject({ status });
  return outcome as { code: string; message: string; data: unknown };
}

/** Of calls that were made at once, those that neither succeeded nor were refused. */
export function faultsIn(outcomes: PromiseSettledResult<unknown>[]): PromiseSettledResult<unknown>[] {
  return outcomes.filter(
    (each) => each.status === 'rejected' && !(each.reason instanceof ORPCError && each.reason.status < 500),
  );
}

/** The addresses a person has logins for, or was invited to. */
export async function loginsOf({ database }: TestApp, profileId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ email: string }>(
    'select u.email from auth.user u join auth.membership m on m.user_id = u.id where m.profile_id = $1',
    [profileId],
  );
  return rows.map(({ email }) => email);
}
