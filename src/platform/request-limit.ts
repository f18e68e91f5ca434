const minuteMs = 60_000;

/** So many requests each kind counts for: garbage is made by saving, and what takes long is dear. */
const costs = { read: 1, write: 10, long: 250 };

export type RequestKind = keyof typeof costs;

/** Counts a request of a login. @returns how many milliseconds it comes too early, not counted then; 0 when it may be done */
export type RequestLimit = (userId: string, kind: RequestKind, nowMs?: number) => number;

/**
 * So many requests a login may make at once, and as many in each minute that follows, in all its sessions together. Each
 * process counts what it is asked itself: nothing is asked of the database.
 * @param perMinute 0 for no limit
 * @param allBackAt who has used some lately, and when they have all of them back
 */
export function openRequestLimit(perMinute: number, allBackAt = new Map<string, number>()): RequestLimit {
  if (perMinute === 0) return () => 0;
  const msEach = minuteMs / perMinute;
  // By a clock that nobody can set.
  return (userId, kind, now = performance.now()) => {
    const used = Math.max(0, (allBackAt.get(userId) ?? 0) - now);
    const next = used + Math.min(costs[kind] * msEach, minuteMs);
    // Sums of fractions are not exact.
    const early = Math.round(next - minuteMs);
    if (early > 0) return early;
    // The last asked stands last, so that those who have all of them back are found in front.
    allBackAt.delete(userId);
    allBackAt.set(userId, now + next);
    for (const [first, at] of allBackAt) {
      if (at > now) break;
      allBackAt.delete(first);
    }
    return 0;
  };
}
