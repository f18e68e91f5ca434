import { addDays, addMonths, daysBetween, monthOf, type LocalDate } from '#shared/local-date.ts';

/** A range of days, both included. */
export type DateRange = { startDate: LocalDate; endDate: LocalDate };

/** How many of the rows behind a number are shown: the newest. */
export const shownAtMost = 500;

/** How many of them one file holds. */
export const filedAtMost = 50_000;

/**
 * The range that ends the day before another begins, which its figures are compared with: of whole months as many months,
 * for fees are due on their first day; else as many days.
 */
export function previousRange({ startDate, endDate }: DateRange): DateRange {
  const isOfMonths = startDate === monthOf(startDate).start && endDate === monthOf(endDate).end;
  const begins = isOfMonths
    ? addMonths(startDate, -monthsIn(startDate, endDate))
    : addDays(startDate, -daysBetween(startDate, endDate) - 1);
  return { startDate: begins, endDate: addDays(startDate, -1) };
}

/** How many months there are from one day's month to another's, both included. */
function monthsIn(startDate: LocalDate, endDate: LocalDate): number {
  const monthNumber = (date: LocalDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return monthNumber(endDate) - monthNumber(startDate) + 1;
}

/** A share in percent, rounded to two decimals; 0 where there is nothing to have a share of (spec §9). */
export function percentOf(part: number, whole: number): number {
  // Divided last: a share that ends in a half, 57 of 800, would be a little less in binary, and rounded down.
  return whole > 0 ? Math.round((part * 10_000) / whole) / 100 : 0;
}

/** A rate as it is shown: one decimal and a percent sign (spec §2). */
export function formatRate(percent: number): string {
  // By itself, toFixed takes 46.15 for the 46.1499… it is in binary.
  return `${(Math.round(percent * 10) / 10).toFixed(1)}%`;
}

/** How wide a bar is, in percent of the largest (spec §9). */
export function barWidth(value: number, largest: number): number {
  return largest > 0 ? (value / largest) * 100 : 0;
}

/**
 * How a figure moved against the period before: in whole percent, to one decimal below one and where almost all is gone;
 * null where there was nothing before or the move is even smaller.
 */
export function changeAgainst(now: number, before: number): number | null {
  if (before === 0) return null;
  const percent = ((now - before) * 100) / before;
  if (percent < -99 && now > 0) return Math.max(Math.round(percent * 10) / 10, -99.9);
  const rounded = Math.abs(percent) < 1 ? Math.round(percent * 10) / 10 : Math.round(percent);
  return rounded === 0 ? null : rounded;
}
