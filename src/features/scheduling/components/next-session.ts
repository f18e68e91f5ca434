import type { LocalDate } from '#shared/local-date.ts';

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
