import type { Metric } from '#features/insights/schema.ts';
import { shownAtMost, type DateRange } from '#features/insights/rules.ts';
import { formatDateSpan, type LocalDate } from '#shared/local-date.ts';

type Shown = { title: string; metric: Metric; range: DateRange; today: LocalDate; count: number };
type Words = {
  /** How many rows of what time: "12 in all, Nov 1 – 30, 2026". */
  extent: string;
  /** What is said where there is none. */
  nothing: string;
  /** The name of the file, which holds no more rows than are shown. */
  fileName: string;
  /** What the day of a row is. */
  day: string;
};

/** The words around the rows behind a number: of the period, or of today where that makes no difference. */
export function rowsWords({ title, metric, range, today, count }: Shown): Words {
  const isOfNow = metric === 'totalEnrollments';
  const isPart = count >= shownAtMost;
  const period = formatDateSpan(range.startDate, range.endDate);
  return {
    extent: `${isPart ? `The newest ${shownAtMost}` : `${count} in all`}, ${isOfNow ? 'as of today' : period}`,
    nothing: isOfNow ? 'Nothing is counted here as of today.' : `Nothing of ${period} is counted here.`,
    fileName: fileName(isPart ? `${title} newest ${shownAtMost}` : title, isOfNow ? null : range, today),
    day: metric === 'activeStudents' ? 'Ends' : 'Date',
  };
}

/** The name of a file with figures of a period, or of today where there is none. */
export function fileName(title: string, range: DateRange | null, today: LocalDate): string {
  return `${title} ${range ? `${range.startDate} to ${range.endDate}` : `as of ${today}`}`;
}
