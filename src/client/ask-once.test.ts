import { beforeEach, expect, it, vi } from 'vitest';

import { askOnce, forgetAsked } from '#client/ask-once.ts';

const lost = new TypeError('Failed to fetch');

/** A tab's store: what is kept stands in it as its own keys. */
let store: Record<string, string>;

beforeEach(() => {
  store = Object.create({
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, value: string) => void (store[key] = value),
    removeItem: (key: string) => delete store[key],
  }) as typeof store;
  vi.stubGlobal('sessionStorage', store);
});

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

it('asks under the same key where a form was changed after its answer was lost, and for what another is about under another', async () => {
  const send = sender();
  send.mockRejectedValueOnce(lost);
  await askOnce('payments.add', { amountPaidCents: 100 }, send, 'ben').catch(() => {});
  await askOnce('payments.add', { amountPaidCents: 100 }, send, 'cleo');
  await askOnce('payments.add', { amountPaidCents: 250 }, send, 'ben');
  await askOnce('payments.add', { amountPaidCents: 250 }, send, 'ben');
  const [first, another, changed, next] = keysOf(send);
  expect(changed).toBe(first);
  expect(new Set([first, another, next]).size).toBe(3);
});

it('says that the first was saved where the server knows its key, and asks under a new one after that', async () => {
  const send = sender();
  send.mockRejectedValueOnce(lost).mockRejectedValueOnce(taken());
  await askOnce('payments.add', { amountPaidCents: 100 }, send, 'ben').catch(() => {});
  const refused = askOnce('payments.add', { amountPaidCents: 250 }, send, 'ben');
  await expect(refused).rejects.toThrow('What you sent before was saved after all, though no answer came.');
  await askOnce('payments.add', { amountPaidCents: 250 }, send, 'ben');
  const [first, changed, next] = keysOf(send);
  expect(changed).toBe(first);
  expect(next).not.toBe(first);
});

it('asks under a new key after what was saved is said to be gone', async () => {
  const send = sender();
  const gone = Object.assign(new Error('gone'), { status: 404, code: 'NOT_FOUND', data: null });
  send.mockRejectedValueOnce(lost).mockRejectedValueOnce(gone);
  await askOnce('payments.add', {}, send).catch(() => {});
  await expect(askOnce('payments.add', {}, send)).rejects.toBe(gone);
  await askOnce('payments.add', {}, send);
  const [first, again, next] = keysOf(send);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

it('asks under the same key again after the page was loaded anew, which gives back what was typed', async () => {
  const send = sender();
  send.mockRejectedValueOnce(lost);
  await askOnce('payments.add', { paymentNotes: 'in cash' }, send).catch(() => {});
  expect(JSON.stringify(store)).not.toContain('cash');
  vi.resetModules();
  const anew = await import('#client/ask-once.ts');
  await anew.askOnce('payments.add', { paymentNotes: 'in cash' }, send);
  const [first, again] = keysOf(send);
  expect(again).toBe(first);
  expect(Object.keys(store)).toEqual([]);
});

it('asks under a new key where the server knows the old one of something else', async () => {
  const send = sender();
  send.mockRejectedValueOnce(lost).mockRejectedValueOnce(taken());
  for (let nth = 0; nth < 3; nth += 1) await askOnce('payments.add', {}, send).catch(() => {});
  const [first, again, other] = keysOf(send);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('asks all the same, and under the same key again, where the tab can keep nothing', async () => {
  const broken = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: broken, removeItem: () => {} });
  const send = sender();
  send.mockRejectedValueOnce(lost);
  await askOnce('payments.add', {}, send).catch(() => {});
  expect(await askOnce('payments.add', {}, send)).toBe('done');
  vi.stubGlobal('sessionStorage', null);
  expect(await askOnce('payments.add', {}, send)).toBe('done');
  const [first, again, next] = keysOf(send);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

it('leaves nothing of it behind when asked to', async () => {
  const send = sender();
  send.mockRejectedValue(lost);
  store['of-something-else'] = 'stays';
  await askOnce('payments.add', {}, send).catch(() => {});
  forgetAsked();
  expect(Object.keys(store)).toEqual(['of-something-else']);
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

function taken() {
  return Object.assign(new Error('used'), { status: 422, code: 'UNPROCESSABLE_CONTENT', data: null });
}

function keysOf(send: ReturnType<typeof sender>): string[] {
  return send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
}
