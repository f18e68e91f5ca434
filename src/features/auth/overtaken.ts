import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { sql } from 'kysely';
import { nowFits, verifiedHash } from '#features/auth/password-hash.ts';
import { sessionToken } from '#platform/caller.ts';
import type { Database } from '#platform/database.ts';

/**
 * Replaces a password in the library's place, which would do so whatever has happened since it was asked: while it verifies
 * the old one somebody may set another by email, or sign out the session that asks.
 * @throws UNAUTHORIZED (401) where the session is over, or the verified password replaced
 */
export async function replacePassword(
  { db }: Database,
  ctx: GenericEndpointContext,
  hash: string,
): Promise<void> {
  const { session, user } = ctx.context.session ?? {};
  const { numAffectedRows } = await sql`
    update auth.account set password = ${hash}, updated_at = now()
    where user_id = ${user?.id} and provider_id = 'credential' and password = ${verifiedHash()}
      and exists (select from auth.session where token = ${session?.token})`.execute(db);
  if (!numAffectedRows) throw new APIError('UNAUTHORIZED', { message: 'Not authenticated!' });
  nowFits(hash);
}

/**
 * Ends what a sign-in or a new password leaves behind: sessions of the login that have run out, the session the browser
 * had before, whose cookie is gone, and its own where the password was changed meanwhile: the change has signed out
 * everybody who was there then.
 * @throws UNAUTHORIZED (401) as for a wrong password where it ended its own
 */
export async function endLeftSessions({ db }: Database, ctx: GenericEndpointContext): Promise<void> {
  const { newSession, authCookies, secret } = ctx.context;
  if (!newSession) return;
  const { token } = newSession.session;
  const before = ctx.headers ? await ctx.getSignedCookie(authCookies.sessionToken.name, secret) : null;
  const hash = ['/sign-in/email', '/change-password'].includes(ctx.path) ? verifiedHash() : null;
  const { rows } = await sql<{ token: string }>`
    delete from auth.session
    where user_id = ${newSession.user.id} and expires_at < now()
      or token = ${before || null} and token <> ${token}
      or token = ${token} and ${hash}::text is not null and not exists (
        select from auth.account where user_id = ${newSession.user.id} and provider_id = 'credential'
          and password = ${hash})
    returning token`.execute(db);
  if (!rows.some((ended) => ended.token === token)) return;
  deleteSessionCookie(ctx);
  ctx.context.setNewSession(null);
  throw new APIError('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  });
}

/** Ends the session of the bearer token that signs out: the library ends that of a cookie alone. */
export async function endBearerSession(
  { db }: Database,
  { path, headers }: GenericEndpointContext,
  keys: Parameters<typeof sessionToken>[1],
): Promise<void> {
  const authorization = headers?.get('authorization');
  const token = path === '/sign-out' && authorization ? sessionToken({ authorization }, keys) : null;
  if (token !== null) await sql`delete from auth.session where token = ${token}`.execute(db);
}

/**
 * A sign-up that came to nothing though nothing was wrong with it: most likely somebody signed up with its address at
 * the same moment. Asked for again it is answered like any other; the library does not say so.
 * @throws UNPROCESSABLE_ENTITY (422), with which the library answers it too
 */
export function explainOvertaken(path: string, returned: unknown): void {
  if (path !== '/sign-up/email' || !(returned instanceof APIError)) return;
  if (returned.body?.code !== 'FAILED_TO_CREATE_USER') return;
  throw new APIError('UNPROCESSABLE_ENTITY', {
    code: 'OVERTAKEN',
    message: 'Your account could not be made just now. Try again in a moment.',
  });
}
