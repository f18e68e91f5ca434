import type { LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';

/** What the address says about the day (R21); today, and no filter, when it says nothing. */
export type DailyLogSearch = {
  date?: LocalDate | undefined;
  from?: LocalTime | undefined;
  to?: LocalTime | undefined;
  /** A classroom's id. */
  room?: string | undefined;
};

/** Changes what is shown; `typed` changes replace the last one in the history (R22). */
export type OnDailySearch = (change: DailyLogSearch, options?: { typed?: boolean }) => void;

export function isFiltered({ from, to, room }: DailyLogSearch): boolean {
  return Boolean(from || to || room);
}
