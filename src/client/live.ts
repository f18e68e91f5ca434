import { useSyncExternalStore } from 'react';

import { sessionRenewed } from '#client/auth.ts';
import { pathsReading } from '#client/live-tables.ts';
import { queryClient } from '#client/query-client.ts';
import { sessionQuery } from '#client/session.ts';
import { isRecord } from '#shared/record.ts';

const lostAfterMs = 3_000;
// The server says something every 20 seconds; a line that stays silent is dead without knowing it.
const silentAfterMs = 50_000;
const reopenAfterMs = 3_000;
// What changes before the stream's first word is not told by it, and the screen was asked for when it was opened.
const lateAfterMs = 1_000;
// A change somebody else made must not undo for a moment what is being saved here.
const waitForOwnMs = 5_000;
// A program may save many times a second: each time, this screen would ask for all it shows.
const followEveryMs = 1_000;
// What is saved here is drawn before it is asked for once more, since it is heard of like what others save.
const drawnAfterMs = 250;

let stream: EventSource | null = null;
let isLost = false;
let mayHaveMissed = false;
let openedAt = 0;
let lostTimer: Timer;
let silenceTimer: Timer;
let reopenTimer: Timer;
let ownTimer: Timer;
let restTimer: Timer;
type Timer = ReturnType<typeof setTimeout> | undefined;

/** What arrived while something was being saved here, or just after the last was asked for; null among it stands for everything. */
let heldBack: (readonly string[] | null)[] = [];
const listeners = new Set<() => void>();
const onceLive = new Set<() => void>();

/**
 * Shows what anybody in the studio saves on this screen, for as long as it is looked at: the server names the
 * tables that changed, and the queries that read them are asked again. Gives back how to stop.
 */
export function stayLive(): () => void {
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('online', reopen);
  window.addEventListener('offline', look);
  const stopHolding = queryClient.getMutationCache().subscribe(rest);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('online', reopen);
    window.removeEventListener('offline', look);
    stopHolding();
    close();
  };
}

/** Whether changes have not been arriving for more than three seconds. */
export function useIsConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost);
}

/** Calls back each time the server can be reached (again). */
export function onLive(listener: () => void): () => void {
  onceLive.add(listener);
  return () => onceLive.delete(listener);
}

function follow(): void {
  if (document.visibilityState === 'hidden') close();
  else if (!stream) open();
}

function open(): void {
  const opened = new EventSource('/live');
  stream = opened;
  openedAt = performance.now();
  hearSomething();
  opened.addEventListener('ready', found);
  opened.addEventListener('beat', hearSomething);
  opened.addEventListener('change', (event: MessageEvent<string>) => {
    hearSomething();
    hear(tablesOf(event.data));
  });
  opened.addEventListener('error', () => {
    lose();
    if (opened.readyState !== EventSource.CLOSED) return;
    // Refused: the session may be over, which its query finds out, or the server is not ready yet.
    void sessionRenewed().then(() => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }));
    reopenTimer = setTimeout(reopen, reopenAfterMs);
  });
}

function close(): void {
  for (const timer of [lostTimer, silenceTimer, reopenTimer]) clearTimeout(timer);
  lostTimer = undefined;
  stream?.close();
  stream = null;
  mayHaveMissed = true;
  setLost(false);
}

function reopen(): void {
  if (document.visibilityState === 'hidden') return;
  const wasLost = isLost;
  close();
  setLost(wasLost);
  open();
  // Opening is no news yet: it may fail like the last time.
  if (wasLost) lose();
}

/** Browsers guess "offline" wrongly on some networks, and the studio's server may be on this machine. */
function look(): void {
  reopen();
  lose();
}

function found(): void {
  clearTimeout(lostTimer);
  lostTimer = undefined;
  setLost(false);
  hearSomething();
  if (mayHaveMissed || performance.now() - openedAt > lateAfterMs) hear(null);
  mayHaveMissed = false;
  for (const listener of onceLive) listener();
}

function lose(): void {
  mayHaveMissed = true;
  lostTimer ??= setTimeout(setLost, lostAfterMs, true);
}

function hearSomething(): void {
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(reopen, silentAfterMs);
}

function hear(tables: readonly string[] | null): void {
  if (heldBack.length === 0) ownTimer = setTimeout(releaseAll, waitForOwnMs);
  heldBack.push(tables);
  release();
}

function release(): void {
  if (heldBack.length > 0 && !restTimer && queryClient.isMutating() === 0) releaseAll();
}

function releaseAll(): void {
  clearTimeout(ownTimer);
  clearTimeout(restTimer);
  restTimer = setTimeout(rested, followEveryMs);
  const held = heldBack;
  heldBack = [];
  refresh(held.includes(null) ? null : held.flatMap((tables) => tables ?? []));
}

function rest(): void {
  restTimer ??= setTimeout(rested, drawnAfterMs);
}

function rested(): void {
  restTimer = undefined;
  release();
}

function refresh(tables: readonly string[] | null): void {
  const paths = tables === null ? [[]] : pathsReading(tables);
  for (const path of paths) void queryClient.invalidateQueries({ queryKey: [path] });
}

function tablesOf(data: string): readonly string[] | null {
  const change: unknown = JSON.parse(data);
  const tables = isRecord(change) ? change['tables'] : null;
  return Array.isArray(tables) ? tables.map(String) : null;
}

function setLost(next: boolean): void {
  if (isLost === next) return;
  isLost = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
