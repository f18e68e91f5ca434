import { sql } from 'kysely';
import { configuredProviders } from '#features/auth/providers.ts';
import { minutesFresh } from '#features/auth/rules.ts';
import { askTeamInput, endSessionInput, endSessionsInput, twoStepInput } from '#features/auth/schema.ts';
import { supportAddress } from '#platform/config.ts';
import type { Tx } from '#platform/database.ts';
import { isFromThisMachine } from '#platform/this-machine.ts';
import { notFound, openProcedure, procedure, tooManyRequests } from '#platform/procedure.ts';
import { canSendSms } from '#platform/sms.ts';
import { grantsOf, isAllowed } from '#shared/access.ts';
import { localDateAt } from '#shared/local-date.ts';

const signInAgain = (then: string) => ({
  SIGN_IN_AGAIN: { status: 403, message: `You signed in a while ago. Sign in again, then ${then}.` },
});
const tooManyCodes = { TOO_MANY_REQUESTS: { message: 'Too many wrong codes. Wait an hour and try again.' } };

export const authApi = {
  session: openProcedure
    .errors(tooManyRequests)
    .route({
      method: 'GET',
      path: '/session',
      tags: ['Accounts'],
      summary: 'Who is signed in, to which studio, and what they may do',
    })
    .handler(async ({ context }) => {
      // Asked right after a save, and after somebody else's: a page believes the answer for a minute.
      const caller = await context.findCaller({ isAfresh: true, mayLackTwoStep: true });
      if (!caller) return null;
      context.countRequest(caller, 'read');
      await context.renewSession(caller);
      return {
        user: { email: caller.email, fullName: caller.fullName },
        profileId: caller.profileId,
        role: caller.role,
        organization: {
          id: caller.organizationId,
          name: caller.organizationName,
          timeZone: caller.timeZone,
          currency: caller.currency,
          trialEndsOn: caller.trialEndsOn,
        },
        today: localDateAt(context.clock.now(), caller.timeZone),
        /** The studio asks for two-step sign-in: until it is turned on, all else is refused. */
        lacksTwoStep: caller.lacksTwoStep,
        can: grantsOf(caller.role),
        /** Who helps the users of this installation. */
        contactEmail: supportAddress(context.config),
        /** Whether the developer's test pages exist here (spec §2). */
        hasTestPages: context.config.MODE === 'development' && isAllowed(caller.role, 'manageStudio'),
      };
    }),
  providers: openProcedure
    .route({
      method: 'GET',
      path: '/sign-in-providers',
      tags: ['Accounts'],
      summary: 'Which ways to sign in are set up here, besides the password, and who helps with it',
    })
    .handler(({ context: { config, headers, clientAddress } }) => ({
      social: configuredProviders(config),
      phone: canSendSms(config),
      /** Letters are read at /mailbox, because no mail server is set up. */
      mailbox:
        config.MODE === 'development' &&
        config.SMTP_URL === null &&
        isFromThisMachine(headers, clientAddress),
      contactEmail: supportAddress(config),
    })),
  login: procedure('editOwnProfile')
    .route({
      method: 'GET',
      path: '/sign-in-ways',
      tags: ['Accounts'],
      summary: 'How the caller can sign in',
    })
    .handler(async ({ context }) => {
      const [login] = await context.read(
        () => sql<{ hasPassword: boolean; phoneNumber: string | null }>`select * from own_login()`,
      );
      if (!login) throw notFound('Your sign-in was not found.');
      return login;
    }),
  twoStep: {
    isAwaited: openProcedure
      .route({
        method: 'GET',
        path: '/two-step/awaited',
        tags: ['Accounts'],
        summary: 'Whether the caller has signed in but for the second step',
      })
      .handler(async ({ context }) => await context.twoStep.isAwaited(context.headers)),
    take: openProcedure
      .errors({ ...tooManyCodes, UNAUTHORIZED: { message: 'Your sign-in has expired. Sign in again.' } })
      .route({
        method: 'POST',
        path: '/two-step/take',
        tags: ['Accounts'],
        summary:
          'Take the second step of signing in, with a code of the authenticator app or a recovery code; a program is answered the token to go on with',
      })
      .input(twoStepInput)
      .handler(async ({ context: { twoStep, headers, cookies, log }, input: { code } }) => {
        const { userId, token, cookie } = await twoStep.take(headers, code).catch((error: unknown) => {
          log.info({ way: 'two-step', userId: null, isRefused: true }, 'sign-in');
          throw error;
        });
        log.info({ way: 'two-step', userId, isRefused: false }, 'sign-in');
        if (cookie) cookies.push(cookie);
        return { token };
      }),
    get: procedure('editOwnProfile', { isBeforeTwoStep: true })
      .route({
        method: 'GET',
        path: '/two-step',
        tags: ['Accounts'],
        summary: 'Since when the caller signs in by two steps, and how many recovery codes are left',
      })
      .handler(({ context: { twoStep, caller } }) => twoStep.get(caller)),
    begin: procedure('editOwnProfile', { isBeforeTwoStep: true })
      .errors(signInAgain('turn on two-step sign-in'))
      .route({
        method: 'POST',
        path: '/two-step/begin',
        tags: ['Accounts'],
        summary: 'A new key for the caller’s authenticator app',
      })
      .handler(async ({ context: { twoStep, caller }, errors }) => {
        const begun = await twoStep.begin(caller);
        if (!begun) throw errors.SIGN_IN_AGAIN();
        return begun;
      }),
    turnOn: procedure('editOwnProfile', { isBeforeTwoStep: true })
      .errors(tooManyCodes)
      .route({
        method: 'POST',
        path: '/two-step/turn-on',
        tags: ['Accounts'],
        summary: 'Turn two-step sign-in on with a first code of the app, and sign other devices out',
      })
      .input(twoStepInput)
      .handler(async ({ context: { twoStep, caller }, input: { code } }) => ({
        recoveryCodes: await twoStep.turnOn(caller, code),
      })),
    renewRecoveryCodes: procedure('editOwnProfile')
      .errors(tooManyCodes)
      .route({
        method: 'POST',
        path: '/two-step/recovery-codes',
        tags: ['Accounts'],
        summary: 'New recovery codes in place of those there are',
      })
      .input(twoStepInput)
      .handler(async ({ context: { twoStep, caller }, input: { code } }) => ({
        recoveryCodes: await twoStep.renewRecoveryCodes(caller, code),
      })),
    turnOff: procedure('editOwnProfile')
      .errors(tooManyCodes)
      .route({
        method: 'POST',
        path: '/two-step/turn-off',
        tags: ['Accounts'],
        summary: 'Turn two-step sign-in off',
      })
      .input(twoStepInput)
      .handler(({ context: { twoStep, caller }, input: { code } }) => twoStep.turnOff(caller, code)),
    askTeam: procedure('manageStudio')
      .errors(tooManyCodes)
      .route({
        method: 'POST',
        path: '/two-step/team',
        tags: ['Accounts'],
        summary: 'Whether everybody who works in the studio has to sign in by two steps',
      })
      .input(askTeamInput)
      .handler(({ context: { twoStep, caller }, input: { isAsked, code } }) =>
        twoStep.askTeam(caller, isAsked, code),
      ),
  },
  sessions: {
    list: procedure('editOwnProfile')
      .route({
        method: 'GET',
        path: '/sessions',
        tags: ['Accounts'],
        summary: 'The devices the caller is signed in on, the last used first',
      })
      .handler(async ({ context }) => {
        const sessions = await context.read(
          () => sql<OwnSession>`select * from own_sessions() order by last_used_at desc, id`,
        );
        return sessions.map((session) => ({
          ...session,
          isCurrent: session.id === context.caller.sessionId,
        }));
      }),
    end: procedure('editOwnProfile')
      .errors(signInAgain('sign devices out'))
      .route({
        method: 'DELETE',
        path: '/sessions/{id}',
        tags: ['Accounts'],
        summary: 'Sign one of the caller’s devices out',
      })
      .input(endSessionInput)
      .handler(async ({ context, errors, input: { id } }) => {
        const { sessionId } = context.caller;
        const ended = await context.tenant((db) => endSessions(db, sessionId, { ended: id }));
        if (ended === null) throw errors.SIGN_IN_AGAIN();
        if (ended === 0) throw notFound('This device is signed out already.');
      }),
    endMany: procedure('editOwnProfile')
      .errors(signInAgain('sign devices out'))
      .route({
        method: 'POST',
        path: '/sessions/end',
        tags: ['Accounts'],
        summary: 'Sign the caller’s other devices out, or all of them',
      })
      .input(endSessionsInput)
      .handler(async ({ context, errors, input: { which } }) => {
        const { sessionId } = context.caller;
        const kept = which === 'others' ? sessionId : null;
        const ended = await context.tenant((db) => endSessions(db, sessionId, { kept }));
        if (ended === null) throw errors.SIGN_IN_AGAIN();
        return { ended };
      }),
  },
};

type OwnSession = { id: string; createdAt: Date; lastUsedAt: Date; userAgent: string | null };

/** How many sessions ended; null, and none, where the caller signed in too long ago to end any but their own. */
async function endSessions(
  db: Tx,
  sessionId: string,
  { ended = null, kept = null }: { ended?: string | null; kept?: string | null },
): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    select end_own_sessions(${ended}, ${kept}) as count from own_sessions()
      where id = ${sessionId} and (id = ${ended} or created_at > now() - make_interval(mins => ${minutesFresh}))`.execute(
    db,
  );
  return rows[0]?.count ?? null;
}
