import { formatDate, type LocalDate } from '#shared/local-date.ts';

import { asShownFrom, nextDate } from '../rules.ts';
import type { ClassRule } from '../schema.ts';

/** The next day, today included, on which a class really takes place. */
export function nextSession(rule: ClassRule, today: LocalDate): LocalDate | null {
  const cancelled = rule.cancelledDates.map(({ date }) => date);
  return nextDate(rule, asShownFrom(rule, today), cancelled);
}

/** The cancellation of the next date of a class, when that date is a cancelled one: what its card shows. */
export function cancelledNext(rule: ClassRule, today: LocalDate): ClassRule['cancelledDates'][number] | null {
  const next = nextDate(rule, asShownFrom(rule, today));
  return rule.cancelledDates.find(({ date }) => date === next) ?? null;
}

/** When a class takes place next, as its card says it. */
export function nextWords(rule: ClassRule, today: LocalDate): string {
  const { sessionStartDate, sessionEndDate } = rule;
  const next = nextSession(rule, today);
  if (next === today) return 'Today';
  if (next === null) {
    if (sessionEndDate === null) return 'No next date';
    // The dates that are left may all be cancelled.
    return `${sessionEndDate < today ? 'Ended' : 'Ends'} ${formatDate(sessionEndDate, true)}`;
  }
  if (sessionStartDate > today) return `Starts ${formatDate(next, true)}`;
  return `Next: ${formatDate(next)}`;
}
