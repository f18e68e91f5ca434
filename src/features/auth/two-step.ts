import { randomBytes, randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createOTP } from '@better-auth/utils/otp';
import { ORPCError } from '@orpc/server';
import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { sql } from 'kysely';
import { twoStepLetter } from '#features/auth/letters.ts';
import { minutesFresh } from '#features/auth/rules.ts';
import { openTwoStepKeys } from '#features/auth/two-step-keys.ts';
import { sessionCookieLine, sessionToken, type Caller } from '#platform/caller.ts';
import { supportAddress, type Config } from '#platform/config.ts';
import type { Database } from '#platform/database.ts';
import { noteLimit, type Log } from '#platform/log.ts';
import type { Mail, Sender } from '#platform/mail.ts';
import { badInput, conflict, type TwoStep } from '#platform/procedure.ts';
import type { Secrets } from '#platform/signature.ts';
import { resetTurns, takeTurn } from '#platform/turns.ts';

// The second step hangs on the session, not on a way to sign in: whichever way somebody came, what they have is no
// session before the database knows that they took it (auth.is_whole).

const minutesToTakeIt = 10;
const secondsOfCode = 30;
const recoveryCodes = 10;
// Six digits, three of which are right at any moment.
const tries = { max: 10, minutes: 60 };

const wrongCode = 'This code is wrong or was used already. Check it, or wait for the next one.';
const keyLost =
  'A setting of this installation has changed, and codes can not be checked any more. Ask whoever runs it to take two-step sign-in off your account.';
const recoveryLetters = 'abcdefghjkmnpqrstvwxyz23456789';

type Parts = {
  database: Database;
  secrets: Secrets;
  config: Config;
  mail: Mail;
  sender: Sender;
  log: Log;
};
type Step = {
  userId: string;
  secret: string;
  since: Date | null;
  lastUsed: number;
  recoveryHashes: string[];
};

