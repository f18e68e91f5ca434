import { createHmac, randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { internationalNumber, inventedEmail, isInvented } from '#features/auth/phone-logins.ts';
import { laterWords } from '#features/auth/later-words.ts';
import { comesFromStranger } from '#features/auth/password-hash.ts';
import type { Database } from '#platform/database.ts';
import { noteLimit, type Log } from '#platform/log.ts';
import { networkOf } from '#platform/network.ts';
import type { Secrets } from '#platform/signature.ts';
import { resetTurns, takeTurns, turnsReturnAt } from '#platform/turns.ts';
import { isTimeZone } from '#shared/local-date.ts';

// Limits by account, beside the account library's limits by network address. Guesses at a password and letters are
// counted per account, but a browser its owner has signed in from before counts for itself: whoever keeps guessing or
// asking elsewhere locks no owner out.

const day = 24 * 60;
const limits = {
  guessesOfStrangers: { max: 20, minutes: 15 },
  guessesInKnownBrowser: { max: 10, minutes: 15 },
  guessesInOneSession: { max: 10, minutes: 15 },
  // Of all kinds. Those in known browsers count per account, so that nobody gains by making many of them known to their own.
  signInsFromOneNetwork: { max: 100, minutes: 1 },
  signInsInKnownBrowsers: { max: 30, minutes: 1 },
  // A school is one network: whoever gets in there takes nobody's turn but while the password is verified.
  failuresFromOneNetwork: { max: 30, minutes: 1 },
  lettersFromOneNetwork: { max: 5, minutes: 15 },
  lettersToKnownBrowser: { max: 5, minutes: 15 },
  letters: { max: 30, minutes: 60 },
  // Each costs money, whoever's number it goes to.
  textsFromOneNetwork: { max: 30, minutes: 60 },
  textsOfOneAccount: { max: 10, minutes: day },
  // A code takes five, but there is always another one to ask for.
  wrongCodes: { max: 100, minutes: 6 * 60 },
  // Apart from those, so that strangers can not use up what a studio needs to reach its people.
  invitations: { max: 10, minutes: 60 },
  // A school may give all its students a way in at once; without end a studio could write to any number of strangers.
  invitationsOfOneStudio: { max: 500, minutes: day },
};
type Limit = keyof typeof limits;
const wait15 = 'Too many attempts. Wait 15 minutes, or sign in with a magic link.';
const signInRefusals = {
  signInsFromOneNetwork: 'Too many sign-ins from your network. Wait a minute and try again.',
  failuresFromOneNetwork: 'Too many sign-ins from your network failed. Wait a minute and try again.',
  guessesOfStrangers: wait15,
  guessesInKnownBrowser: wait15,
  signInsInKnownBrowsers: 'Too many attempts. Wait a minute and try again.',
} satisfies Partial<Record<Limit, string>>;
type SignInLimit = keyof typeof signInRefusals;

/** What the account library allows from one network address, in seconds. It does not look at who asks. */
export const networkLimits = {
  // Counted here, or one device would lock out whoever works beside it.
  '/sign-in/email': false as const,
  '/sign-up/email': { window: 60, max: 10 },
  '/sign-in/social': { window: 60, max: 20 },
  '/sign-in/magic-link': { window: 60, max: 5 },
  '/magic-link/verify': { window: 60, max: 20 },
  '/request-password-reset': { window: 60, max: 5 },
  '/reset-password': { window: 60, max: 60 },
  '/change-password': { window: 60, max: 10 },
  '/send-verification-email': { window: 60, max: 5 },
  '/verify-email': { window: 60, max: 20 },
  '/one-time-code/send': { window: 60, max: 5 },
  '/one-time-code/verify': { window: 60, max: 20 },
};

const browserCookie = 'browser';
const browserSeconds = 365 * 24 * 60 * 60;
// Their addresses and phone numbers.
const accountsRemembered = 12;
/** The requests that send something to an address. */
const sendingPaths = [
  '/sign-in/magic-link',
  '/request-password-reset',
  '/send-verification-email',
  '/one-time-code/send',
];

export type SignInLimits = ReturnType<typeof signInLimits>;

export function signInLimits({ database, secrets, log }: { database: Database; secrets: Secrets; log: Log }) {
  const tagBy = (secret: string, address: string) =>
    createHmac('sha256', secret).update(`account:${address.toLowerCase()}`).digest('base64url').slice(0, 16);
  const tagOf = (address: string) => tagBy(secrets[0], address);

  async function take(key: string, limit: Limit): Promise<boolean> {
    return (await takeAll<Limit>([[key, limit]])) === null;
  }

  /** Takes one turn after the other, until there is none; tells where. */
  async function takeAll<L extends Limit>(turns: [key: string, limit: L][]): Promise<L | null> {
    const place = await takeTurns(
      database,
      turns.map(([key, limit]) => ({ key, ...limits[limit] })),
    );
    const limit = turns[place ?? -1]?.[1] ?? null;
    if (limit) noteLimit(log, limit);
    return limit;
  }

  /** Counts a try to sign in before it is made; refuses it where too many were made. */
  async function countSignIn(ctx: GenericEndpointContext): Promise<void> {
    const { key, limit } = await guessKey(ctx);
    const isStranger = limit === 'guessesOfStrangers';
    // First, so that who is only asked to come back uses up no tries.
    if (isStranger) comesFromStranger();
    const reached = await takeAll<SignInLimit>(
      isStranger
        ? [
            [`sign-in:${networkFrom(ctx)}`, 'signInsFromOneNetwork'],
            [networkKey(ctx), 'failuresFromOneNetwork'],
            [key, limit],
          ]
        : [
            [key, limit],
            // Last, so that wrong guesses in one of these browsers lock nobody out of the others.
            [`sign-in:${tagOf(fieldOf(ctx, 'email'))}`, 'signInsInKnownBrowsers'],
          ],
    );
    if (reached) throw tooMany(signInRefusals[reached]);
  }

  /** The name of the browser a request comes from, if somebody has signed in with the address there before. */
  async function knownBrowser(ctx: GenericEndpointContext, address: string): Promise<string | null> {
    const [browser = '', ...accounts] = await readBrowser(ctx);
    return secrets.some((secret) => accounts.includes(tagBy(secret, address))) ? browser : null;
  }

  async function guessKey(ctx: GenericEndpointContext): Promise<{ key: string; limit: SignInLimit }> {
    const tag = tagOf(fieldOf(ctx, 'email'));
    const browser = await knownBrowser(ctx, fieldOf(ctx, 'email'));
    return browser
      ? { key: `guess:${tag}:${browser}`, limit: 'guessesInKnownBrowser' }
      : { key: `guess:${tag}`, limit: 'guessesOfStrangers' };
  }

  const letterKey = (address: string) => `letter:${tagOf(mailboxOf(address))}`;
  const mayWrite = (address: string) => take(letterKey(address), 'letters');

  /** How long somebody has to wait until something is sent to an address again; null when it is sent now. */
  async function waitForLetter(ctx: GenericEndpointContext): Promise<string | null> {
    const address = addresseeOf(ctx);
    const key = letterKey(address);
    const browser = await knownBrowser(ctx, address);
    const [asker, limit] = browser
      ? [`${key}:${browser}`, 'lettersToKnownBrowser' as const]
      : [`${key}:${networkFrom(ctx)}`, 'lettersFromOneNetwork' as const];
    if (!(await take(asker, limit))) return '15 minutes';
    return browser || (await mayWrite(address)) ? null : 'an hour';
  }

  /** Refuses text messages to any number of numbers; those to one number are letters to an address. */
  async function limitTexts(ctx: GenericEndpointContext): Promise<void> {
    const browser = await knownBrowser(ctx, addresseeOf(ctx));
    if (!browser && !(await take(`texts:${networkFrom(ctx)}`, 'textsFromOneNetwork')))
      throw tooMany('Too many text messages were asked for from your network. Try again in an hour.');
    const session = fieldOf(ctx, 'type') === 'phone_change' ? await getSessionFromCtx(ctx) : null;
    if (session && !(await take(`texts:${session.user.id}`, 'textsOfOneAccount')))
      throw tooMany('Too many text messages were asked for. Try again tomorrow.');
  }

  async function codeKey(ctx: GenericEndpointContext, address: string): Promise<string> {
    const browser = await knownBrowser(ctx, address);
    return browser ? `code:${tagOf(address)}:${browser}` : `code:${tagOf(address)}`;
  }

  return {
    /** Counts a try of a code that was sent to an address, before it is looked at; refuses it after many wrong ones. */
    countCodeTry: async (ctx: GenericEndpointContext, address: string): Promise<void> => {
      const key = await codeKey(ctx, address);
      if (await take(key, 'wrongCodes')) return;
      const end = await turnsReturnAt(database, key, limits.wrongCodes.minutes);
      const timeZone = fieldOf(ctx, 'timeZone');
      const later = laterWords(end, new Date(), isTimeZone(timeZone) ? timeZone : null);
      throw tooMany(
        isInvented(address)
          ? `Too many wrong codes for this number. Try again ${later}, or sign in with your email address, or on another device you have used before.`
          : `Too many wrong codes. Sign in another way, or try again ${later}.`,
      );
    },
    /** Forgets the wrong codes, once the right one was given. */
    forgetCodeTries: async (ctx: GenericEndpointContext, address: string): Promise<void> =>
      resetTurns(database, await codeKey(ctx, address)),
    /** Whether an address may get one more letter that nobody asked for in so many words, such as at sign-up. */
    mayWrite,
    /** Which limit one more invitation goes over: that of who sends it, or that of its mailbox, whoever does. */
    limitInvitation: (address: string, organizationId: string) =>
      takeAll<'invitations' | 'invitationsOfOneStudio'>([
        // First, so that a studio which may send no more uses up nothing of a mailbox.
        [`invite:studio:${organizationId}`, 'invitationsOfOneStudio'],
        [`invite:${tagOf(mailboxOf(address))}`, 'invitations'],
      ]),
    /** Refuses what goes too far; otherwise counts it before it is tried, so that parallel guesses count too. */
    before: async (ctx: GenericEndpointContext): Promise<void> => {
      if (ctx.path === '/sign-up/email') comesFromStranger();
      if (ctx.path === '/sign-in/email') await countSignIn(ctx);
      if (ctx.path === '/change-password') {
        const token = await ctx.getSignedCookie(
          ctx.context.authCookies.sessionToken.name,
          ctx.context.secret,
        );
        if (token && !(await take(`guess:session:${tagOf(token)}`, 'guessesInOneSession')))
          throw tooMany(
            'Too many wrong passwords. Wait 15 minutes, or log out and ask for a link to set a new one.',
          );
      }
      if (ctx.path && sendingPaths.includes(ctx.path)) {
        const wait = await waitForLetter(ctx);
        if (wait) throw tooMany(`Too many requests for this address. Try again in ${wait}.`);
        if (isText(ctx)) await limitTexts(ctx);
      }
    },
    /** Remembers the browser somebody signed in from, and forgets their wrong guesses. */
    after: async (ctx: GenericEndpointContext): Promise<void> => {
      const user = ctx.context.newSession?.user;
      if (!user) return;
      if (ctx.path === '/sign-in/email') {
        const { key, limit } = await guessKey(ctx);
        await resetTurns(database, key, limit === 'guessesOfStrangers' ? networkKey(ctx) : null);
      }
      const [browser, ...accounts] = await readBrowser(ctx);
      const { phoneNumber } = user as { phoneNumber?: string | null };
      const tags = [user.email, ...(phoneNumber ? [inventedEmail(phoneNumber)] : [])].map(tagOf);
      const known = [...new Set([...tags, ...accounts])].slice(0, accountsRemembered);
      const value = [browser || randomBytes(12).toString('base64url'), ...known].join('.');
      const { name, attributes } = ctx.context.createAuthCookie(browserCookie, { maxAge: browserSeconds });
      await ctx.setSignedCookie(name, value, ctx.context.secret, attributes);
    },
  };
}

async function readBrowser(ctx: GenericEndpointContext): Promise<string[]> {
  const { name } = ctx.context.createAuthCookie(browserCookie);
  const value = ctx.headers ? await ctx.getSignedCookie(name, ctx.context.secret) : null;
  return value ? value.split('.') : [''];
}

/** Whom a request sends something to; a phone number as the address its login has, however it was typed. */
function addresseeOf(ctx: GenericEndpointContext): string {
  if (!isText(ctx)) return fieldOf(ctx, 'email');
  const phone = fieldOf(ctx, 'phone');
  return inventedEmail(internationalNumber(phone) ?? phone);
}

function isText(ctx: GenericEndpointContext): boolean {
  return ctx.path === '/one-time-code/send' && fieldOf(ctx, 'type') !== 'email';
}

/** The mailbox behind an address: what is added to its name after a plus leads to the same one. */
export function mailboxOf(address: string): string {
  // From the beginning on, so that what is no address is not tried again from each plus.
  return address.replace(/^([^+@]*)\+[^@]*@/, '$1@');
}

function networkKey(ctx: GenericEndpointContext): string {
  return `network:${networkFrom(ctx)}`;
}

function networkFrom({ headers }: GenericEndpointContext): string {
  return networkOf(headers?.get('x-client-ip') ?? '');
}

function fieldOf({ body }: GenericEndpointContext, name: string): string {
  const value: unknown = Object(body)[name];
  return typeof value === 'string' ? value : '';
}

function tooMany(message: string): APIError {
  return new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS', message });
}
