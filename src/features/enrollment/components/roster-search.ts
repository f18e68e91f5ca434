import type { LocalDate } from '#shared/local-date.ts';

/** `from`: whose attendance led to the roster, because somebody is missing on it. */
export type RosterSearch = { from?: LocalDate | undefined; page?: number | undefined };
