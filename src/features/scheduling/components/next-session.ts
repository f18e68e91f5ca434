import type { LocalDate } from '#shared/local-date.ts';

import { nextDate } from '../rules.ts';
import type { ClassRule } from '../schema.ts';

/** The next day, today included, on which a class really takes place. */
export function nextSession(rule: ClassRule, today: LocalDate): LocalDate | null {
  const cancelled = rule.cancelledDates.map(({ date }) => date);
  return nextDate(rule, today, cancelled);
}

/** The cancellation of the next date of a class, when that date is a cancelled one: what its card shows. */
export function cancelledNext(rule: ClassRule, today: LocalDate): ClassRule['cancelledDates'][number] | null {
  const [first] = rule.cancelledDates;
  if (!first) return null;
  const next = nextSession(rule, today);
  return next === null || first.date < next ? first : null;
}
