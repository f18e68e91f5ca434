import type { BetterAuthOptions } from 'better-auth';
import { getOAuthState } from 'better-auth/api';
import { github, google, microsoft } from 'better-auth/social-providers';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';

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
 * in under somebody else's address. One it does vouch for is freed, as at any sign-up, where a studio is asked for.
 */
export function socialProviders(
  config: Config,
  log: Log,
  freeAddress: FreeAddress,
): NonNullable<BetterAuthOptions['socialProviders']> {
  const careful = { requireEmailVerification: true, disableIdTokenSignIn: true };
  const providers: NonNullable<BetterAuthOptions['socialProviders']> = {};
  if (config.GITHUB_CLIENT_ID && config.GITHUB_CLIENT_SECRET) {
    const settings = {
      clientId: config.GITHUB_CLIENT_ID,
      clientSecret: config.GITHUB_CLIENT_SECRET,
      ...careful,
    };
    providers.github = { ...settings, getUserInfo: freeing(github(settings).getUserInfo, freeAddress) };
  }
  if (config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET) {
    const settings = {
      clientId: config.GOOGLE_CLIENT_ID,
      clientSecret: config.GOOGLE_CLIENT_SECRET,
      prompt: 'select_account' as const,
      ...careful,
    };
    const keys = 'https://www.googleapis.com/oauth2/v3/certs';
    providers.google = {
      ...settings,
      getUserInfo: freeing(holderOfSigned(google(settings), keys, log), freeAddress),
    };
  }
  if (config.MICROSOFT_CLIENT_ID && config.MICROSOFT_CLIENT_SECRET) {
    const authority = (config.MICROSOFT_AUTHORITY ?? 'https://login.microsoftonline.com').replace(/\/+$/, '');
    const settings = {
      clientId: config.MICROSOFT_CLIENT_ID,
      clientSecret: config.MICROSOFT_CLIENT_SECRET,
      tenantId: config.MICROSOFT_TENANT,
      authority,
      disableProfilePhoto: true,
      prompt: 'select_account' as const,
      ...careful,
    };
    const keys = `${authority}/${config.MICROSOFT_TENANT}/discovery/v2.0/keys`;
    providers.microsoft = {
      ...settings,
      getUserInfo: freeing(holderOfSigned(microsoft(settings), keys, log), freeAddress),
    };
  }
  return providers;
}

type FreeAddress = (email: unknown) => Promise<void>;
type Vouched = { user: { email?: string | null | undefined; emailVerified: boolean } };

/** Who somebody is, their address freed for the sign-up they asked for: the library looks next for who has it. */
function freeing<Holder extends Vouched>(
  getUserInfo: (tokens: Tokens) => Promise<Holder | null>,
  freeAddress: FreeAddress,
) {
  return async (tokens: Tokens) => {
    const holder = await getUserInfo(tokens);
    const isSignUp = (await getOAuthState())?.requestSignUp === true;
    if (isSignUp && holder?.user.emailVerified === true) await freeAddress(holder.user.email);
    return holder;
  };
}

type Tokens = Parameters<ReturnType<typeof google>['getUserInfo']>[0];
type WithIdToken<Holder> = Pick<ReturnType<typeof google | typeof microsoft>, 'id' | 'idToken'> & {
  getUserInfo: (tokens: Tokens) => Promise<Holder | null>;
};

/** The companies' clocks and ours need not agree to the second. */
const clocksDifferBySeconds = 60;

/**
 * Who an id token is about, if the company signed it with a key at that address, for this installation, and it is still
 * valid. The library looks at that only where a browser brings one, which nobody may here. Null for any other.
 */
function holderOfSigned<Holder>(provider: WithIdToken<Holder>, keysAt: string, log: Log) {
  const keys = createRemoteJWKSet(new URL(keysAt));
  const { audience, issuer, verifyClaims } = provider.idToken;
  return async (tokens: Tokens) => {
    try {
      const { payload } = await jwtVerify(tokens.idToken ?? '', keys, {
        algorithms: ['RS256'],
        audience,
        ...(issuer ? { issuer } : {}),
        requiredClaims: ['iat', 'exp'],
        clockTolerance: clocksDifferBySeconds,
      });
      if (verifyClaims?.(payload) === false) throw new Error('of another company');
    } catch (error) {
      // The error itself holds the claims, and with them a person's name and address.
      log.warn(
        { provider: provider.id, reason: error instanceof Error ? error.message : '' },
        'id token refused',
      );
      return null;
    }
    return await provider.getUserInfo(tokens);
  };
}
