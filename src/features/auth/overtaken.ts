import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { sql } from 'kysely';
import { verifiedHash } from '#features/auth/password-hash.ts';
import type { Database } from '#platform/database.ts';

/**
 * Ends what a sign-in leaves behind: sessions of the login that have run out, the session the browser had before, whose
 * cookie is gone, and its own where the password was changed while it was verified, which takes its time: the change has
 * signed out everybody who was there then.
 * @throws UNAUTHORIZED (401) as for a wrong password where it ended its own
 */
export async function endLeftSessions({ db }: Database, ctx: GenericEndpointContext): Promise<void> {
  const { newSession, authCookies, secret } = ctx.context;
  if (!newSession) return;
  const { token } = newSession.session;
  const before = ctx.headers ? await ctx.getSignedCookie(authCookies.sessionToken.name, secret) : null;
  const hash = ctx.path === '/sign-in/email' ? verifiedHash() : null;
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
