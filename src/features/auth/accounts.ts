import { betterAuth, type BetterAuthOptions, type GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Kysely } from 'kysely';
import {
  accountTable,
  rateLimitTable,
  sessionTable,
  userTable,
  verificationTable,
} from '#features/auth/account-tables.ts';
import { admit } from '#features/auth/admission.ts';
import { signInLink, tokenAskedHere } from '#features/auth/asked-here.ts';
import { refuseKnownPassword } from '#features/auth/chosen-password.ts';
import {
  endBearerSession,
  endLeftSessions,
  explainOvertaken,
  replacePassword,
} from '#features/auth/overtaken.ts';
import {
  confirmEmail,
  freeAddress,
  isRefusedAddress,
  markBrowser,
  noteMadeLogin,
  refuseUnmarked,
  settleReset,
} from '#features/auth/confirmation.ts';
import { longestPassword, shortestPassword } from '#features/auth/schema.ts';
import * as letters from '#features/auth/letters.ts';
import { oneTimeCode } from '#features/auth/one-time-code.ts';
import { withoutSession } from '#features/auth/page-answers.ts';
import { isInvented } from '#features/auth/phone-logins.ts';
import { refuseUnreadable, withTidyNames } from '#features/auth/readable-input.ts';
import { hashEarly, passwordHash } from '#features/auth/password-hash.ts';
import { socialProviders } from '#features/auth/providers.ts';
import { leadingOn } from '#features/auth/rules.ts';
import { networkLimits, type SignInLimits } from '#features/auth/sign-in-limits.ts';
import { keepWhole, refuseHalf } from '#features/auth/two-step.ts';
import { unusedInvitation } from '#features/auth/unused-invitation.ts';
import { cookiePrefix } from '#platform/caller.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database.ts';
import type { DB } from '#platform/database-types.ts';
import type { Log } from '#platform/log.ts';
import type { Letter, Mail, Sender } from '#platform/mail.ts';
import type { Secrets } from '#platform/signature.ts';
import { canSendSms, type Sms } from '#platform/sms.ts';

const hour = 60 * 60;
const day = 24 * hour;

type AccountParts = {
  database: Database;
  config: Config;
  secrets: Secrets;
  limits: SignInLimits;
  mail: Mail;
  sms: Sms;
  sender: Sender;
  log: Log;
};

