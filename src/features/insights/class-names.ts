import { classLabel } from '#features/scheduling/rules.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import type { TimeRange } from '#shared/time-range.ts';
import { weekdayOfNumber } from '#shared/weekday.ts';

/** When a class takes place, in ISO weekdays, and its first day. */
export type ClassTimes = TimeRange & { daysOfWeek: number[]; sessionStartDate: LocalDate };
type Told = ClassTimes & { classId: string; className: string };

/**
 * Classes as a report names them that has all of `among`: those of one name also by when they take place, and those alike
 * in that by when they began. A class that changes in the middle of a year is two of one name.
 */
export function namedApart<Class extends Told>(
  classes: readonly Class[],
  among: readonly Told[],
): Omit<Class, keyof ClassTimes>[] {
  const each = new Map(among.map((told) => [told.classId, told]));
  const uses = new Map<string, number>();
  for (const name of [...each.values()].flatMap(namesOf)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return classes.map((told) => {
    const { daysOfWeek: _days, startTime: _start, endTime: _end, sessionStartDate: _first, ...rest } = told;
    const names = namesOf(told);
    return { ...rest, className: names.find((name) => uses.get(name) === 1) ?? names[2] };
  });
}

/** What a class may be called, the shortest first. */
function namesOf({ className, daysOfWeek, sessionStartDate, ...times }: Told): [string, string, string] {
  const when = classLabel({ name: className, daysOfWeek: daysOfWeek.map(weekdayOfNumber), ...times });
  return [className, when, `${when}, from ${formatDate(sessionStartDate, true)}`];
}
