import type { QueryKey } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { kept, writes } = vi.hoisted(() => ({
  kept: new Map<string, unknown>(),
  writes: [] as (() => void)[],
}));
vi.mock('#client/offline-store.ts', () => ({
  keep: async (_: string, key: string, value: unknown) => {
    await new Promise<void>((resolve) => writes.push(resolve));
    kept.set(key, value);
  },
  readAll: () => Promise.resolve([...kept]),
  remove: (_: string, key: string) => Promise.resolve(void kept.delete(key)),
  clear: () => Promise.resolve(kept.clear()),
}));

const rooms = [['catalog', 'classrooms', 'list'], { type: 'query' }];
const types = [['catalog', 'danceTypes', 'list'], { type: 'query' }];

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  writes.length = 0;
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'http://barre.test' } }));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', {});
  vi.stubGlobal('localStorage', { getItem: () => 'ana', setItem: () => {} });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

it('leaves nothing behind that was still being written, or arrives, when its owner leaves', async () => {
  const { forgetKept, startKeeping } = await import('#client/offline.ts');
  const { queryClient } = await import('#client/query-client.ts');
  queryClient.setQueryData(rooms, ['Studio A']);
  startKeeping('ana');
  await vi.waitFor(() => expect(writes).toHaveLength(1), { timeout: 20_000 });
  const forgotten = forgetKept();
  queryClient.setQueryData(rooms, ['Studio B']);
  writes.shift()?.();
  await forgotten;
  writes.shift()?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect([...kept.values()]).toEqual([]);
});

it('keeps again for who signs in after that without a new document', async () => {
  const { forgetKept, startKeeping } = await import('#client/offline.ts');
  const { queryClient } = await import('#client/query-client.ts');
  startKeeping('ana')();
  await forgetKept();
  queryClient.setQueryData(rooms, ['Studio A']);
  startKeeping('ana');
  await vi.waitFor(() => expect(writes).toHaveLength(1), { timeout: 20_000 });
  writes.shift()?.();
  await expect.poll(() => [...kept.values()]).toMatchObject([{ data: ['Studio A'] }]);
});

it('begins a document anew that Back brings out of memory once its owner has left elsewhere', async () => {
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  const reload = vi.fn();
  const body = { hidden: false };
  Object.assign(window.location, { reload });
  vi.stubGlobal('document', { body });
  const back = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  const { startKeeping } = await import('#client/offline.ts');
  startKeeping('ana');
  await vi.waitFor(() => expect(store.size).toBe(1), { timeout: 20_000 });
  back(true);
  expect([reload.mock.calls.length, body.hidden]).toEqual([0, false]);

  vi.resetModules();
  const anotherTab = await import('#client/offline.ts');
  await anotherTab.forgetKept();
  back(false);
  expect(reload).not.toHaveBeenCalled();
  back(true);
  expect([reload.mock.calls.length, body.hidden]).toEqual([1, true]);
});

it('brings nothing back that is older than two days', async () => {
  const { restoreKept } = await import('#client/offline.ts');
  const { queryClient } = await import('#client/query-client.ts');
  const hour = 3_600_000;
  kept.set('rooms', { queryKey: rooms, data: ['Studio A'], at: Date.now() - 47 * hour });
  kept.set('types', { queryKey: types, data: ['Ballet'], at: Date.now() - 49 * hour });
  await restoreKept();
  expect(queryClient.getQueryData(rooms)).toEqual(['Studio A']);
  expect(queryClient.getQueryData(types)).toBeUndefined();
});

it('still has what it brought back, and what no screen shows any more, when the class is over', async () => {
  vi.useFakeTimers();
  const { restoreKept, startKeeping } = await import('#client/offline.ts');
  const { queryClient } = await import('#client/query-client.ts');
  kept.set('rooms', { queryKey: rooms, data: ['Studio A'], at: Date.now() });
  await restoreKept();
  const stop = startKeeping('ana');
  const found = [['people', 'instructors', 'list'], { type: 'query', input: { q: 'an' } }];
  await queryClient.fetchQuery({ queryKey: types, queryFn: () => ['Ballet'] });
  await queryClient.fetchQuery({ queryKey: found, queryFn: () => ['Ana'] });
  await vi.advanceTimersByTimeAsync(90 * 60_000);
  stop();
  expect(queryClient.getQueryData(rooms)).toEqual(['Studio A']);
  expect(queryClient.getQueryData(types)).toEqual(['Ballet']);
  expect(queryClient.getQueryData(found), 'looked up, not worked on').toBeUndefined();
});

it('asks anew for what it brought back, however young, and keeps it no longer for that', async () => {
  const { restoreKept, startKeeping } = await import('#client/offline.ts');
  const { queryClient } = await import('#client/query-client.ts');
  const answer = { queryKey: rooms, data: ['Studio A'], at: Date.now() - 5_000 };
  kept.set(JSON.stringify(rooms), answer);
  await restoreKept();
  expect(queryClient.getQueryCache().find({ queryKey: rooms })?.isStaleByTime(60_000)).toBe(true);
  startKeeping('ana');
  await vi.waitFor(() => expect(writes).toHaveLength(1), { timeout: 20_000 });
  kept.clear();
  writes.shift()?.();
  await expect.poll(() => [...kept.values()]).toEqual([answer]);
});

describe('once a screen asks for something that is kept', () => {
  const at = Date.now();
  const unreached = new TypeError('Failed to fetch');

  async function openPage() {
    const { startKeeping } = await import('#client/offline.ts');
    const { queryClient } = await import('#client/query-client.ts');
    kept.set('rooms', { queryKey: rooms, data: ['Studio A'], at });
    kept.set('types', { queryKey: types, data: ['Ballet'], at });
    const fails = (failure: unknown, queryKey: QueryKey = rooms) =>
      queryClient
        .fetchQuery({ queryKey, queryFn: () => Promise.reject(failure), retry: false })
        .catch(() => {});
    const shown = () => [rooms, types].map((queryKey) => queryClient.getQueryData(queryKey));
    return { startKeeping, fails, shown };
  }

  it('brings it all back where the server is out of reach', async () => {
    const page = await openPage();
    page.startKeeping('ana');
    await page.fails(unreached);
    await expect.poll(page.shown).toEqual([['Studio A'], ['Ballet']]);
  });

  it('does so where it was asked for before anything was kept', async () => {
    const page = await openPage();
    await page.fails(unreached);
    page.startKeeping('ana');
    await expect.poll(page.shown).toEqual([['Studio A'], ['Ballet']]);
  });

  it('brings nothing back in place of a refusal, or for what is never kept', async () => {
    const page = await openPage();
    page.startKeeping('ana');
    await page.fails(Object.assign(new Error('Forbidden.'), { status: 403, code: 'FORBIDDEN' }));
    await page.fails(unreached, [['leads', 'list'], { type: 'query' }]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(page.shown()).toEqual([undefined, undefined]);
  });
});
