import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeCare } from '#platform/embedded-database.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;

it('tidies up soon after the start, as a laptop may not be on for long, then now and again', async () => {
  const query = vi.fn<(command: string) => Promise<void>>().mockResolvedValue();
  const stop = takeCare({ query } as unknown as pg.Pool);
  const tidied = () => query.mock.calls.filter(([command]) => command === 'vacuum (analyze)').length;
  await vi.advanceTimersByTimeAsync(minute);
  expect(tidied()).toBe(0);
  await vi.advanceTimersByTimeAsync(9 * minute);
  expect(tidied()).toBe(1);
  await vi.advanceTimersByTimeAsync(6 * 60 * minute);
  expect(tidied()).toBe(2);
  stop();
  query.mockClear();
  await vi.advanceTimersByTimeAsync(24 * 60 * minute);
  expect(query).not.toHaveBeenCalled();
});