/** The account service behind /api/auth: ways to sign in, sessions and their limits, on our own tables. */
export function openAccounts({ database, config, secrets, limits, mail, sms, sender, log }: AccountParts) {
  const { BASE_URL: baseUrl } = config;
  // Whoever asked is answered before the letter leaves: how long it takes would tell whether there is an account.
  const write = (letter: Letter) => {
    if (!isInvented(letter.to)) sender.sendAside(() => mail.send(letter));
  };
  // Anybody can have these sent by doing something else, again and again: past the limit they are left out silently.
  const writeUnasked = (letter: Letter) =>
    sender.sendAside(async () => ((await limits.mayWrite(letter.to)) ? write(letter) : undefined));
  // Looked up on the side, too, so that no answer tells who is invited.
  const writeToLogin = (email: string, letterTo: (to: letters.ToLogin) => Letter, send = write) =>
    sender.sendAside(async () =>
      send(letterTo({ to: email, baseUrl, invitation: await unusedInvitation(database, email) })),
    );
  const tellPasswordChanged = ({ email }: { email: string }) =>
    write(letters.passwordChangedLetter({ to: email, baseUrl }));
  const writeToUnknown = (ctx: GenericEndpointContext, email: string) =>
    sender.sendAside(async () => {
      const known = await ctx.context.internalAdapter.findUserByEmail(email.toLowerCase());
      if (!known) write(letters.unknownAddressLetter({ to: email, baseUrl }));
    });
  return betterAuth({
    appName: 'Barre',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret: secrets[0],
    trustedOrigins: ownOrigins(baseUrl),
    telemetry: { enabled: false },
    // Its own log would print email addresses.
    logger: { disabled: true },
    // A fault is ours to log and to answer: the library would answer it with nothing.
    onAPIError: { throw: true, errorURL: `${baseUrl}/login` },
    database: {
      db: database.db.withoutPlugins() as Kysely<DB>,
      type: 'postgres',
      transaction: true,
      schemaName: 'auth',
    },
    databaseHooks: {
      user: {
        create: {
          before: (user) => admit(user, config),
          after: async ({ id }, ctx) => noteMadeLogin(ctx, id),
        },
      },
      account: {
        create: { before: forgetTokens },
        update: {
          before: async (account, ctx) => {
            if (ctx?.path !== '/change-password') return await forgetTokens(account);
            await replacePassword(database, ctx, String(account.password));
            if (ctx.context.session) tellPasswordChanged(ctx.context.session.user);
            return false;
          },
        },
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(baseUrl),
      defaultCookieAttributes: { secure: baseUrl.startsWith('https:') },
      // It would add a weaker prefix of its own.
      useSecureCookies: false,
      // A function: with 'uuid' the library would replace its own derived ids.
      database: { generateId: () => crypto.randomUUID() },
      // Set by our own server from the socket or a trusted proxy, never taken from the client.
      ipAddress: { ipAddressHeaders: ['x-client-ip'] },
      // Said out loud, because the library is lenient when it believes itself tested.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    user: userTable,
    session: { ...sessionTable, expiresIn: 30 * day, updateAge: day },
    account: {
      ...accountTable,
      // Linked only when both sides have confirmed the address: the company's account and ours.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    verification: { ...verificationTable, storeIdentifier: 'hashed' },
    rateLimit: {
      enabled: true,
      storage: 'database',
      ...rateLimitTable,
      window: 60,
      max: 300,
      customRules: networkLimits,
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      password: passwordHash,
      requireEmailVerification: confirmsEmail(config),
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: hour,
      sendResetPassword: async ({ user, token, url }) =>
        writeToLogin(user.email, (to) =>
          letters.resetLetter(to, passwordLink(baseUrl, token) + leadingOn(url)),
        ),
      onPasswordReset: async ({ user }) => {
        await settleReset(database, user.id);
        tellPasswordChanged(user);
      },
      onExistingUserSignUp: async ({ user }) =>
        writeToLogin(user.email, letters.alreadyMemberLetter, writeUnasked),
    },
    emailVerification: {
      expiresIn: day,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      beforeEmailVerification: async ({ id }, request) => {
        refuseUnmarked(request, { secrets, baseUrl }, id);
        await confirmEmail(database, id, true);
      },
      sendVerificationEmail: async ({ user, token, url }, request) => {
        // Who types the password to use the link of one letter needs no other.
        if (new URL(url).searchParams.get('callbackURL')?.startsWith('/login?confirm=')) return;
        const link = `${baseUrl}/login?confirm=${encodeURIComponent(token)}`;
        const letter = letters.confirmationLetter({ to: user.email, baseUrl }, link);
        // A new login gets its letter, whatever strangers have asked for before. A mailbox has one login like that, but
        // any number of those with something added after a plus.
        const isFirst = request?.url.endsWith('/sign-up/email') && !user.email.includes('+');
        return isFirst ? write(letter) : writeUnasked(letter);
      },
    },
    socialProviders: socialProviders(config, log, (email) => freeAddress(database, email)),
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        refuseUnreadable(ctx.body, ctx.query);
        await refuseHalf(database, ctx);
        // First, so that who looks for a better one uses up no tries.
        await refuseKnownPassword(ctx.path, Object(ctx.body), config.BREACHED_PASSWORDS_URL, log);
        await limits.before(ctx);
        await endBearerSession(database, ctx, { baseUrl, secrets });
        if (ctx.path === '/sign-up/email') {
          await hashEarly(ctx.body);
          const body = withTidyNames(ctx.body);
          await freeAddress(database, body['email']);
          return { context: { ...ctx, body } };
        }
        // A new password always signs the other devices out (spec §7), whatever the caller says.
        if (ctx.path === '/change-password')
          return { context: { ...ctx, body: { ...Object(ctx.body), revokeOtherSessions: true } } };
        if (ctx.path === '/magic-link/verify')
          return { context: { ...ctx, query: { token: tokenAskedHere(ctx, log) } } };
        return undefined;
      }),
      after: createAuthMiddleware(async (ctx) => {
        await endLeftSessions(database, ctx);
        await limits.after(ctx);
        await markBrowser(ctx, ctx.context.returned);
        await keepWhole(database, ctx);
        if (waysIn.test(ctx.path)) {
          const { newSession, returned } = ctx.context;
          const userId = newSession?.user.id ?? null;
          log.info({ way: ctx.path, userId, isRefused: returned instanceof Error }, 'sign-in');
        }
        explainOvertaken(ctx.path, ctx.context.returned);
        if (ctx.path === '/request-password-reset' && !(ctx.context.returned instanceof Error))
          writeToUnknown(ctx, String(Object(ctx.body)['email']));
        if (isRefusedAddress(ctx.path, ctx.context.returned))
          throw ctx.redirect(`${baseUrl}/login?error=${unconfirmedAddress}`);
        return withoutSession(ctx.context.returned, ctx.headers);
      }),
    },
    plugins: [
      signInLink({ baseUrl, sender, write, writeToLogin }),
      oneTimeCode({
        secrets,
        limits,
        canSendSms: canSendSms(config),
        sendEmail: (to, code) =>
          code
            ? writeToLogin(to, (login) => letters.codeLetter(login, code))
            : write(letters.unknownAddressLetter({ to, baseUrl })),
        sendSms: (to, code) => sender.sendAside(() => sms.send({ to, text: letters.codeMessage(code) })),
        tellPhoneChanged: (to) => write(letters.phoneChangedLetter({ to, baseUrl })),
        confirmEmail: (userId) => confirmEmail(database, userId),
      }),
    ],
  } satisfies BetterAuthOptions);
}

export type Accounts = ReturnType<typeof openAccounts>;

/** Where a password is set, by invitation or because it was forgotten. */
export function passwordLink(baseUrl: string, token: string): string {
  return `${baseUrl}/login?view=update_password&token=${encodeURIComponent(token)}`;
}

/** An address is asked to be confirmed exactly when a letter can reach it. */
function confirmsEmail(config: Config): boolean {
  return config.SMTP_URL !== null;
}

/** What may end with somebody signed in: noted in the log, without the address that was tried. */
const waysIn =
  /^\/(sign-up|sign-in|magic-link|one-time-code|callback|verify-email|reset-password|change-password)\b/;

// A laptop is reached as localhost and as 127.0.0.1 alike.
function ownOrigins(baseUrl: string): string[] {
  const { origin, hostname } = new URL(baseUrl);
  return hostname === 'localhost' ? [origin, origin.replace('localhost', '127.0.0.1')] : [origin];
}

/** What a company's account opens there is asked for once, to sign in: its tokens are not kept. */
async function forgetTokens<Account extends object>(account: Account) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } };
}

const unconfirmedAddress = 'address_not_confirmed';
