import type { Page } from 'playwright-core';
import type { FaultyProxy } from './faulty-proxy.ts';

/** A new version of the app's service worker comes by way of `proxy`, and takes over while the page is open. */
export async function takeNextVersion(page: Page, proxy: FaultyProxy): Promise<void> {
  proxy.rewrites.set('/service-worker.js', '\n// the next version\n');
  const updated = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    // One that could not be installed whole is fetched again.
    for (let state = ''; state !== 'activated';) {
      await registration.update();
      // Nothing is on its way when the page itself has asked for it earlier, and it has come already.
      const coming = registration.installing ?? registration.waiting;
      state = await new Promise<string>((resolve) => {
        const look = () => {
          if (!coming || ['activated', 'redundant'].includes(coming.state))
            resolve(coming?.state ?? 'activated');
        };
        coming?.addEventListener('statechange', look);
        look();
      });
    }
  });
  const idle = await endIdleWorkers(page);
  await within(updated, 'The next service worker did not take over').finally(idle.stop);
  if (proxy.rewritten === 0) throw new Error('No next service worker was fetched');
}

/** Rejects with `problem` when something takes far too long. */
export function within(done: Promise<void>, problem: string): Promise<void> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, 90_000, new Error(problem)).unref());
  return Promise.race([done, late]);
}

/**
 * Ends workers while one waits to take over, as a browser ends those that have nothing to do: one that is driven by a
 * test sometimes lets the former run on for minutes.
 */
async function endIdleWorkers(page: Page): Promise<{ stop: () => Promise<void> }> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('ServiceWorker.enable');
  const timer = setInterval(() => void end().catch(() => {}), 2_000);
  const isOneWaiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state === 'installed');
  const end = async () => {
    if (await isOneWaiting()) await browser.send('ServiceWorker.stopAllWorkers');
  };
  return {
    stop: async () => {
      clearInterval(timer);
      await browser.detach();
    },
  };
}
