import type { InferClientInputs } from '@orpc/client';
import { useSyncExternalStore } from 'react';

import { isOutOfReach, isShutOut } from '#client/failure.ts';
import { keep, readAll, remove } from '#client/offline-store.ts';
import type { AppRouter } from '#server/router.ts';
import { isRecord } from '#shared/record.ts';

/** An attendance log that was saved without a network and waits to be sent. */
export type WaitingLog = {
  /** Whose log it is: it is sent when they are signed in, by nobody else. */
  owner: string;
  className: string;
  /** Who was marked absent: it must be readable though the class is gone. Earlier versions did not keep it. */
  absentNames?: string[];
  /** What is sent, with the key under which the server keeps it once, however often it arrives. */
  input: InferClientInputs<AppRouter>['attendance']['save'];
  /** Why the server did not take it; null while it waits. */
  refusal: string | null;
  /** The server failed at it when it was sent last; it is sent again. */
  hasFailed?: true;
};

type Session = { classId: string; date: string };

/** What to say of a log the server failed at. */
export const failedText = 'Something went wrong on our side. It is sent again.';

let logs: readonly WaitingLog[] = [];
const listeners = new Set<() => void>();
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('barre.outbox');
otherTabs?.addEventListener('message', () => void refresh().catch(() => {}));

/** The logs in the outbox of this browser that a person left, for the screens that show them. */
export function useWaitingLogs(owner: string | undefined): WaitingLog[] {
  const all = useSyncExternalStore(subscribe, () => logs);
  return all.filter((log) => log.owner === owner);
}

/** Reads anew what is in the outbox; other tabs write to it, too. */
export async function waitingLogs(owner: string): Promise<WaitingLog[]> {
  await refresh();
  return logs.filter((log) => log.owner === owner);
}

/** Keeps a log until it is sent; one for the same class and date is replaced. */
export async function putInOutbox(log: WaitingLog): Promise<void> {
  await keep('outbox', keyOf(log), log);
  await tell();
}

/**
 * Keeps a log whose save did not get through, or came after the end of the session or before the second step: it is sent
 * when its owner is back. Any other failure is thrown.
 */
export async function keepUnsent(log: WaitingLog, failure: unknown): Promise<void> {
  if (!isOutOfReach(failure) && !isShutOut(failure)) throw failure;
  // Where the browser keeps nothing, what can be helped is the network.
  await putInOutbox(log).catch(() => Promise.reject(failure));
}

/** Takes out a log that was sent or given up; one that took its place meanwhile stays. */
export async function takeFromOutbox(log: WaitingLog): Promise<void> {
  if (await isStillIn(log)) await remove('outbox', keyOf(log));
  await tell();
}

/** Notes what became of sending a log; false when it was given up or replaced meanwhile. */
export async function noteInOutbox(
  log: WaitingLog,
  outcome: Pick<WaitingLog, 'refusal'> | Pick<WaitingLog, 'hasFailed'>,
): Promise<boolean> {
  if (!(await isStillIn(log))) return false;
  await putInOutbox({ ...log, ...outcome });
  return true;
}

/** Whether a log is of this class on this date. */
export function isOf({ classId, date }: Session, { input }: WaitingLog): boolean {
  return input.classId === classId && input.date === date;
}

async function isStillIn(log: WaitingLog): Promise<boolean> {
  await refresh();
  const kept = logs.find((other) => keyOf(other) === keyOf(log));
  return kept?.input.idempotencyKey === log.input.idempotencyKey;
}

function keyOf({ owner, input }: WaitingLog): string {
  return `${owner}/${input.classId}/${input.date}`;
}

async function tell(): Promise<void> {
  await refresh();
  otherTabs?.postMessage('changed');
}

async function refresh(): Promise<void> {
  logs = (await readAll('outbox')).map(([, log]) => log).filter(isLog);
  for (const listener of listeners) listener();
}

function isLog(kept: unknown): kept is WaitingLog {
  return isRecord(kept) && 'owner' in kept && 'input' in kept;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
