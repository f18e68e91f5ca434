import { randomBytes } from 'node:crypto';
import { passwordLink, type Accounts } from '#features/auth/accounts.ts';
import type { SignInLimits } from '#features/auth/sign-in-limits.ts';
import type { Logins } from '#platform/procedure.ts';

const invitedDays = 7;

/** What other features may ask of the account service, without holding it. */
export function openLogins(accounts: Accounts, { limitInvitation }: SignInLimits, baseUrl: string): Logins {
  return {
    limitInvitation,
    passwordLink: async (email, profileId) => {
      const { internalAdapter } = await accounts.$context;
      const found = await internalAdapter.findUserByEmail(email.toLowerCase());
      // Taken away again meanwhile.
      if (!found) return null;
      // Made for every login and given for the right one alone: the time it takes would tell who can sign in elsewhere.
      const token = randomBytes(24).toString('base64url');
      await internalAdapter.createVerificationValue({
        value: found.user.id,
        identifier: `reset-password:${token}`,
        expiresAt: new Date(Date.now() + invitedDays * 24 * 60 * 60 * 1000),
      });
      const user: typeof found.user & { profileId?: string | null } = found.user;
      return user.profileId === profileId ? `${passwordLink(baseUrl, token)}&invited=yes` : null;
    },
  };
}
