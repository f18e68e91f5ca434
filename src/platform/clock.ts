/** What tells the time. Tests put a fixed one in its place; nothing else reads the machine's clock for decisions. */
export type Clock = { now(): Date };

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
