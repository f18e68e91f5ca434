import { expect, it, vi } from 'vitest';

import { askOnce } from '#client/ask-once.ts';

const lost = new TypeError('Failed to fetch');

it('asks under the same key again where the answer was lost, also after something else was asked', async () => {
  const send = sender();
  send.mockRejectedValueOnce(lost);
  await expect(askOnce('payments.add', { amountPaidCents: 100 }, send)).rejects.toBe(lost);
  await askOnce('payments.add', { amountPaidCents: 250 }, send);
  expect(await askOnce('payments.add', { amountPaidCents: 100 }, send)).toBe('done');
  const [first, other, again] = keysOf(send);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('asks under a new key once it was answered', async () => {
  const send = sender();
  await askOnce('payments.add', { amountPaidCents: 100 }, send);
  await askOnce('payments.add', { amountPaidCents: 100 }, send);
  const [first, second] = keysOf(send);
  expect(second).not.toBe(first);
});

it('keeps the keys of one operation from another', async () => {
  const send = sender();
  send.mockRejectedValue(lost);
  await askOnce('payments.add', {}, send).catch(() => {});
  await askOnce('enrollment.enrollStudent', {}, send).catch(() => {});
  const [first, second] = keysOf(send);
  expect(second).not.toBe(first);
});

function sender() {
  return vi.fn((_: { idempotencyKey: string }) => Promise.resolve('done'));
}

function keysOf(send: ReturnType<typeof sender>): string[] {
  return send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
}
