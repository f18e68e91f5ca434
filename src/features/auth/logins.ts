import { randomBytes } from 'node:crypto';
import { passwordLink, type Accounts } from '#features/auth/accounts.ts';
import type { Logins } from '#platform/procedure.ts';

const invitedDays = 7;

/** What other features may ask of the account service, without holding it. */
export function openLogins(accounts: Accounts, baseUrl: string): Logins {
  return {
    passwordLink: async (email) => {
      const { internalAdapter } = await accounts.$context;
      const found = await internalAdapter.findUserByEmail(email.toLowerCase());
      if (!found) throw new Error('a password link was asked for an address without a login');
      const token = randomBytes(24).toString('base64url');
      await internalAdapter.createVerificationValue({
        value: found.user.id,
        identifier: `reset-password:${token}`,
        expiresAt: new Date(Date.now() + invitedDays * 24 * 60 * 60 * 1000),
      });
      return passwordLink(baseUrl, token);
    },
  };
}
