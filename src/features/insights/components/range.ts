import type { DateRange } from '#features/insights/rules.ts';
import { insightsInput } from '#features/insights/schema.ts';
import { addDays, monthOf, type LocalDate } from '#shared/local-date.ts';

/** What the address says about the range (R21); this month when it says nothing. */
export type RangeSearch = { start?: LocalDate | undefined; end?: LocalDate | undefined };

/**
 * Makes another range of the one that is known by then: of two that are typed one after the other, the second is told
 * without having seen the first. `typed` changes replace the last one in the history (R22).
 */
export type OnRange = (change: (known: RangeSearch) => RangeSearch, options?: { typed?: boolean }) => void;

export type RangeProps = { search: RangeSearch; today: LocalDate; onSearch: OnRange };

/** The range an address means: what it leaves out comes from this month (spec §9). */
export function rangeIn({ start, end }: RangeSearch, today: LocalDate): DateRange {
  const month = monthOf(today);
  return { startDate: start ?? month.start, endDate: end ?? month.end };
}

/** The address of a range: this month needs none, any other is the same one on whatever day it is opened. */
export function searchFor({ startDate, endDate }: DateRange, today: LocalDate): RangeSearch {
  const month = monthOf(today);
  const isThisMonth = startDate === month.start && endDate === month.end;
  return isThisMonth ? { start: undefined, end: undefined } : { start: startDate, end: endDate };
}

type Preset = { name: string; range: DateRange };

/** Ranges at one click (R42). */
export function rangePresets(today: LocalDate): Preset[] {
  const month = monthOf(today);
  const lastMonth = monthOf(addDays(month.start, -1));
  const year = today.slice(0, 4);
  return [
    { name: 'This month', range: { startDate: month.start, endDate: month.end } },
    { name: 'Last month', range: { startDate: lastMonth.start, endDate: lastMonth.end } },
    { name: 'Last 90 days', range: { startDate: addDays(today, -89), endDate: today } },
    { name: 'This year', range: { startDate: `${year}-01-01`, endDate: `${year}-12-31` } },
  ];
}

type RangeProblem = { field: 'startDate' | 'endDate'; message: string };

/** What is wrong with a range, as the server would say it; null when nothing is. */
export function rangeProblem(range: DateRange): RangeProblem | null {
  const issue = insightsInput.safeParse(range).error?.issues[0];
  if (!issue) return null;
  return { field: issue.path[0] === 'endDate' ? 'endDate' : 'startDate', message: issue.message };
}
