import { addDays, formatDate, formatDateOn, type LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';

import { asShownFrom, changesFrom, nextDate, takesPlaceOn } from '../rules.ts';
import type { ClassRule } from '../schema.ts';

/** The first day whose session of a class, if it has one, is not over yet. `now` is the studio's wall clock. */
export function aheadFrom(rule: ClassRule, now: { date: LocalDate; time: LocalTime }): LocalDate {
  const isOver = takesPlaceOn(rule, now.date) && rule.endTime <= now.time;
  return isOver ? addDays(now.date, 1) : now.date;
}

/** The next day on which a class takes place and has not begun: one that is held is no more to be called off. */
export function nextToCancel(rule: ClassRule, now: { date: LocalDate; time: LocalTime }): LocalDate | null {
  return nextDate(rule, changesFrom(rule, now), datesOff(rule, now.date));
}

/** The days on which a class is cancelled; today also where its log says so. */
export function datesOff(rule: ClassRule, today: LocalDate): LocalDate[] {
  const cancelled = rule.cancelledDates.map(({ date }) => date);
  return rule.isOffToday ? [...cancelled, today] : cancelled;
}

/** The cancellation of the next date of a class, when that date is a cancelled one: what its card shows. */
export function cancelledNext(rule: ClassRule, from: LocalDate): ClassRule['cancelledDates'][number] | null {
  const next = nextDate(rule, asShownFrom(rule, from));
  return rule.cancelledDates.find(({ date }) => date === next) ?? null;
}

/**
 * When a class takes place next, as its card says it, from `from` on; it shows one that is changed from tomorrow on as
 * it is then.
 */
export function nextWords(rule: ClassRule, today: LocalDate, from = today): string {
  const words = nextDateWords(rule, today, from);
  return asShownFrom(rule, today) > today ? `Changes tomorrow · ${words}` : words;
}

function nextDateWords(rule: ClassRule, today: LocalDate, from: LocalDate): string {
  const { sessionStartDate, sessionEndDate } = rule;
  const next = nextDate(rule, asShownFrom(rule, from), datesOff(rule, today));
  if (next === today) return 'Today';
  if (next === null) {
    if (sessionEndDate === null) return 'No next date';
    // The dates that are left may all be cancelled.
    return `${sessionEndDate < from ? 'Ended' : 'Ends'} ${formatDate(sessionEndDate, true)}`;
  }
  if (sessionStartDate > today) return `Starts ${formatDate(next, true)}`;
  return `Next: ${formatDate(next)}`;
}

/** Why a class can not be cancelled on the date that is filled in, or null. */
export function cancelProblem(rule: ClassRule, date: string, today: LocalDate): string | null {
  if (date === '') return 'Please select a date to cancel.';
  if (datesOff(rule, today).includes(date))
    return `${rule.name} is already cancelled on ${formatDateOn(date, today)}.`;
  // What it was before is known where it is saved.
  if (takesPlaceOn(rule, date) || asShownFrom(rule, date) > date) return null;
  return `${rule.name} does not take place on ${formatDate(date, true)}. Choose one of its dates.`;
}