/** Two-step sign-in: codes of an authenticator app, and those that open once in its place. */
export function openTwoStep({ database, secrets, config, mail, sender, log }: Parts): TwoStep {
  const { db } = database;
  const { BASE_URL: baseUrl } = config;
  const keys = openTwoStepKeys({ database, secrets, log });

  const tell = ({ email, role }: Caller, isOn: boolean) => {
    const support = supportAddress(config);
    const help = role !== 'owner' ? 'tell your studio’s owner' : support && `write to ${support}`;
    if (email) sender.sendAside(() => mail.send(twoStepLetter({ to: email, baseUrl }, isOn, help)));
  };

  async function stepOf(userId: string): Promise<Step | null> {
    const { rows } = await sql<Step>`
      select user_id, secret, since, last_used::float8 as last_used, recovery_hashes
      from auth.two_step where user_id = ${userId}`.execute(db);
    return rows[0] ?? null;
  }

  async function countTry(userId: string): Promise<void> {
    if (await takeTurn(database, `two-step:${userId}`, tries)) return;
    noteLimit(log, 'wrongCodesOfApp');
    throw new ORPCError('TOO_MANY_REQUESTS', {
      message: 'Too many wrong codes. Wait an hour and try again.',
    });
  }

  async function keyOf({ userId, secret }: Step): Promise<string> {
    const key = await keys.decrypt(secret);
    if (key !== null) return key;
    log.error({ userId }, 'two-step key can not be read: was AUTH_SECRET changed?');
    throw conflict(keyLost);
  }

  /** The half minute whose code this is, if it is none that was used, nor one before it. */
  async function momentOf(step: Step, key: string, code: string): Promise<number | null> {
    const otp = createOTP(key);
    const now = Math.floor(Date.now() / 1000 / secondsOfCode);
    for (const moment of [now - 1, now, now + 1])
      if (moment > step.lastUsed && (await otp.hotp(moment)) === code) return moment;
    return null;
  }

  /**
   * Uses a code of the app, or a recovery code: once, however often it is sent at the same time.
   * @returns the key of the login
   */
  async function useCode(userId: string, typed: string): Promise<string> {
    const step = await stepOf(userId);
    if (!step?.since) throw conflict('Two-step sign-in is off.');
    await countTry(userId);
    const code = tidy(typed);
    const key = await keyOf(step);
    const moment = await momentOf(step, key, code);
    const hash = keys.recoveryHashes(userId, key, code).find((each) => step.recoveryHashes.includes(each));
    const { numAffectedRows } =
      moment === null
        ? await sql`update auth.two_step set recovery_hashes = array_remove(recovery_hashes, ${hash})
            where user_id = ${userId} and ${hash} = any (recovery_hashes)`.execute(db)
        : await sql`update auth.two_step set last_used = ${moment}
            where user_id = ${userId} and last_used < ${moment}`.execute(db);
    if (!numAffectedRows) throw badInput('code', wrongCode);
    await resetTurns(database, `two-step:${userId}`);
    return key;
  }

  function newRecoveryCodes(userId: string, key: string): { codes: string[]; hashes: string[] } {
    const codes = Array.from({ length: recoveryCodes }, () => `${sixLetters()}-${sixLetters()}`);
    return { codes, hashes: codes.map((code) => keys.recoveryHashes(userId, key, tidy(code))[0]) };
  }

  return {
    isAwaited: async (headers) => (await findHalf(headers)) !== null,
    take: async (headers, code) => {
      const half = await findHalf(headers);
      if (!half) throw new ORPCError('UNAUTHORIZED', { message: 'Your sign-in has expired. Sign in again.' });
      await useCode(half.userId, code);
      // What the first step gave away is worth nothing from here on.
      const token = randomBytes(24).toString('base64url');
      const { numAffectedRows } =
        await sql`update auth.session set token = ${token}, two_step_at = now() where id = ${half.sessionId}`.execute(
          db,
        );
      if (!numAffectedRows)
        throw new ORPCError('UNAUTHORIZED', { message: 'Your sign-in has expired. Sign in again.' });
      return headers.authorization
        ? { userId: half.userId, token, cookie: null }
        : { userId: half.userId, token: null, cookie: sessionCookieLine(token, { baseUrl, secrets }) };
    },
    get: async ({ userId, organizationId }) => {
      const step = await stepOf(userId);
      const asked =
        await sql`select from auth.team_two_step where organization_id = ${organizationId}`.execute(db);
      return {
        since: step?.since ?? null,
        recoveryCodesLeft: step?.since ? step.recoveryHashes.length : 0,
        isAskedOfTeam: asked.rows.length > 0,
      };
    },
    begin: async ({ userId, sessionId, email, fullName }) => {
      if ((await stepOf(userId))?.since) throw conflict('Two-step sign-in is on already.');
      const key = randomBytes(20).toString('base64url');
      const encrypted = await keys.encrypt(key);
      const { numAffectedRows } = await sql`
        insert into auth.two_step (user_id, secret) select user_id, ${encrypted} from auth.session
          where id = ${sessionId} and created_at > now() - make_interval(mins => ${minutesFresh})
        on conflict (user_id) do update set secret = excluded.secret where two_step.since is null`.execute(
        db,
      );
      if (!numAffectedRows) return null;
      const address = createOTP(key).url('Barre', email || fullName);
      return { address, secret: new URL(address).searchParams.get('secret') ?? '' };
    },
    turnOn: async (caller, typed) => {
      const { userId, sessionId } = caller;
      const step = await stepOf(userId);
      if (!step) throw conflict('Begin again: there is no key to scan any more.');
      if (step.since) throw conflict('Two-step sign-in is on already.');
      await countTry(userId);
      const key = await keyOf(step);
      const moment = await momentOf(step, key, tidy(typed));
      if (moment === null) throw badInput('code', wrongCode);
      const { codes, hashes } = newRecoveryCodes(userId, key);
      const { rows } = await sql<{ userId: string }>`
        with step as (
          update auth.two_step set since = now(), last_used = ${moment}, recovery_hashes = ${hashes}
            where user_id = ${userId} and since is null and secret = ${step.secret}
              and exists (select from auth.session where id = ${sessionId}) returning user_id),
        kept as (update auth.session set two_step_at = now() where id = ${sessionId} and user_id in (select user_id from step)),
        gone as (delete from auth.session where user_id in (select user_id from step) and id <> ${sessionId})
        select user_id from step`.execute(db);
      if (rows.length === 0) throw conflict('Begin again: another key was made meanwhile.');
      await resetTurns(database, `two-step:${userId}`);
      tell(caller, true);
      return codes;
    },
    renewRecoveryCodes: async ({ userId }, code) => {
      const { codes, hashes } = newRecoveryCodes(userId, await useCode(userId, code));
      await sql`update auth.two_step set recovery_hashes = ${hashes} where user_id = ${userId}`.execute(db);
      return codes;
    },
    turnOff: async (caller, code) => {
      await useCode(caller.userId, code);
      await sql`delete from auth.two_step where user_id = ${caller.userId}`.execute(db);
      tell(caller, false);
    },
    askTeam: async ({ userId, organizationId }, isAsked, code) => {
      await useCode(userId, code);
      const change = isAsked
        ? sql`insert into auth.team_two_step values (${organizationId}) on conflict do nothing`
        : sql`delete from auth.team_two_step where organization_id = ${organizationId}`;
      await change.execute(db);
    },
  };

  /** Somebody who has just taken the first step, and has a second one to take. */
  async function findHalf(headers: IncomingHttpHeaders) {
    const token = sessionToken(headers, { baseUrl, secrets });
    if (token === null) return null;
    const { rows } = await sql<{ sessionId: string; userId: string }>`
      select s.id as session_id, s.user_id from auth.session s
      where s.token = ${token} and s.expires_at > now() and not auth.is_whole(s)
        and s.created_at > now() - make_interval(mins => ${minutesToTakeIt})`.execute(db);
    return rows[0] ?? null;
  }
}

/**
 * Refuses what the account library does for who is signed in where they are not before the second step: it looks sessions
 * up by itself.
 * @throws UNAUTHORIZED (401)
 */
export async function refuseHalf({ db }: Database, ctx: GenericEndpointContext): Promise<void> {
  const isForSignedIn = ctx.path === '/change-password' || Object(ctx.body).type === 'phone_change';
  if (!isForSignedIn || !ctx.headers) return;
  const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret);
  if (!token) return;
  const { rows } =
    await sql`select from auth.session s where token = ${token} and not auth.is_whole(s)`.execute(db);
  if (rows.length > 0) throw new APIError('UNAUTHORIZED', { message: 'Not authenticated!' });
}

/** A new password gives its owner a new session in place of a whole one: they are not asked again. */
export async function keepWhole({ db }: Database, ctx: GenericEndpointContext): Promise<void> {
  const { newSession } = ctx.context;
  if (ctx.path !== '/change-password' || !newSession) return;
  await sql`update auth.session set two_step_at = now() where token = ${newSession.session.token}`.execute(
    db,
  );
}

function tidy(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function sixLetters(): string {
  return Array.from({ length: 6 }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join('');
}
