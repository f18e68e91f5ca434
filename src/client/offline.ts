import type { Query, QueryKey } from '@tanstack/react-query';

import { isOutOfReach } from '#client/failure.ts';
import { forgetDraftsOfOthers } from '#client/kept-draft.ts';
import { clear, keep, readAll, remove } from '#client/offline-store.ts';
import { queryClient } from '#client/query-client.ts';
import { asOfToday, sessionQuery, type Session } from '#client/session.ts';
import { browserStore } from '#client/web-store.ts';
import { isRecord } from '#shared/record.ts';
import { letGo } from '#ui/let-go.ts';

/** What a day at the studio takes without a network: who one is, the day, its sheets, and what the home shows. */
const keptPaths = new Set([
  'auth.session',
  'attendance.dailyLog',
  'attendance.sheet',
  'catalog.classrooms.list',
  'catalog.danceTypes.list',
  'people.instructors.list',
  'scheduling.classes.list',
]);

// It stays in memory for as long as the page does: a class may end long after it was opened.
const holdOn = { gcTime: Infinity };

const ownerKey = 'barre.kept-for';
const keptForMs = 2 * 24 * 3600 * 1000;

type Kept = { queryKey: QueryKey; data: unknown; at: number };

let isKeeping = false;
// In order: what another person left here goes before anything is added.
let written: Promise<unknown> = Promise.resolve();

/**
 * Keeps today's answers in this browser from now on, and the app itself, so that it opens without a network; brings them
 * back where a screen asks for one in vain. Gives back how to stop.
 */
export function startKeeping(owner: string): () => void {
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
  const queries = queryClient.getQueryCache();
  isKeeping = true;
  forgetDraftsOfOthers(owner);
  written = written.then(() => forgetOthers(owner)).catch(() => {});
  const keepAnswer = (query: Query) => {
    if (query.state.data === undefined || query.state.data === null || !isKept(query.queryKey)) return;
    query.setOptions({ ...query.options, ...holdOn });
    const kept: Kept = { queryKey: query.queryKey, data: query.state.data, at: query.state.dataUpdatedAt };
    written = written
      .then(() => (isKeeping ? keep('answers', query.queryHash, kept) : undefined))
      .catch(() => {});
  };
  // The network may go once the session has been answered: then nothing was brought back as the app opened.
  const bringBack = ({ queryKey, state }: Query) => {
    if (state.data !== undefined || !isOutOfReach(state.fetchFailureReason) || !isKept(queryKey)) return;
    written = written.then(() => (isKeeping ? restoreKept() : undefined)).catch(() => {});
  };
  for (const follow of [keepAnswer, bringBack]) queries.getAll().forEach(follow);
  // In the browser's memory, which Back brings it out of, a document is told of nothing: its owner may have left since.
  const beginAnew = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || browserStore.get(ownerKey) === owner) return;
    document.body.hidden = true;
    letGo();
    window.location.reload();
  };
  window.addEventListener('pageshow', beginAnew);
  const stopFollowing = queries.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') keepAnswer(event.query);
    if ('error' in event.action) bringBack(event.query);
  });
  return () => {
    window.removeEventListener('pageshow', beginAnew);
    stopFollowing();
  };
}

async function forgetOthers(owner: string): Promise<void> {
  if (browserStore.get(ownerKey) !== owner) await clear('answers').catch(() => {});
  browserStore.set(ownerKey, owner);
  for (const [key, answer] of await readAll('answers'))
    if (isKeptAnswer(answer) && isOld(answer)) await remove('answers', key);
}

/** Brings back what was kept, for screens to show until the network does; says whether somebody was signed in. */
export async function restoreKept(): Promise<boolean> {
  const kept = (await readAll('answers')).map(([, answer]) => answer).filter(isKeptAnswer);
  for (const { queryKey, data, at } of kept.filter((answer) => !isOld(answer))) {
    if (queryClient.getQueryData(queryKey) !== undefined) continue;
    queryClient.getQueryCache().build(queryClient, { queryKey, ...holdOn });
    queryClient.setQueryData(queryKey, isSession(data) ? asOfToday(data) : data, { updatedAt: at });
    // However young: asked anew as soon as there is a network.
    void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
  return Boolean(queryClient.getQueryData(sessionQuery.queryKey));
}

/** Leaves nothing of the studio in this browser but the outbox, and keeps nothing more until somebody is signed in. */
export async function forgetKept(): Promise<void> {
  isKeeping = false;
  // What is being written goes too.
  await written;
  browserStore.remove(ownerKey);
  await clear('answers').catch(() => {});
}

function isKept([path, options]: QueryKey): boolean {
  if (!Array.isArray(path) || !keptPaths.has(path.join('.'))) return false;
  const input = isRecord(options) && isRecord(options.input) ? options.input : {};
  const today = queryClient.getQueryData(sessionQuery.queryKey)?.today;
  // Other days and filtered lists are looked up, not worked on.
  const isFiltered = ['q', 'from', 'to', 'roomId'].some((filter) => Boolean(input[filter]));
  return !isFiltered && (input.date === undefined || input.date === today);
}

function isSession(data: unknown): data is Session {
  return isRecord(data) && 'today' in data && isRecord(data.organization) && 'timeZone' in data.organization;
}

function isOld({ at }: Kept): boolean {
  return Date.now() - at > keptForMs;
}

function isKeptAnswer(kept: unknown): kept is Kept {
  return isRecord(kept) && Array.isArray(kept.queryKey) && 'data' in kept;
}
