import { fetchCode } from './fetch-code.ts';

const tryAgainAfterMs = 5_000;

/**
 * Loads code that is fetched behind the page. Where it can not be had it tries again, at once when the network is
 * back: that a toast can not be had is no reason to lose the page.
 */
export async function loadLater<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await fetchCode(load);
  } catch {
    await new Promise((resolve) => {
      window.addEventListener('online', resolve, { once: true });
      setTimeout(resolve, tryAgainAfterMs);
    });
    return await loadLater(load);
  }
}
