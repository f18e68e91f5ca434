import type { IncomingHttpHeaders } from 'node:http';
import { ORPCError, os } from '@orpc/server';
import type { RawBuilder } from 'kysely';
import * as z from 'zod';
import type { Caller, HowToFind } from '#platform/caller.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Read, Tx } from '#platform/database.ts';
import { JsonText, rowAsText, rowsAsText } from '#platform/json-text.ts';
import type { Log } from '#platform/log.ts';
import type { Mail } from '#platform/mail.ts';
import type { RequestKind } from '#platform/request-limit.ts';
import type { StudioMoment } from '#platform/studio-moment.ts';
import { isAllowed, screenOwnerHeader, type Permission } from '#shared/access.ts';
import { localDateAt, type LocalDate } from '#shared/local-date.ts';

/** What features may ask of the account service. */
export type Logins = {
  /** A single-use link with which a person sets their password; null when the address signs in somebody else. */
  passwordLink: (email: string, profileId: string) => Promise<string | null>;
  /** Counts one more invitation of a studio to an address; which limit it goes over, or null where it may be sent. */
  limitInvitation: (
    email: string,
    organizationId: string,
  ) => Promise<'invitations' | 'invitationsOfOneStudio' | null>;
};

/** The second step of signing in, for who turned it on: a code of their authenticator app, or one that opens once. */
export type TwoStep = {
  /** Whether a request carries a session that waits for it. */
  isAwaited: (headers: IncomingHttpHeaders) => Promise<boolean>;
  /**
   * Takes it: what the session is known by from then on, as a token for programs or as a cookie.
   * @throws UNAUTHORIZED (401) where no session waits for it, BAD_REQUEST (400) for a wrong code, TOO_MANY_REQUESTS (429)
   * after ten of them, here and below
   */
  take: (
    headers: IncomingHttpHeaders,
    code: string,
  ) => Promise<{ userId: string; token: string | null; cookie: string | null }>;
  get: (caller: Caller) => Promise<{ since: Date | null; recoveryCodesLeft: number; isAskedOfTeam: boolean }>;
  /** A new secret for the app, in letters and as the address it scans; null, and none, long after the sign-in. */
  begin: (caller: Caller) => Promise<{ secret: string; address: string } | null>;
  /** Signs the other devices out. @returns the recovery codes, which nobody can read again */
  turnOn: (caller: Caller, code: string) => Promise<string[]>;
  renewRecoveryCodes: (caller: Caller, code: string) => Promise<string[]>;
  turnOff: (caller: Caller, code: string) => Promise<void>;
  /**
   * Whether everybody who works in the caller's studio has to use it.
   * @throws CONFLICT (409) where the caller does not use it: who asks others must not shut themselves out
   */
  askTeam: (caller: Caller, isAsked: boolean, code: string) => Promise<void>;
};

/** What the server hands to every procedure. Features reach the database only by what `StudioContext` adds. */
export type RequestContext = {
  headers: IncomingHttpHeaders;
  /** What the answer sets, beside what it says. */
  cookies: string[];
  clientAddress: string;
  /**
   * As remembered for a second at most; afresh, whoever saved what until now is seen. Null, too, for who lacks two-step
   * sign-in.
   */
  findCaller: (how?: HowToFind) => Promise<Caller | null>;
  /** Counts a request as its caller's. @throws TOO_MANY_REQUESTS (429) where they have made too many in the last minute */
  countRequest: (caller: Caller, kind: RequestKind) => void;
  /** Lets the caller's session roll on, by a cookie when it is time. */
  renewSession: (caller: Caller) => Promise<void>;
  logins: Logins;
  twoStep: TwoStep;
  config: Config;
  clock: Clock;
  log: Log;
  mail: Mail;
  database: Database;
};

/** What a signed-in caller's procedure works with. */
export type StudioContext = {
  caller: Caller;
  /** One transaction in the caller's studio; it may be run twice, so effects elsewhere come after it. */
  tenant: <T>(work: (db: Tx) => Promise<T>) => Promise<T>;
  /** One reading statement in the caller's studio, in one round trip. */
  read: <R>(query: Read<R>) => Promise<R[]>;
  /**
   * The same for rows that are answered as they are: the database writes the JSON. Whoever asks the same meanwhile may
   * get the same text, so nothing in the query may depend on who acts but its values.
   */
  readText: <R>(query: RawBuilder<R>) => Promise<JsonText<R[]>>;
  /** The same for one row; null where there is none. */
  readRowText: <R>(query: RawBuilder<R>) => Promise<JsonText<R> | null>;
  /** The rows of a statement over much of the studio, shared like a text; a copy of the database answers where there is one. */
  report: <R>(query: RawBuilder<R>) => Promise<R[]>;
  /** The studio's calendar day. */
  today: LocalDate;
  /** This very moment, for what goes by the hour. */
  moment: StudioMoment;
};

