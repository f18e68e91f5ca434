import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { parseCookies } from 'better-auth/cookies';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { cookiePrefix } from '#platform/caller.ts';
import type { Database } from '#platform/database.ts';
import { signed, verified, type Secrets } from '#platform/signature.ts';

// Anybody may sign up with anybody's address. What is on a login before its address is confirmed, passwords, sessions
// and linked accounts, may be somebody else's: it goes as soon as a code or link that reached the address proves whose
// it is. The link of a sign-up works in a browser with a mark alone, where the login was made or its password typed a
// moment ago: by it nobody confirms, or comes into, what somebody else began in their name.

const markCookie = 'sign_up';
const markSeconds = 10 * 60;

const signedUp = z.object({ token: z.null(), user: z.object({ id: z.string() }) });

/** Remembers for `markBrowser` which login a request made. */
export function noteMadeLogin(ctx: GenericEndpointContext | null, userId: string): void {
  if (ctx?.request) madeLogins.set(ctx.request, userId);
}

const madeLogins = new WeakMap<Request, string>();

/**
 * Marks a browser in which an unconfirmed login was made or its password typed. Every sign-up leaves a mark, also one that
 * made no login: it then is of an id that nobody has.
 */
export async function markBrowser(ctx: GenericEndpointContext, returned: unknown): Promise<void> {
  const userId = await unconfirmedLogin(ctx, returned);
  if (!userId) return;
  const { name, attributes } = ctx.context.createAuthCookie(markCookie, { maxAge: markSeconds });
  const mark = [markCookie, userId, Date.now() + markSeconds * 1000].join('.');
  ctx.setCookie(name, signed(mark, ctx.context.secret, 'base64url'), attributes);
}

/**
 * @throws FORBIDDEN (403) for a request from a browser without the mark of a login, which its password gives it; the link
 * goes on working
 */
export function refuseUnmarked(
  request: Request | undefined,
  { secrets, baseUrl }: { secrets: Secrets; baseUrl: string },
  userId: string,
): void {
  const cookies = parseCookies(request?.headers.get('cookie') ?? '');
  const given = cookies.get(`${cookiePrefix(baseUrl)}.${markCookie}`) ?? '';
  const [kind, marked, until] = verified(given, secrets, 'base64url')?.split('.') ?? [];
  if (kind === markCookie && marked === userId && Number(until) > Date.now()) return;
  throw new APIError('FORBIDDEN', {
    code: 'PASSWORD_NEEDED',
    message: 'Enter the password you chose when you signed up with this address.',
  });
}

/** Confirms the address of a login, and takes away what may be somebody else's. */
export async function confirmEmail({ db }: Database, userId: string, keepsPassword = false): Promise<void> {
  await sql`
    with confirmed as (
      update auth.user set email_verified = true where id = ${userId} and not email_verified returning id),
    accounts as (
      delete from auth.account where user_id in (select id from confirmed)
        and not (${keepsPassword} and provider_id = 'credential'))
    delete from auth.session where user_id in (select id from confirmed)`.execute(db);
}

/**
 * After a new password by email: the address is confirmed, no other link for a password works any more, and the phone
 * number that was set for signing in is gone, since whoever had the session may have set theirs.
 */
export async function settleReset(database: Database, userId: string): Promise<void> {
  await confirmEmail(database, userId, true);
  await sql`
    with numberless as (update auth.user set phone_number = null, phone_number_verified = null where id = ${userId})
    delete from auth.verification where value = ${userId}`.execute(database.db);
}

/**
 * Frees an address that a sign-up nobody confirmed or an invitation nobody used has held until its link was dead. Whoever
 * asks is not told whether one did.
 */
export async function freeAddress({ db }: Database, email: unknown): Promise<void> {
  if (typeof email === 'string') await sql`select auth.free_address(${email.toLowerCase()})`.execute(db);
}

async function unconfirmedLogin(ctx: GenericEndpointContext, returned: unknown): Promise<string | null> {
  if (ctx.path === '/sign-up/email') return z.safeParse(signedUp, returned).data?.user.id ?? null;
  if (isRefusedAddress(ctx.path, returned))
    return (ctx.request && madeLogins.get(ctx.request)) ?? crypto.randomUUID();
  const isUnconfirmed = returned instanceof APIError && returned.body?.code === 'EMAIL_NOT_VERIFIED';
  if (ctx.path !== '/sign-in/email' || !isUnconfirmed) return null;
  const found = await ctx.context.internalAdapter.findUserByEmail(
    String(Object(ctx.body)['email']).toLowerCase(),
  );
  return found?.user.id ?? null;
}

/**
 * Whether somebody came back from another company with an address it does not vouch for. With or without an account
 * here, they are told the same: otherwise whoever may name their address there could ask who has one here.
 */
export function isRefusedAddress(path: string, returned: unknown): boolean {
  if (!path.startsWith('/callback/') || !(returned instanceof Error) || !('headers' in returned))
    return false;
  const location = returned.headers instanceof Headers ? returned.headers.get('location') : null;
  return /[?&]error=(account_not_linked|email_not_verified)\b/.test(location ?? '');
}
