import { isoWeekday, type LocalDate } from '#shared/local-date.ts';

/** Weekdays as forms list them (spec §9), ISO order: index 0 is Monday. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** ISO number of a weekday: Monday 1 … Sunday 7. */
export function weekdayNumber(day: Weekday): number {
  return weekdays.indexOf(day) + 1;
}

/** The weekday of an ISO number. Throws a RangeError outside 1 to 7. */
export function weekdayOfNumber(number: number): Weekday {
  const day = weekdays[number - 1];
  if (!day) throw new RangeError(`no weekday has the number ${number}`);
  return day;
}

/** The weekday of a calendar day. */
export function weekdayOf(date: LocalDate): Weekday {
  return weekdayOfNumber(isoWeekday(date));
}

/** Weekdays in calendar order, each once. */
export function sortWeekdays(days: readonly Weekday[]): Weekday[] {
  return weekdays.filter((day) => days.includes(day));
}

/** "Mon, Wed": how a list of weekdays is shown. */
export function formatWeekdays(days: readonly Weekday[]): string {
  return sortWeekdays(days)
    .map((day) => day.slice(0, 3))
    .join(', ');
}
