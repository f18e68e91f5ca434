/**
 * Loads code that is fetched behind the page. Without a network it waits for one: that a toast can not be had is no
 * reason to lose the page.
 */
export async function loadLater<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return await loadLater(load);
  }
}
