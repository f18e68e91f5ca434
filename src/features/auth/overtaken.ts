import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { sql } from 'kysely';
import { verifiedHash } from '#features/auth/password-hash.ts';
import type { Database } from '#platform/database.ts';

/**
 * Ends the session of a sign-in whose password was changed while it was verified, which takes its time: the change has
 * signed out everybody who was there then.
 * @throws UNAUTHORIZED (401) as for a wrong password
 */
export async function endOvertaken({ db }: Database, ctx: GenericEndpointContext): Promise<void> {
  const { newSession } = ctx.context;
  const hash = verifiedHash();
  if (ctx.path !== '/sign-in/email' || !newSession || hash === null) return;
  const { numAffectedRows } = await sql`
    delete from auth.session where token = ${newSession.session.token} and not exists (
      select from auth.account where user_id = ${newSession.user.id} and provider_id = 'credential'
        and password = ${hash})`.execute(db);
  if (!numAffectedRows) return;
  deleteSessionCookie(ctx);
  ctx.context.setNewSession(null);
  throw new APIError('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  });
}

/** Ends the session a browser had before somebody signed in there: with its cookie gone, nobody else would. */
export async function endReplaced({ db }: Database, ctx: GenericEndpointContext): Promise<void> {
  const { newSession, authCookies, secret } = ctx.context;
  if (!newSession || !ctx.headers) return;
  const replaced = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
  if (replaced && replaced !== newSession.session.token)
    await sql`delete from auth.session where token = ${replaced}`.execute(db);
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
