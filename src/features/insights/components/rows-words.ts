import type { Metric } from '#features/insights/schema.ts';
import { filedAtMost, shownAtMost, type DateRange } from '#features/insights/rules.ts';
import { formatDateSpan, type LocalDate } from '#shared/local-date.ts';

type Shown = { title: string; metric: Metric; range: DateRange; today: LocalDate; count: number };
type Words = {
  /** How many rows of what time: "12 in all, Nov 1 – 30, 2026". */
  extent: string;
  /** What else the file holds; null where all is shown. */
  beyond: string | null;
  /** What is said where there is none. */
  nothing: string;
  /** What the day of a row is. */
  day: string;
};

/** The words around the rows behind a number: of the period, or of today where that makes no difference. */
export function rowsWords({ metric, range, count }: Omit<Shown, 'title' | 'today'>): Words {
  const isOfNow = metric === 'totalEnrollments';
  const isPart = count >= shownAtMost;
  const period = formatDateSpan(range.startDate, range.endDate);
  return {
    extent: `${isPart ? `The newest ${shownAtMost}` : `${count} in all`}, ${isOfNow ? 'as of today' : period}`,
    beyond: isPart ? `The CSV file holds all of them, up to ${filedAtMost.toLocaleString('en-US')}.` : null,
    nothing: isOfNow ? 'Nothing is counted here as of today.' : `Nothing of ${period} is counted here.`,
    day: metric === 'activeStudents' ? 'Ends' : 'Date',
  };
}

/** The name of the file with the rows behind a number, of which there may be more than it holds. */
export function rowsFileName({ title, metric, range, today, count }: Shown): string {
  const isPart = count >= filedAtMost;
  return fileName(
    isPart ? `${title} newest ${filedAtMost}` : title,
    metric === 'totalEnrollments' ? null : range,
    today,
  );
}

/** The name of a file with figures of a period, or of today where there is none. */
export function fileName(title: string, range: DateRange | null, today: LocalDate): string {
  return `${title} ${range ? `${range.startDate} to ${range.endDate}` : `as of ${today}`}`;
}
