import type { DateRange } from '#features/insights/rules.ts';
import { counted } from '#shared/counted.ts';
import { daysBetween, formatDateSpan, type LocalDate } from '#shared/local-date.ts';

/** Which days the figures are of and compared with; against a whole period before, one that is not over is no match. */
export function periodWords(range: DateRange, previous: DateRange, today: LocalDate): string {
  const words = `${spanOf(range)}, compared with ${spanOf(previous)}`;
  const ahead = Math.min(daysBetween(today, range.endDate), daysBetween(range.startDate, range.endDate) + 1);
  if (ahead <= 0) return words;
  return `${words}. ${counted(ahead, 'day is', 'days are')} still to come.`;
}

function spanOf({ startDate, endDate }: DateRange): string {
  return formatDateSpan(startDate, endDate);
}
