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
  const names = namesById(among);
  return classes.map((told) => {
    const { daysOfWeek: _days, startTime: _start, endTime: _end, sessionStartDate: _first, ...rest } = told;
    return { ...rest, className: names.get(told.classId) ?? told.className };
  });
}

/** Longer names are made up only where a shorter one is another's, too: of all classes they took a third of a report. */
function namesById(among: readonly Told[]): Map<string, string> {
  const names = new Map<string, string>();
  let unnamed = [...new Map(among.map((told) => [told.classId, told])).values()];
  for (const nameOf of [shortName, nameWithTimes, nameWithStart]) {
    const taken = [...names.values(), ...unnamed.map(nameOf)];
    const uses = Map.groupBy(taken, (name) => name);
    const isShared = (told: Told) => uses.get(nameOf(told))?.length !== 1 && nameOf !== nameWithStart;
    for (const told of unnamed) if (!isShared(told)) names.set(told.classId, nameOf(told));
    unnamed = unnamed.filter(isShared);
  }
  return names;
}

function shortName({ className }: Told): string {
  return className;
}

function nameWithTimes({ className, daysOfWeek, startTime, endTime }: Told): string {
  return classLabel({ name: className, daysOfWeek: daysOfWeek.map(weekdayOfNumber), startTime, endTime });
}

function nameWithStart(told: Told): string {
  return `${nameWithTimes(told)}, from ${formatDate(told.sessionStartDate, true)}`;
}
