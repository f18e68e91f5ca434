import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import type { Database } from '#platform/database.ts';
import type { Role } from '#shared/access.ts';
import type { LocalDate } from '#shared/local-date.ts';

/** Who calls, and for which studio: resolved once a request. */
export type Caller = {
  sessionId: string;
  userId: string;
  email: string;
  organizationId: string;
  profileId: string;
  role: Role;
  fullName: string;
  organizationName: string;
  timeZone: string;
  currency: string;
  trialEndsOn: LocalDate;
  expiresAt: Date;
};

/** What the names of all cookies begin with: over https so that no other host, not even a related one, can set them. */
export function cookiePrefix(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-barre' : 'barre';
}

const formerPrefix = '__Secure-';
/** The names a session's cookie may have: over http, over https before, and over https. */
export const sessionCookies = [
  'barre.session_token',
  `${formerPrefix}barre.session_token`,
  '__Host-barre.session_token',
];

// A caller is remembered this long, so a revoked session or a changed role takes effect within a second.
const rememberedMs = 1000;
const rememberedAtMost = 10_000;

/** Finds callers by what their requests carry. Each process keeps its own short memory of them. */
export function openCallerLookup(database: Database, secret: string) {
  const remembered = new Map<string, { until: number; caller: Promise<Caller | null> }>();

  function remember(credential: string, caller: Promise<Caller | null>): Promise<Caller | null> {
    remembered.delete(credential);
    remembered.set(credential, { until: performance.now() + rememberedMs, caller });
    caller.catch(() => remembered.delete(credential));
    for (const oldest of remembered.keys()) {
      if (remembered.size <= rememberedAtMost) break;
      remembered.delete(oldest);
    }
    return caller;
  }

  return (headers: IncomingHttpHeaders, { isAfresh = false } = {}): Promise<Caller | null> => {
    const credential = credentialOf(headers);
    if (credential === null) return Promise.resolve(null);
    // Only verified ones are remembered, so what is remembered needs no second look.
    const known = remembered.get(credential);
    if (known && known.until > performance.now() && !isAfresh) return known.caller;
    const token = sessionToken(headers, secret);
    return token === null ? Promise.resolve(null) : remember(credential, queryCaller(database, token));
  };
}

export type CallerLookup = ReturnType<typeof openCallerLookup>;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const sessionDays = 30;

/**
 * Lets a session that is in use roll on: once an hour its end moves to thirty days from now, which also says when
 * it was last used. The database lets none go on for more than ninety days.
 * @returns the cookies to send, none when nothing changed
 */
export async function renewSession(
  database: Database,
  headers: IncomingHttpHeaders,
  caller: Caller,
  secret: string,
): Promise<string[]> {
  const token = sessionToken(headers, secret);
  if (!token || headers.authorization) return [];
  const given = credentialOf(headers)?.split('=', 1)[0] ?? '';
  const name = presentName(given);
  const isFormer = name !== given;
  if (!isFormer && caller.expiresAt.getTime() - Date.now() > sessionDays * dayMs - hourMs) return [];
  const { numAffectedRows } =
    await sql`update auth.session set expires_at = now() + make_interval(hours => ${sessionDays * 24}), updated_at = now()
      where token = ${token} and (${isFormer} or updated_at < now() - interval '1 hour')`.execute(
      database.db,
    );
  // Signed out meanwhile: the cookie that was taken away must not come back.
  if (!numAffectedRows) return [];
  const write = (cookie: string, seconds: number) =>
    `${cookie}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${name.startsWith('__') ? '; Secure' : ''}`;
  const renewed = write(`${name}=${signToken(token, secret)}`, (sessionDays * dayMs) / 1000);
  return isFormer ? [renewed, write(`${given}=`, 0)] : [renewed];
}

function presentName(cookie: string): string {
  return cookie.replace(formerPrefix, '__Host-');
}

/** The session token a request carries: a bearer token first, else the signed cookie. */
export function sessionToken(headers: IncomingHttpHeaders, secret: string): string | null {
  const credential = credentialOf(headers);
  if (credential === null) return null;
  if (credential !== headers.authorization)
    return verifiedToken(credential.slice(credential.indexOf('=') + 1), secret);
  const token = credential.slice('Bearer '.length);
  return token.length <= 200 ? token : null;
}

/**
 * A cookie header without the sessions that are none, or no longer. For the account library: it goes by the clock of
 * this machine, and whether a session has ended the database says. It knows them by their present names alone.
 */
export async function dropEndedSessions(cookie: string, findCaller: CallerLookup): Promise<string> {
  const kept: string[] = [];
  for (const pair of cookie.split('; ')) {
    const isSession = sessionCookies.some((name) => pair.startsWith(`${name}=`));
    if (!isSession) kept.push(pair);
    else if (await findCaller({ cookie: pair })) kept.push(presentName(pair));
  }
  return kept.join('; ');
}

/** A request's bearer token or session cookie, just as its header has it. Of two cookies it is the one of https. */
function credentialOf({ authorization, cookie }: IncomingHttpHeaders): string | null {
  if (authorization !== undefined && /^Bearer \S+$/i.test(authorization)) return authorization;
  const pairs = cookie?.split('; ') ?? [];
  const found = sessionCookies.map((name) => pairs.find((pair) => pair.startsWith(`${name}=`)));
  return found.findLast((pair) => pair !== undefined) ?? null;
}

/** A cookie's value for a token: the token and its signature, as the account library writes it. */
export function signToken(token: string, secret: string): string {
  return encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);
}

function verifiedToken(value: string, secret: string): string | null {
  let signed: string;
  try {
    signed = decodeURIComponent(value);
  } catch {
    return null;
  }
  const token = signed.slice(0, signed.lastIndexOf('.'));
  const expected = Buffer.from(decodeURIComponent(signToken(token, secret)));
  const given = Buffer.from(signed);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

/** The caller a session token stands for, straight from the database. */
export async function queryCaller(database: Database, token: string): Promise<Caller | null> {
  const found = await sql<Caller>`
    select session_id, user_id, email, organization_id, profile_id, role, full_name, organization_name, time_zone, currency, trial_ends_on, expires_at
    from auth.find_caller(${token})`.execute(database.db);
  return found.rows[0] ?? null;
}
