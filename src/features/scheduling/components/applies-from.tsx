import { TextInput } from '@mantine/core';

import type { LocalDate } from '#shared/local-date.ts';

import type { ClassRule } from '../schema.ts';
import type { FieldsOf } from './booking-form.ts';
import { holdsFromDay, type ClassValues } from './class-values.ts';

export type ClassChange = ClassValues & { appliesFrom: string };

type Props = { form: FieldsOf<ClassChange>; rule: ClassRule; today: LocalDate };

/**
 * From which day on a change holds, asked once there is one to what a session is: its day, time, place or instructor, or
 * once a class that had ended goes on.
 */
export function AppliesFrom({ form, rule, today }: Props) {
  form.useWatchValue('instructorId');
  form.useWatchValue('roomId');
  form.useWatchValue('daysOfWeek');
  form.useWatchValue('startTime');
  form.useWatchValue('endTime');
  form.useWatchValue('sessionEndDate');
  if (!holdsFromDay(form.getValues(), rule, today)) return null;
  return (
    <TextInput
      type="date"
      label="Changes apply from"
      description="Sessions before this day stay as they were."
      key={form.key('appliesFrom')}
      {...form.getInputProps('appliesFrom')}
    />
  );
}
