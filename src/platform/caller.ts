import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import type { Database } from '#platform/database.ts';
import { signed, signedAnew, verified, type Secrets } from '#platform/signature.ts';
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
  /** Their studio asks for two-step sign-in, and they have not turned it on: until then nothing of it is theirs to see. */
  lacksTwoStep: boolean;
};

/** How a caller is looked for: past what is remembered; and also who still has to turn two-step sign-in on. */
export type HowToFind = { isAfresh?: boolean; mayLackTwoStep?: boolean };

/** What the names of all cookies begin with: over https so that no other host, not even a related one, can set them. */
export function cookiePrefix(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-barre' : 'barre';
}

/** The name of the cookie that holds a session, and of no other. */
export function sessionCookie(baseUrl: string): string {
  return `${cookiePrefix(baseUrl)}.session_token`;
}

/** By what a session's cookie is known: the address Barre is reached at and the secrets it may be signed with. */
type CookieKeys = { baseUrl: string; secrets: Secrets };

// A caller is remembered this long, so a revoked session or a changed role takes effect within a second.
const rememberedMs = 1000;
const rememberedAtMost = 10_000;

/** Finds callers by what their requests carry. Each process keeps its own short memory of them. */
export function openCallerLookup(database: Database, keys: CookieKeys) {
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

  function look(headers: IncomingHttpHeaders, isAfresh: boolean): Promise<Caller | null> {
    const credential = credentialOf(headers, keys.baseUrl);
    if (credential === null) return Promise.resolve(null);
    // Only verified ones are remembered, so what is remembered needs no second look.
    const known = remembered.get(credential);
    if (known && known.until > performance.now() && !isAfresh) return known.caller;
    const token = sessionToken(headers, keys);
    return token === null ? Promise.resolve(null) : remember(credential, queryCaller(database, token));
  }

  return async (
    headers: IncomingHttpHeaders,
    { isAfresh = false, mayLackTwoStep = false }: HowToFind = {},
  ): Promise<Caller | null> => {
    const known = await look(headers, isAfresh);
    if (!known?.lacksTwoStep) return known;
    // Who has turned it on just now goes on at once.
    const caller = isAfresh ? known : await look(headers, true);
    return caller?.lacksTwoStep && !mayLackTwoStep ? null : caller;
  };
}

type CallerLookup = ReturnType<typeof openCallerLookup>;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const sessionDays = 30;

/**
 * Lets a session that is in use roll on: once an hour its end moves to thirty days from now, which also says when
 * it was last used. The database lets none go on for more than ninety days. A cookie that an older secret signed is
 * renewed at once.
 * @returns the cookie to send again, or null when nothing changed
 */
export async function renewSession(
  database: Database,
  headers: IncomingHttpHeaders,
  caller: Caller,
  keys: CookieKeys,
): Promise<string | null> {
  const token = sessionToken(headers, keys);
  if (!token || headers.authorization) return null;
  const isOld = sessionToken(headers, { ...keys, secrets: keys.secrets.slice(1) }) !== null;
  if (!isOld && caller.expiresAt.getTime() - Date.now() > sessionDays * dayMs - hourMs) return null;
  const { numAffectedRows } =
    await sql`update auth.session set expires_at = now() + make_interval(hours => ${sessionDays * 24}), updated_at = now()
      where token = ${token} and (${isOld} or updated_at < now() - interval '1 hour')`.execute(database.db);
  // Signed out meanwhile: the cookie that was taken away must not come back.
  if (!numAffectedRows) return null;
  return sessionCookieLine(token, keys);
}

/** What sets the cookie of a session, as the account library does: `barre.session_token=…; Path=/; …`. */
export function sessionCookieLine(token: string, { baseUrl, secrets }: CookieKeys): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookie(baseUrl)}=${signToken(token, secrets[0])}; Path=/; Max-Age=${(sessionDays * dayMs) / 1000}; HttpOnly; SameSite=Lax${secure}`;
}

/** The session token a request carries: a bearer token first, else the signed cookie. */
export function sessionToken(
  headers: IncomingHttpHeaders,
  { baseUrl, secrets }: { baseUrl: string; secrets: readonly string[] },
): string | null {
  const credential = credentialOf(headers, baseUrl);
  if (credential === null) return null;
  if (credential !== headers.authorization) {
    const value = decoded(credential.slice(credential.indexOf('=') + 1));
    return value === null ? null : verified(value, secrets, 'base64');
  }
  const token = credential.slice('Bearer '.length);
  return token.length <= 200 ? token : null;
}

/**
 * A cookie header without the sessions that are none, or no longer. For the account library: it goes by the clock of
 * this machine, and whether a session has ended the database says.
 */
export async function dropEndedSessions(
  cookie: string,
  findCaller: CallerLookup,
  baseUrl: string,
): Promise<string> {
  const kept: string[] = [];
  // Taken apart as leniently as the library does it, or a session spelled otherwise would come past.
  for (const pair of cookie.split(';').map((each) => each.trim())) {
    const isSession = pair.split('=', 1)[0]?.trim() === sessionCookie(baseUrl);
    if (!isSession || (await findCaller({ cookie: pair }, { mayLackTwoStep: true }))) kept.push(pair);
  }
  return kept.join('; ');
}

/** A cookie header for the account library, which takes what the first secret signed: the others' is signed anew. */
export function signCookiesAnew(cookie: string, secrets: Secrets): string {
  const pairs = cookie.split('; ').map((pair) => {
    const start = pair.indexOf('=') + 1;
    const value = decoded(pair.slice(start));
    const anew = value === null ? null : signedAnew(value, secrets, 'base64');
    return anew === null || anew === value ? pair : pair.slice(0, start) + encodeURIComponent(anew);
  });
  return pairs.join('; ');
}

/** A request's bearer token or session cookie, just as its header has it. */
function credentialOf({ authorization, cookie }: IncomingHttpHeaders, baseUrl: string): string | null {
  if (authorization !== undefined && /^Bearer \S+$/i.test(authorization)) return authorization;
  const name = sessionCookie(baseUrl);
  return cookie?.split('; ').find((pair) => pair.startsWith(`${name}=`)) ?? null;
}

/** A cookie's value for a token: the token and its signature, as the account library writes it. */
export function signToken(token: string, secret: string): string {
  return encodeURIComponent(signed(token, secret, 'base64'));
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** The caller a session token stands for, straight from the database. */
export async function queryCaller(database: Database, token: string): Promise<Caller | null> {
  const found = await sql<Caller>`
    select session_id, user_id, email, organization_id, profile_id, role, full_name, organization_name, time_zone, currency, trial_ends_on, expires_at, lacks_two_step
    from auth.find_caller(${token})`.execute(database.db);
  return found.rows[0] ?? null;
}
