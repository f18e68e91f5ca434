import { formatDateOn, type LocalDate } from '#shared/local-date.ts';

import type { Inquiry } from '../schema.ts';

/** "Age 9 · Sat, Nov 21": the day it came in stands where mail programs put it. */
export function aboutWords({ age, createdOn }: Pick<Inquiry, 'age' | 'createdOn'>, today: LocalDate): string {
  return [age === null ? null : `Age ${age}`, formatDateOn(createdOn, today)].filter(Boolean).join(' · ');
}
