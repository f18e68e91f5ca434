import { sql } from 'kysely';
import { configuredProviders } from '#features/auth/providers.ts';
import { endSessionInput, endSessionsInput } from '#features/auth/schema.ts';
import type { Tx } from '#platform/database.ts';
import { notFound, openProcedure, procedure } from '#platform/procedure.ts';
import { canSendSms } from '#platform/sms.ts';
import { grantsOf, isAllowed } from '#shared/access.ts';
import { localDateAt } from '#shared/local-date.ts';

export const authApi = {
  session: openProcedure
    .route({
      method: 'GET',
      path: '/session',
      tags: ['Accounts'],
      summary: 'Who is signed in, to which studio, and what they may do',
    })
    .handler(async ({ context }) => {
      // Asked right after a save, and after somebody else's: a page believes the answer for a minute.
      const caller = await context.findCaller({ isAfresh: true });
      if (!caller) return null;
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
        can: grantsOf(caller.role),
        /** Whether the developer's test pages exist here (spec §2). */
        hasTestPages: context.config.MODE === 'development' && isAllowed(caller.role, 'manageStudio'),
      };
    }),
  providers: openProcedure
    .route({
      method: 'GET',
      path: '/sign-in-providers',
      tags: ['Accounts'],
      summary: 'Which ways to sign in are set up here, besides the password',
    })
    .handler(({ context: { config } }) => ({
      social: configuredProviders(config),
      phone: canSendSms(config),
      /** Letters are read at /mailbox, because no mail server is set up. */
      mailbox: config.MODE === 'development' && config.SMTP_URL === null,
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
      .route({
        method: 'DELETE',
        path: '/sessions/{id}',
        tags: ['Accounts'],
        summary: 'Sign one of the caller’s devices out',
      })
      .input(endSessionInput)
      .handler(async ({ context, input: { id } }) => {
        const ended = await context.tenant((db) => endSessions(db, id, null));
        if (ended === 0) throw notFound('This device is signed out already.');
      }),
    endMany: procedure('editOwnProfile')
      .route({
        method: 'POST',
        path: '/sessions/end',
        tags: ['Accounts'],
        summary: 'Sign the caller’s other devices out, or all of them',
      })
      .input(endSessionsInput)
      .handler(async ({ context, input: { which } }) => {
        const kept = which === 'others' ? context.caller.sessionId : null;
        return { ended: await context.tenant((db) => endSessions(db, null, kept)) };
      }),
  },
};

type OwnSession = { id: string; createdAt: Date; lastUsedAt: Date; userAgent: string | null };

async function endSessions(db: Tx, ended: string | null, kept: string | null): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select end_own_sessions(${ended}, ${kept}) as count`.execute(db);
  return rows[0]?.count ?? 0;
}
