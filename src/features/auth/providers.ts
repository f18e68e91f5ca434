import type { BetterAuthOptions } from 'better-auth';
import type { Config } from '#platform/config.ts';

const socialNames = ['github', 'google', 'microsoft'] as const;
type SocialName = (typeof socialNames)[number];

/** The companies whose accounts may be used here: those that are configured, in the order of the spec (§9). */
export function configuredProviders(config: Config): SocialName[] {
  const ids = {
    github: config.GITHUB_CLIENT_ID,
    google: config.GOOGLE_CLIENT_ID,
    microsoft: config.MICROSOFT_CLIENT_ID,
  };
  return socialNames.filter((name) => ids[name] !== null);
}

/**
 * Their settings. An address a company does not vouch for must be confirmed by email first, so that nobody gets
 * in under somebody else's address.
 */
export function socialProviders(config: Config): NonNullable<BetterAuthOptions['socialProviders']> {
  const careful = { requireEmailVerification: true, disableIdTokenSignIn: true };
  return {
    ...(config.GITHUB_CLIENT_ID && config.GITHUB_CLIENT_SECRET
      ? {
          github: {
            clientId: config.GITHUB_CLIENT_ID,
            clientSecret: config.GITHUB_CLIENT_SECRET,
            ...careful,
          },
        }
      : {}),
    ...(config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET
      ? {
          google: {
            clientId: config.GOOGLE_CLIENT_ID,
            clientSecret: config.GOOGLE_CLIENT_SECRET,
            prompt: 'select_account',
            ...careful,
          },
        }
      : {}),
    ...(config.MICROSOFT_CLIENT_ID && config.MICROSOFT_CLIENT_SECRET
      ? {
          microsoft: {
            clientId: config.MICROSOFT_CLIENT_ID,
            clientSecret: config.MICROSOFT_CLIENT_SECRET,
            tenantId: config.MICROSOFT_TENANT,
            ...(config.MICROSOFT_AUTHORITY ? { authority: config.MICROSOFT_AUTHORITY } : {}),
            disableProfilePhoto: true,
            prompt: 'select_account',
            ...careful,
          },
        }
      : {}),
  };
}
