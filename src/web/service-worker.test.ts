import { beforeEach, expect, it, vi } from 'vitest';

type FetchEvent = { request: unknown; respondWith: (answer: Promise<Response>) => void };

/** The service worker as the browser runs it, its cache holding the app; the server's answer is `serve`'s. */
async function openWorker(serve: (signal: AbortSignal) => Promise<Response>) {
  vi.resetModules();
  const listeners = new Map<string, (event: FetchEvent) => void>();
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: (event: FetchEvent) => void) => listeners.set(type, listener),
  });
  vi.stubGlobal('version', 'test');
  vi.stubGlobal('assets', []);
  vi.stubGlobal('location', { origin: 'http://barre.test' });
  vi.stubGlobal('caches', { match: () => Promise.resolve(new Response('the kept app')) });
  vi.stubGlobal('fetch', (_: unknown, { signal }: { signal: AbortSignal }) => serve(signal));
  await import('./service-worker.ts');
  return (url: string, mode: string) =>
    new Promise<Response>((resolve, reject) => {
      const request = { url: `http://barre.test${url}`, method: 'GET', mode };
      listeners.get('fetch')?.({ request, respondWith: (answer) => void answer.then(resolve, reject) });
    });
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const asked = [
  ['/dashboard/daily-log', 'navigate'],
  ['/manifest.webmanifest', 'no-cors'],
] as const;

it.each(asked)('lets %s arrive that began in time, however long it takes', async (url, mode) => {
  const ask = await openWorker(async (signal) => {
    await after(2_900, signal);
    return new Response(slowBody(200, signal));
  });
  const answer = ask(url, mode);
  await vi.advanceTimersByTimeAsync(2_900);
  const text = (await answer).text();
  await vi.advanceTimersByTimeAsync(200);
  expect(await text).toBe('from the server');
});

it.each(asked)('opens %s from this browser when nothing has begun to arrive in time', async (url, mode) => {
  const ask = await openWorker(async (signal) => {
    await after(3_100, signal);
    return new Response('from the server');
  });
  const answer = ask(url, mode);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await (await answer).text()).toBe('the kept app');
});

/** Passes after a time, unless what it is for is given up. */
function after(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

function slowBody(ms: number, signal: AbortSignal): ReadableStream {
  return new ReadableStream({
    async start(controller) {
      await after(ms, signal).then(
        () => {
          controller.enqueue(new TextEncoder().encode('from the server'));
          controller.close();
        },
        (error: unknown) => controller.error(error),
      );
    },
  });
}
