import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint, formCsrfMiddleware, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';
import type { SignInLimits } from '#features/auth/sign-in-limits.ts';
import { internationalNumber, inventedEmail, isInvented } from '#features/auth/phone-logins.ts';
import { minutesFresh } from '#features/auth/rules.ts';
import { violatedConstraint } from '#platform/refusals.ts';
import { isSame, type Secrets } from '#platform/signature.ts';

// One-time codes by email and by phone. A code belongs to the request it was asked with, whose unguessable name only
// the asker holds: nobody else can try it, or use up its tries. It is kept as a hash.

const minutesValid = 10;
const triesAllowed = 5;
const wrongCode = 'The code is wrong or has expired. Check it, or request a new one.';

type Purpose = 'email' | 'sms' | 'phone_change';

type Options = {
  secrets: Secrets;
  limits: SignInLimits;
  canSendSms: boolean;
  /** Sends the code, or tells the address that it has no account; never waits. */
  sendEmail: (email: string, code: string | null) => void;
  sendSms: (phone: string, code: string) => void;
  /** A borrowed session must not keep a way in unseen. */
  tellPhoneChanged: (email: string) => void;
  /** Takes away what strangers may have left on a login whose address nobody had confirmed. */
  confirmEmail: (userId: string) => Promise<void>;
};

const sendInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('email'), email: z.email() }),
  z.object({ type: z.enum(['sms', 'phone_change']), phone: z.string().max(40) }),
]);

const verifyInput = z.object({
  request: z.string().max(100),
  token: z.string().max(20),
  timeZone: z.string().max(64).optional(),
});

const pendingCode = z.object({
  type: z.enum(['email', 'sms', 'phone_change']),
  address: z.string(),
  /** Whose phone number changes, or whose address it is; null for an address nobody has. */
  userId: z.string().nullable(),
  hash: z.string(),
  tries: z.number(),
});
type PendingCode = z.infer<typeof pendingCode>;
type Verifying = GenericEndpointContext & { body: z.infer<typeof verifyInput> };

