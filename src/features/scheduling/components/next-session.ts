import type { ClassRule } from '../schema.ts';

/** The cancellation of the next date of a class, when that date is a cancelled one: what its card shows. */
export function cancelledNext({
  cancelledDates,
  nextDate,
}: Pick<ClassRule, 'cancelledDates' | 'nextDate'>): ClassRule['cancelledDates'][number] | null {
  const first = cancelledDates[0];
  return first && (nextDate === null || first.date < nextDate) ? first : null;
}
