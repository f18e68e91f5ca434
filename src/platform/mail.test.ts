import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendAside } from '#platform/mail.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
const minute = 60_000;

it('tries again what could not be sent, until it is', async () => {
  const sending = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue();
  sendAside(log, sending);
  await vi.advanceTimersByTimeAsync(0);
  expect(sending).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(sending).toHaveBeenCalledTimes(2);
  expect(log.error).not.toHaveBeenCalled();
});

it('gives up in the end, later each time, and says so once', async () => {
  const sending = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('away'));
  sendAside(log, sending);
  const calls: number[] = [];
  for (let second = 0; second < 10 * 60; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    calls.push(sending.mock.calls.length);
  }
  expect([calls[0], calls[5], calls[60], calls.at(-1)]).toEqual([1, 2, 3, 4]);
  expect(log.error).toHaveBeenCalledTimes(1);
});

it('does not insist where the mail server has said no for good', async () => {
  const sending = vi
    .fn<() => Promise<void>>()
    .mockRejectedValue(Object.assign(new Error('no'), { responseCode: 550 }));
  sendAside(log, sending);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(sending).toHaveBeenCalledTimes(1);
});
