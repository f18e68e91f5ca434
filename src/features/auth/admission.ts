import { APIError, getOAuthState } from 'better-auth/api';
import { isInvented } from '#features/auth/phone-logins.ts';
import { nameFromElsewhere } from '#features/auth/readable-input.ts';
import type { Config } from '#platform/config.ts';
import { isTimeZone } from '#shared/local-date.ts';

type NewUser = {
  email: string;
  name: string;
  emailVerified?: boolean;
  phoneNumber?: unknown;
  timeZone?: unknown;
};

/** A login as it is made: who may not have one is refused, and what is known of its owner completed. */
export async function admit<User extends NewUser>(user: User, config: Config): Promise<{ data: User }> {
  if (isInvented(user.email) && !user.phoneNumber)
    throw new APIError('BAD_REQUEST', { message: 'Enter an email address that receives mail.' });
  // In development no letter ever arrives, so an address counts as confirmed.
  const isConfirmed =
    user.emailVerified || (config.MODE === 'development' && !config.SMTP_URL && !user.phoneNumber);
  // Who comes by another company's page left their time zone with us on the way there, and whether they sign up.
  const state = await getOAuthState().catch(() => null);
  if (state && !state.requestSignUp) refuseUnasked(user);
  const timeZone: unknown = state?.['timeZone'] ?? user.timeZone;
  return {
    data: {
      ...user,
      name: nameFromElsewhere(user.name),
      emailVerified: isConfirmed,
      // The database knows names that the runtime does not: a studio there could not tell its own day.
      timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : null,
    },
  };
}

/**
 * Refuses to found a studio for who only wanted to sign in with another company's account: their own studio could not
 * invite them any more. The library's setting for it would tell of an address the company does not vouch for whether it
 * has an account here.
 */
function refuseUnasked({ emailVerified }: NewUser): never {
  throw new APIError('FORBIDDEN', { code: emailVerified ? 'signup_disabled' : 'email_not_verified' });
}
