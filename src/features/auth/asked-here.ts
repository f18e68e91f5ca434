import { createHash, randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { magicLink } from 'better-auth/plugins';
import * as letters from '#features/auth/letters.ts';
import { leadingOn } from '#features/auth/rules.ts';
import type { Log } from '#platform/log.ts';
import type { Letter, Sender } from '#platform/mail.ts';

// A link that signs in belongs to the browser it was asked for in, as a code does: whoever else reads the letter, or is
// led to a link that somebody asked for in an account of theirs, gets nothing by it.

const askerCookie = 'link_asker';
const linkSeconds = 10 * 60;

type Parts = {
  baseUrl: string;
  sender: Sender;
  write: (letter: Letter) => void;
  writeToLogin: (email: string, letterTo: (to: letters.ToLogin) => Letter) => void;
};

/** The library's links that sign in, each sent for the browser it was asked for in. */
export function signInLink({ baseUrl, sender, write, writeToLogin }: Parts) {
  return magicLink({
    storeToken: 'hashed',
    disableSignUp: true,
    expiresIn: linkSeconds,
    sendMagicLink: ({ email, token, url }, ctx) => {
      if (!ctx) throw new Error('a link is asked for in a browser');
      const bound = bindToBrowser(ctx, token);
      sender.sendAside(async () => {
        const known = await ctx.context.internalAdapter.findUserByEmail(email.toLowerCase());
        const link = `${baseUrl}/login?view=magic_link&token=${encodeURIComponent(bound)}`;
        if (known) writeToLogin(email, (to) => letters.magicLinkLetter(to, link + leadingOn(url)));
        else write(letters.unknownAddressLetter({ to: email, baseUrl }));
      });
    },
  });
}

/** The token for a letter's link: it works in the browser that asked for it alone. */
function bindToBrowser(ctx: GenericEndpointContext, token: string): string {
  const { name, attributes } = ctx.context.createAuthCookie(askerCookie, { maxAge: linkSeconds });
  // The one it has goes on: of two links that were asked for either works.
  const asker = ctx.getCookie(name) ?? randomBytes(24).toString('base64url');
  ctx.setCookie(name, asker, attributes);
  return `${token}.${bindingOf(token, asker)}`;
}

/**
 * The library's own token out of that of a link.
 * @throws FORBIDDEN (403) in another browser; the link goes on working in its own
 */
export function tokenAskedHere(ctx: GenericEndpointContext, log: Log): string {
  const [token = '', binding] = String(Object(ctx.query)['token']).split('.');
  const asker = ctx.getCookie(ctx.context.createAuthCookie(askerCookie).name);
  if (asker && binding === bindingOf(token, asker)) return token;
  log.info({ way: ctx.path, userId: null, isRefused: true }, 'sign-in');
  throw new APIError('FORBIDDEN', {
    code: 'ASKED_ELSEWHERE',
    message:
      'This link works in the browser where you asked for it. Open it there, or have a new one sent from here.',
  });
}

function bindingOf(token: string, asker: string): string {
  return createHash('sha256').update(`${token}.${asker}`).digest('base64url');
}
