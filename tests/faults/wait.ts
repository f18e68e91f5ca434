import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition, and gives how long that took. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
  otherwise: string,
): Promise<number> {
  const since = performance.now();
  while (!(await isSo())) {
    if (performance.now() - since > withinMs) throw new Error(otherwise);
    await pause(10);
  }
  return performance.now() - since;
}
