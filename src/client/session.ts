import type { InferClientOutputs } from '@orpc/client';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';

import { api } from '#client/api.ts';
import { otherTabs } from '#client/auth.ts';
import { isRefusal } from '#client/failure.ts';
import { leaveFor } from '#client/leave-for.ts';
import { queryClient } from '#client/query-client.ts';
import { ownTab } from '#client/tab-owner.ts';
import type { AppRouter } from '#server/router.ts';
import type { Permission } from '#shared/access.ts';
import { localDateAt, localTimeAt, type LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';
import { letGo } from '#ui/let-go.ts';

/** What the server says about the signed-in user. */
export type Session = NonNullable<InferClientOutputs<AppRouter>['auth']['session']>;

const asked = api.auth.session.queryOptions();
export const sessionQuery = queryOptions({
  ...asked,
  queryFn: async (context) => ofThisTab(await asked.queryFn(context)),
  staleTime: 60_000,
});

otherTabs?.addEventListener('message', ({ data }) => {
  if (ownTab() && data !== ownTab()) void refreshSession();
});

/** The cookie is the browser's: somebody else may have signed in by another tab. They begin with a new document. */
async function ofThisTab(session: Session | null): Promise<Session | null> {
  const hadOwner = ownTab(shownOwner()) !== null;
  const owner = ownTab(session?.profileId);
  if (owner && !hadOwner) otherTabs?.postMessage(owner);
  if (!session || session.profileId === owner) return session;
  letGo();
  await forget().finally(() => window.location.reload());
  // What is on screen until then is told nothing of them.
  return await new Promise(() => {});
}

function shownOwner(): string | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.profileId;
}

/** Who is signed in, to which studio, and what they may do; null when nobody is. */
export function useSession(): Session | null {
  return useQuery(sessionQuery).data ?? null;
}

/**
 * The session inside the dashboard, where the route guard has already made sure that there is one. Once it is over, what
 * asks is drawn no more: a screen may be in the middle of it before the frame around it knows.
 */
export function useSignedIn(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  return data ?? use(nobody);
}

const nobody = new Promise<never>(() => {});

const tickMs = 30_000;

/** The wall clock in the studio, wherever the browser is. */
export function useStudioClock(): { date: LocalDate; time: LocalTime } {
  const { timeZone } = useSignedIn().organization;
  const [instant, setInstant] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setInstant(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return { date: localDateAt(instant, timeZone), time: localTimeAt(instant, timeZone) };
}

/** Whether the signed-in user may do something; the server decides, this only hides what it would refuse. */
export function useCan(permission: Permission): boolean {
  return useSession()?.can[permission] ?? false;
}

/** The address of the profile the office keeps of an instructor or a student; null for everybody else. */
export function ownProfilePath({ role, profileId }: Session): string | null {
  const isOfOffice = role !== 'instructor' && role !== 'student';
  return isOfOffice ? null : `/dashboard/${role}-profile/${profileId}`;
}

/** Whether somebody is signed in; a "no" is asked again, because signing in happens elsewhere. */
export async function isSignedIn(): Promise<boolean> {
  if (queryClient.getQueryData(sessionQuery.queryKey)) return true;
  const answer = queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  answer.catch(() => {});
  // Without an answer, whoever was signed in last goes on with what was kept; a refusal is an answer.
  const isOutOfReach = await Promise.race([answer.then(() => false, isNoRefusal), isLate()]);
  if (isOutOfReach && (await restore())) return true;
  const session = await answer;
  // It ended elsewhere, and no screen was open to see that.
  if (!session) await forget();
  return session !== null;
}

const answerWithinMs = 2_500;

async function isLate(): Promise<true> {
  if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, answerWithinMs));
  return true;
}

async function restore(): Promise<boolean> {
  const isRestored = await import('#client/offline.ts').then((kept) => kept.restoreKept()).catch(() => false);
  ownTab(shownOwner());
  return isRestored;
}

function isNoRefusal(error: unknown): boolean {
  return !isRefusal(error);
}

/** Whether this server has the developer's test pages for the signed-in user. */
export async function hasTestPages(): Promise<boolean> {
  return (await queryClient.ensureQueryData(sessionQuery))?.hasTestPages === true;
}

/** Leaves nothing of the studio in this browser but what its owner typed and did not send: they may come back. */
export async function forget(): Promise<void> {
  const { forgetKept } = await import('#client/offline.ts').catch(() => ({ forgetKept: () => {} }));
  await forgetKept();
}

/**
 * Opens another document once the session is over, and leaves nothing of the studio to see in this one. The browser's
 * other tabs ask whether theirs is over, too.
 */
export function leaveStudio(address: string): void {
  otherTabs?.postMessage(null);
  queryClient.clear();
  document.body.hidden = true;
  leaveFor(address);
}

/** Asks the server anew who is signed in: after a change of name, studio or role. */
export async function refreshSession(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** What was said of the signed-in user on an earlier day, today: the calendar goes on while the server can not be asked. */
export function asOfToday(session: Session): Session {
  return { ...session, today: localDateAt(new Date(), session.organization.timeZone) };
}

const lookAgainAfterMs = 60_000;

/**
 * Asks anew what day it is, and then all that is shown, once the studio's midnight has passed, in a tab that nobody
 * leaves and returns to. It looks at the clock each minute, for a timer until midnight would not count a sleep. Gives back
 * how to stop.
 */
export function followToday(): () => void {
  let shown = shownDay();
  const timer = setInterval(async () => {
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    if (session && asOfToday(session).today > session.today) await beginDay();
    const before = shown;
    shown = shownDay();
    // Much of what is shown goes by the day: which date takes a log, who is enrolled, what has expired.
    if (before && shown && shown !== before) await queryClient.invalidateQueries();
  }, lookAgainAfterMs);
  return () => clearInterval(timer);
}

async function beginDay(): Promise<void> {
  const answeredAt = () => queryClient.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt;
  const updatedAt = answeredAt();
  await Promise.race([refreshSession(), isLate()]);
  if (updatedAt === undefined || answeredAt() !== updatedAt) return;
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && asOfToday(session), { updatedAt });
}

function shownDay(): LocalDate | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.today;
}
