import { beforeEach, expect, it, vi } from 'vitest';

import { putInOutbox, refuseInOutbox, takeFromOutbox, waitingLogs, type WaitingLog } from '#client/outbox.ts';

const { kept } = vi.hoisted(() => ({ kept: new Map<string, unknown>() }));
vi.mock('#client/offline-store.ts', () => ({
  keep: (_: string, key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  readAll: () => Promise.resolve([...kept]),
  remove: (_: string, key: string) => Promise.resolve(void kept.delete(key)),
}));

const first = logOf('first');
const second = logOf('second');

beforeEach(() => kept.clear());

it('notes why the server did not take a log', async () => {
  await putInOutbox(first);
  expect(await refuseInOutbox(first, 'Ana is busy.')).toBe(true);
  expect(await waitingLogs('ana')).toEqual([{ ...first, refusal: 'Ana is busy.' }]);
});

it('leaves the log that took the place of a refused one', async () => {
  await putInOutbox(first);
  await putInOutbox(second);
  expect(await refuseInOutbox(first, 'Ana is busy.')).toBe(false);
  expect(await waitingLogs('ana')).toEqual([second]);
});

it('does not bring back a refused log that was given up', async () => {
  await putInOutbox(first);
  await takeFromOutbox(first);
  expect(await refuseInOutbox(first, 'Ana is busy.')).toBe(false);
  expect(await waitingLogs('ana')).toEqual([]);
});

function logOf(idempotencyKey: string): WaitingLog {
  const input = { classId: 'ballet', date: '2026-11-21', status: 'Completed', idempotencyKey } as const;
  return { owner: 'ana', className: 'Ballet 1', input, refusal: null };
}