export type ProcedureMeta = {
  permission?: Permission;
  open?: true;
  /** Much is done at once: it may take minutes where others have to answer in seconds. */
  isLong?: true;
};

const staleData = z.object({
  changedBy: z.string().nullable(),
  changedAt: z.date(),
  current: z.unknown(),
});

const base = os
  .$context<RequestContext>()
  .$meta<ProcedureMeta>({})
  .errors({
    BAD_REQUEST: { message: 'The input is not valid.' },
    NOT_FOUND: { message: 'Not found.' },
    CONFLICT: { message: 'This clashes with what is there.' },
    STALE: { status: 409, message: 'Somebody changed this just now.', data: staleData },
  });

/** The refusal of a caller who has made too many requests in the last minute, whatever they are for. */
export const tooManyRequests = {
  TOO_MANY_REQUESTS: { message: 'Too many requests. Wait a moment and try again.' },
};

/** A procedure that answers signed-out callers too. Each one stands on the short list a guard checks. */
export const openProcedure = base.meta({ open: true });

/**
 * A procedure for signed-in callers whose role holds the permission: 401 and 403 otherwise.
 * @param isBeforeTwoStep also for who still has to turn two-step sign-in on, because their studio asks for it
 */
export function procedure(permission: Permission, { isBeforeTwoStep = false } = {}) {
  return base
    .meta({ permission })
    .errors({
      ...tooManyRequests,
      UNAUTHORIZED: { message: 'Not authenticated!' },
      FORBIDDEN: { message: 'You do not have permission to do this.' },
      TWO_STEP_NEEDED: {
        status: 403,
        message: 'Your studio asks for two-step sign-in. Turn it on to go on.',
      },
      OTHER_ACCOUNT: {
        status: 409,
        message:
          'Another account signed in in this browser. Nothing was done; reload the page to go on with that account, or sign in again with yours.',
      },
    })
    .use(async ({ context, next, errors, procedure: { '~orpc': asked } }) => {
      const caller = await context.findCaller({ mayLackTwoStep: true });
      if (!caller) throw errors.UNAUTHORIZED();
      context.countRequest(caller, kindOf(asked));
      const screenOwner = context.headers[screenOwnerHeader];
      if (screenOwner !== undefined && screenOwner !== caller.profileId) throw errors.OTHER_ACCOUNT();
      if (caller.lacksTwoStep && !isBeforeTwoStep) throw errors.TWO_STEP_NEEDED();
      if (!isAllowed(caller.role, permission)) throw errors.FORBIDDEN();
      const { database, clock } = context;
      const moment = { now: clock.now(), timeZone: caller.timeZone };
      return next({
        context: {
          caller,
          tenant: (work) => database.inTenant(caller, work),
          read: (query) => database.readTenant(caller, query),
          readText: (query) => readText(database, caller, query),
          readRowText: (query) => readRowText(database, caller, query),
          report: (query) => database.readReport(caller.organizationId, query),
          today: localDateAt(moment.now, moment.timeZone),
          moment,
        } satisfies StudioContext,
      });
    });
}

function kindOf({ meta, route }: { meta: ProcedureMeta; route: { method?: string } }): RequestKind {
  if (meta.isLong) return 'long';
  return route.method === 'GET' ? 'read' : 'write';
}

async function readText<R>(database: Database, caller: Caller, query: RawBuilder<R>): Promise<JsonText<R[]>> {
  return new JsonText<R[]>((await database.readText(caller.organizationId, rowsAsText(query))) ?? '[]');
}

async function readRowText<R>(
  database: Database,
  caller: Caller,
  query: RawBuilder<R>,
): Promise<JsonText<R> | null> {
  const text = await database.readText(caller.organizationId, rowAsText(query));
  return text === null ? null : new JsonText<R>(text);
}

/** The refusal for what does not exist in the caller's studio, another studio's included. */
export function notFound(message: string): ORPCError<'NOT_FOUND', undefined> {
  return new ORPCError('NOT_FOUND', { message });
}

/** The refusal for what the caller's role or own rows do not allow. */
export function forbidden(
  message = 'You do not have permission to do this.',
): ORPCError<'FORBIDDEN', undefined> {
  return new ORPCError('FORBIDDEN', { message });
}

/** The refusal for what clashes with the state of things; the message is shown to the user as it is. */
export function conflict(message: string): ORPCError<'CONFLICT', undefined> {
  return new ORPCError('CONFLICT', { message });
}

/** The refusal for input that only the database can judge, named by field as the schema's own refusals are. */
export function badInput(
  field: string,
  message: string,
): ORPCError<'BAD_REQUEST', { issues: { path: string[]; message: string }[] }> {
  return new ORPCError('BAD_REQUEST', { message, data: { issues: [{ path: field.split('.'), message }] } });
}
