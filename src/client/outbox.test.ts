import { beforeEach, expect, it, vi } from 'vitest';

import {
  keepUnsent,
  putInOutbox,
  noteInOutbox,
  takeFromOutbox,
  waitingLogs,
  type WaitingLog,
} from '#client/outbox.ts';

const { kept, keep } = vi.hoisted(() => {
  const kept = new Map<string, unknown>();
  return {
    kept,
    keep: vi.fn((_: string, key: string, value: unknown) => Promise.resolve(void kept.set(key, value))),
  };
});
vi.mock('#client/offline-store.ts', () => ({
  keep,
  readAll: () => Promise.resolve([...kept]),
  remove: (_: string, key: string) => Promise.resolve(void kept.delete(key)),
}));

const first = logOf('first');
const second = logOf('second');

beforeEach(() => kept.clear());

it('notes why the server did not take a log', async () => {
  await putInOutbox(first);
  expect(await noteInOutbox(first, { refusal: 'Ana is busy.' })).toBe(true);
  expect(await waitingLogs('ana')).toEqual([{ ...first, refusal: 'Ana is busy.' }]);
});

it('leaves the log that took the place of a refused one', async () => {
  await putInOutbox(first);
  await putInOutbox(second);
  expect(await noteInOutbox(first, { refusal: 'Ana is busy.' })).toBe(false);
  expect(await waitingLogs('ana')).toEqual([second]);
});

it('does not bring back a refused log that was given up', async () => {
  await putInOutbox(first);
  await takeFromOutbox(first);
  expect(await noteInOutbox(first, { refusal: 'Ana is busy.' })).toBe(false);
  expect(await waitingLogs('ana')).toEqual([]);
});

it('keeps a log that did not get through', async () => {
  await keepUnsent(first, new TypeError('Failed to fetch'));
  expect(await waitingLogs('ana')).toEqual([first]);
});

it('keeps a log whose owner is signed in no more', async () => {
  await keepUnsent(first, answerOf(401));
  expect(await waitingLogs('ana')).toEqual([first]);
});

it('keeps a log whose owner has to turn on two-step sign-in', async () => {
  await keepUnsent(first, answerOf(403, 'TWO_STEP_NEEDED'));
  expect(await waitingLogs('ana')).toEqual([first]);
});

it('keeps no log that was refused or that the server failed to save', async () => {
  for (const answer of [answerOf(409), answerOf(500)]) {
    await expect(keepUnsent(first, answer)).rejects.toBe(answer);
    expect(await waitingLogs('ana')).toEqual([]);
  }
});

it('says why a log was not sent where the browser keeps nothing', async () => {
  for (const failure of [new TypeError('Failed to fetch'), answerOf(401)]) {
    keep.mockRejectedValueOnce(new DOMException('blocked', 'SecurityError'));
    await expect(keepUnsent(first, failure)).rejects.toBe(failure);
  }
});

function answerOf(status: number, code = 'NO'): Error {
  return Object.assign(new Error('no'), { status, code });
}

function logOf(idempotencyKey: string): WaitingLog {
  const input = { classId: 'ballet', date: '2026-11-21', status: 'Completed', idempotencyKey } as const;
  return { owner: 'ana', className: 'Ballet 1', input, refusal: null };
}
