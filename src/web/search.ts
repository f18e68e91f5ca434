import { isLocalDate, type LocalDate } from '#shared/local-date.ts';
import { isLocalTime, type LocalTime } from '#shared/time-range.ts';

/** `?q=ana&date=2026-11-21` as plain texts: what they mean is for the route's own parser to say. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The other way round; what is absent or empty leaves no trace in the address. */
export function writeSearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

export type RawSearch = Record<string, unknown>;

// The parsers below are for `validateSearch`. A bad value becomes undefined and the page falls back to its
// default (R22). Give the function an explicit result type with optional members, so that links may leave
// them out: `(search: RawSearch): { tab?: Tab | undefined } => ({ tab: oneOf(tabs, search.tab) })`.
// zod here would weigh 16 kB in every first load.

/** A text, cut off at 200 characters or as many as are said. */
export function text(value: unknown, max = 200): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, max) : undefined;
}

/** A calendar day. */
export function day(value: unknown): LocalDate | undefined {
  return typeof value === 'string' && isLocalDate(value) ? value : undefined;
}

/** One of a few words. */
export function oneOf<const Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

/** A time of day. */
export function time(value: unknown): LocalTime | undefined {
  return typeof value === 'string' && isLocalTime(value) ? value : undefined;
}

/** The id of a row. */
export function rowId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    ? value
    : undefined;
}

/** A page of a list, from the second on: the first is the default. */
export function laterPage(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined;
}