export function oneTimeCode(options: Options) {
  return {
    id: 'one-time-code',
    endpoints: {
      sendOneTimeCode: createAuthEndpoint(
        '/one-time-code/send',
        { method: 'POST', use: [formCsrfMiddleware], body: sendInput },
        async (ctx) => {
          const { type } = ctx.body;
          const address = addressOf(ctx.body, options);
          const request = randomBytes(24).toString('base64url');
          const code = String(randomInt(1_000_000)).padStart(6, '0');
          const userId = await ownerOf(ctx, type, address);
          await keep(ctx, request, {
            type,
            address,
            userId,
            hash: hashOf(options.secrets[0], request, code),
            tries: 0,
          });
          if (type === 'email') options.sendEmail(address, userId ? code : null);
          else options.sendSms(address, code);
          return ctx.json({ request });
        },
      ),
      verifyOneTimeCode: createAuthEndpoint(
        '/one-time-code/verify',
        { method: 'POST', use: [formCsrfMiddleware], body: verifyInput },
        async (ctx) => {
          const pending = await redeem(ctx, options);
          if (pending.type === 'phone_change') return ctx.json(await changePhone(ctx, pending, options));
          const user =
            pending.type === 'email'
              ? await userByEmail(ctx, pending, options)
              : await userByPhone(ctx, pending.address, ctx.body.timeZone);
          const session = await ctx.context.internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ status: true, token: session.token });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function addressOf(input: z.infer<typeof sendInput>, { canSendSms }: Options): string {
  if (input.type === 'email') return input.email.toLowerCase();
  if (!canSendSms) throw new APIError('BAD_REQUEST', { message: 'Codes by text message are not set up.' });
  const phone = internationalNumber(input.phone);
  if (!phone)
    throw new APIError('BAD_REQUEST', {
      message: 'Enter the phone number with its country code, such as +1 555 010 0199.',
    });
  return phone;
}

async function ownerOf(ctx: GenericEndpointContext, type: Purpose, address: string): Promise<string | null> {
  if (type === 'phone_change') return (await justSignedIn(ctx)).id;
  if (type === 'sms') return null;
  const found = await ctx.context.internalAdapter.findUserByEmail(address);
  return found && !isInvented(address) ? found.user.id : null;
}

async function keep(
  ctx: GenericEndpointContext,
  request: string,
  code: PendingCode,
  expiresAt = new Date(Date.now() + minutesValid * 60_000),
): Promise<void> {
  await ctx.context.internalAdapter.createVerificationValue({
    identifier: `one-time-code:${request}`,
    value: JSON.stringify(code),
    expiresAt,
  });
}

/** What a code was for, once: taking it away is atomic, and a wrong one is put back until its tries are used up. */
async function redeem(ctx: Verifying, options: Options): Promise<PendingCode> {
  const { request, token } = ctx.body;
  const taken = await ctx.context.internalAdapter.consumeVerificationValue(`one-time-code:${request}`);
  if (!taken) throw new APIError('BAD_REQUEST', { message: wrongCode });
  const pending = pendingCode.parse(JSON.parse(taken.value));
  const account = pending.type === 'email' ? pending.address : inventedEmail(pending.address);
  try {
    await options.limits.countCodeTry(ctx, account);
  } catch (error) {
    await keep(ctx, request, pending, taken.expiresAt);
    throw error;
  }
  const code = token.replaceAll(/\D/g, '');
  if (options.secrets.some((secret) => isSame(hashOf(secret, request, code), pending.hash))) {
    await options.limits.forgetCodeTries(ctx, account);
    return pending;
  }
  const tries = pending.tries + 1;
  if (tries < triesAllowed) await keep(ctx, request, { ...pending, tries }, taken.expiresAt);
  throw new APIError('BAD_REQUEST', { message: wrongCode });
}

function hashOf(secret: string, request: string, code: string): string {
  return createHmac('sha256', secret).update(`${request}:${code}`).digest('base64url');
}

async function userByEmail(ctx: GenericEndpointContext, { userId }: PendingCode, options: Options) {
  const user = userId ? await ctx.context.internalAdapter.findUserById(userId) : null;
  if (!user) throw new APIError('BAD_REQUEST', { message: wrongCode });
  if (!user.emailVerified) await options.confirmEmail(user.id);
  return user;
}

/** Whoever answers a number that no login has founds a studio with it. */
async function userByPhone(ctx: GenericEndpointContext, phone: string, timeZone: string | undefined) {
  const user = (await holderOf(ctx, phone)) ?? (await foundWith(ctx, phone, timeZone));
  if (!user) throw new APIError('BAD_REQUEST', { message: wrongCode });
  return user;
}

async function holderOf({ context }: GenericEndpointContext, phone: string) {
  const where = [{ field: 'phoneNumber', value: phone }];
  const known = await context.adapter.findOne<{ id: string }>({ model: 'user', where });
  return known ? await context.internalAdapter.findUserById(known.id) : null;
}

async function foundWith(ctx: GenericEndpointContext, phone: string, timeZone: string | undefined) {
  const founder = {
    email: inventedEmail(phone),
    name: '',
    emailVerified: false,
    phoneNumber: phone,
    phoneNumberVerified: true,
    timeZone: timeZone ?? null,
  };
  try {
    return await ctx.context.internalAdapter.createUser(founder, { method: 'phone-number' });
  } catch (error) {
    // The same number may have been confirmed in another browser just now.
    const quicker = violatedConstraint(error) ? await holderOf(ctx, phone) : null;
    if (!quicker) throw error;
    return quicker;
  }
}

async function changePhone(ctx: GenericEndpointContext, pending: PendingCode, options: Options) {
  const { user } = await signedIn(ctx);
  if (user.id !== pending.userId) throw new APIError('BAD_REQUEST', { message: wrongCode });
  const changed = {
    phoneNumber: pending.address,
    phoneNumberVerified: true,
    // The address made up from the old number is for whoever has that next.
    ...(isInvented(user.email) ? { email: inventedEmail(pending.address) } : {}),
  };
  try {
    await ctx.context.internalAdapter.updateUser(user.id, changed);
  } catch (error) {
    if (!violatedConstraint(error)) throw error;
    throw new APIError('CONFLICT', { message: 'Another sign-in uses this phone number.' });
  }
  options.tellPhoneChanged(user.email);
  return { status: true };
}

async function signedIn(ctx: GenericEndpointContext) {
  const session = await getSessionFromCtx(ctx);
  if (!session) throw new APIError('UNAUTHORIZED', { message: 'Not authenticated!' });
  return session;
}

async function justSignedIn(ctx: GenericEndpointContext) {
  const { session, user } = await signedIn(ctx);
  if (Date.now() - session.createdAt.getTime() > minutesFresh * 60_000)
    throw new APIError('FORBIDDEN', {
      message: 'You signed in a while ago. Sign in again, then change the phone number.',
    });
  return user;
}
