/** Waits until `condition` gives something other than false, null or undefined; a failure in it means not yet. */
export async function until<T>(
  what: string,
  condition: () => Promise<T> | T,
  limitMs = 90_000,
  everyMs = 100,
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + limitMs;
  let problem: unknown;
  while (performance.now() < end) {
    try {
      const found = await condition();
      if (found !== false && found !== null && found !== undefined)
        return found as Exclude<T, false | null | undefined>;
    } catch (error) {
      problem = error;
    }
    await pause(everyMs);
  }
  throw new Error(`Waited ${limitMs / 1000} s in vain: ${what}`, { cause: problem });
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
