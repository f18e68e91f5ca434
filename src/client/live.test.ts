import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('#client/auth.ts', () => ({ sessionRenewed: () => Promise.resolve() }));
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
