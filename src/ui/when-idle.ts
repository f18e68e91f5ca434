/** At the latest when a phone is done with the page. */
export const settledMs = 5_000;

/** Does what can wait until the browser has nothing to do. Gives back how to forget about it. */
export function whenIdle(work: () => void): () => void {
  // Not every browser tells.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, settledMs);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: settledMs });
  return () => cancelIdleCallback(idle);
}
