import type { GoodRow } from '#features/data/rules/rows.ts';
import { nextDate } from '#features/scheduling/rules.ts';
import type { ClassBooking } from '#features/scheduling/schema.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { timesOverlap } from '#shared/time-range.ts';

/** A row of a file that shares its instructor or room with an earlier one, on a date and at a minute. */
type FileClash = {
  resource: 'instructor' | 'room';
  row: number;
  earlier: GoodRow<ClassBooking>;
  date: LocalDate;
};

/** The first day on which both classes take place while the other does; null when there is none. */
export function firstSharedDate(a: ClassBooking, b: ClassBooking): LocalDate | null {
  if (!timesOverlap(a, b)) return null;
  const start = a.sessionStartDate > b.sessionStartDate ? a.sessionStartDate : b.sessionStartDate;
  const ends = [a.sessionEndDate, b.sessionEndDate]
    .filter((end) => end !== null)
    .toSorted((x, y) => (x < y ? -1 : 1));
  const daysOfWeek = a.daysOfWeek.filter((day) => b.daysOfWeek.includes(day));
  return nextDate({ daysOfWeek, sessionStartDate: start, sessionEndDate: ends[0] ?? null }, start);
}

/** What the classes of a file take from each other: at most one clash of each kind a row, with the earliest such row. */
export function clashesWithin(rows: readonly GoodRow<ClassBooking>[]): FileClash[] {
  return [
    ...clashesOver(rows, 'instructor', ({ instructorId }) => instructorId),
    ...clashesOver(rows, 'room', ({ roomId }) => roomId),
  ];
}

function clashesOver(
  rows: readonly GoodRow<ClassBooking>[],
  resource: FileClash['resource'],
  keyOf: (booking: ClassBooking) => string,
): FileClash[] {
  const earlierBy = new Map<string, GoodRow<ClassBooking>[]>();
  return rows.flatMap((row) => {
    const earlierRows = earlierBy.get(keyOf(row.value)) ?? [];
    earlierBy.set(keyOf(row.value), [...earlierRows, row]);
    for (const earlier of earlierRows) {
      const date = firstSharedDate(earlier.value, row.value);
      if (date !== null) return [{ resource, row: row.row, earlier, date }];
    }
    return [];
  });
}
