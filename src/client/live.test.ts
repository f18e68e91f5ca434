import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { pathsReading } from '#client/live-tables.ts';

vi.mock('#client/auth.ts', () => ({ sessionRenewed: () => Promise.resolve() }));
vi.mock('react', () => ({ useSyncExternalStore: (_: unknown, read: () => unknown) => read() }));
vi.mock('#client/session.ts', () => ({ sessionQuery: { queryKey: [['auth', 'session']] } }));

class Stream extends EventTarget {
  static opened: Stream;
  constructor() {
    super();
    Stream.opened = this;
  }
  close() {}
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('EventSource', Stream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  { afterMs: 200, isAskedAnew: false },
  { afterMs: 1_500, isAskedAnew: true },
])(
  'asks for what was missed before the first word of the server: $isAskedAnew after $afterMs ms',
  async (each) => {
    const { stayLive } = await import('#client/live.ts');
    const { queryClient } = await import('#client/query-client.ts');
    queryClient.setQueryData([['catalog']], 'as it was');
    const stop = stayLive();
    vi.advanceTimersByTime(each.afterMs);
    Stream.opened.dispatchEvent(new Event('ready'));
    expect(queryClient.getQueryState([['catalog']])?.isInvalidated).toBe(each.isAskedAnew);
    stop();
  },
);

it.each([true, false])(
  'goes by the server where the browser takes itself for offline: reached %s',
  async (isReached) => {
    const { stayLive, useIsConnectionLost } = await import('#client/live.ts');
    const stop = stayLive();
    const first = Stream.opened;
    first.dispatchEvent(new Event('ready'));
    window.dispatchEvent(new Event('offline'));
    // The server says it once for each stream.
    if (isReached && Stream.opened !== first) Stream.opened.dispatchEvent(new Event('ready'));
    vi.advanceTimersByTime(4_000);
    expect(useIsConnectionLost()).toBe(!isReached);
    stop();
  },
);

it('asks once a second at most for what others change, and leaves out nothing', async () => {
  const { stayLive } = await import('#client/live.ts');
  const { queryClient } = await import('#client/query-client.ts');
  const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  const stop = stayLive();
  Stream.opened.dispatchEvent(new Event('ready'));
  const change = (table: string) =>
    Stream.opened.dispatchEvent(
      Object.assign(new Event('change'), { data: JSON.stringify({ tables: [table] }) }),
    );
  const parts = () => asked.mock.calls.splice(0).map(([what]) => String(what?.queryKey?.[0]));
  change('inquiries');
  expect(parts()).toEqual(pathsReading(['inquiries']).map(String));
  for (const table of ['inquiries', 'classrooms', 'inquiries']) change(table);
  vi.advanceTimersByTime(900);
  expect(parts()).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(parts()).toEqual(pathsReading(['inquiries', 'classrooms']).map(String));
  vi.advanceTimersByTime(1_000);
  change('classrooms');
  expect(parts()).toEqual(pathsReading(['classrooms']).map(String));
  stop();
});

it('draws what is saved here before it asks for it once more', async () => {
  const { stayLive } = await import('#client/live.ts');
  const { queryClient } = await import('#client/query-client.ts');
  const stop = stayLive();
  Stream.opened.dispatchEvent(new Event('ready'));
  vi.advanceTimersByTime(2_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  const saved = queryClient.getMutationCache().build(queryClient, { mutationFn: () => promise });
  void saved.execute(undefined);
  await vi.advanceTimersByTimeAsync(20);
  const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  Stream.opened.dispatchEvent(
    Object.assign(new Event('change'), { data: JSON.stringify({ tables: ['inquiries'] }) }),
  );
  resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveBeenCalled();
  stop();
});
