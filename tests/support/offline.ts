import type { Page } from 'playwright-core';

/** The keys of everything the page's browser keeps for the time without a network. */
export async function keptForOffline(page: Page): Promise<{ answers: string[]; outbox: string[] }> {
  return await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase | null>((resolve, reject) => {
      const request = indexedDB.open('barre');
      // The app has made none yet: made here, it would lack its stores for ever.
      request.addEventListener('upgradeneeded', () => {
        request.transaction?.abort();
        resolve(null);
      });
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    });
    if (!database) return { answers: [], outbox: [] };
    const keysOf = (store: string) =>
      new Promise<string[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAllKeys();
        request.addEventListener('success', () => resolve(request.result.map(String)));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    const kept = { answers: await keysOf('answers'), outbox: await keysOf('outbox') };
    database.close();
    return kept;
  });
}
