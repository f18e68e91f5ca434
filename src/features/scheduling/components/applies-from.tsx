import { useEffect, useEffectEvent } from 'react';

import { useStudioClock } from '#client/session.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { DateInput } from '#ui/date-input.tsx';

import { changesFrom, resumes } from '../rules.ts';
import type { ClassRule } from '../schema.ts';
import type { FieldsOf } from './booking-form.ts';
import { holdsFromDay, type ClassValues } from './class-values.ts';

export type ClassChange = ClassValues & { appliesFrom: string };

type Form = FieldsOf<ClassChange> & { isDirty: (field: keyof ClassChange) => boolean };
type Props = { form: Form; rule: ClassRule; today: LocalDate };

/**
 * From which day on a change holds, asked once there is one to what a session is: its kind, day, time, place or instructor, or
 * once a class that had ended goes on.
 */
export function AppliesFrom({ form, rule, today }: Props) {
  form.useWatchValue('classType');
  form.useWatchValue('danceTypeId');
  form.useWatchValue('instructorId');
  form.useWatchValue('roomId');
  form.useWatchValue('daysOfWeek');
  form.useWatchValue('startTime');
  form.useWatchValue('endTime');
  form.useWatchValue('sessionEndDate');
  const values = form.getValues();
  if (!holdsFromDay(values, rule, today)) return null;
  const isResumed = resumes({ sessionEndDate: values.sessionEndDate || null }, rule, today);
  return <FirstDay form={form} rule={rule} isResumed={isResumed} />;
}

const stillEnrolled =
  ' Whoever was enrolled when the class ended is enrolled again: remove on its roster who does not come back.';

function FirstDay({ form, rule, isResumed }: Pick<Props, 'form' | 'rule'> & { isResumed: boolean }) {
  const now = useStudioClock();
  // The form may have been open over midnight: it begins with the day on which it is asked.
  const begin = useEffectEvent(() => {
    if (!form.isDirty('appliesFrom')) form.setFieldValue('appliesFrom', changesFrom(rule, now));
  });
  useEffect(() => begin(), []);
  return (
    <DateInput
      label="Changes apply from"
      description={`Sessions before this day stay as they were.${isResumed ? stillEnrolled : ''}`}
      key={form.key('appliesFrom')}
      {...form.getInputProps('appliesFrom')}
    />
  );
}
