import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateInput } from '#ui/date-input.tsx';

import { classTypes } from '../schema.ts';
import classes from './booking-fields.module.css';
import type { FieldsOf } from './booking-form.ts';
import type { BookingOptions } from './booking-options.ts';
import { ChoicePills } from './choice-pills.tsx';
import type { ClassValues } from './class-values.ts';
import { EarlyWarning, type BookingDraft } from './early-warning.tsx';
import { noDanceTypes, OptionSelect } from './option-select.tsx';
import { PlaceFields } from './place-fields.tsx';
import { TimeFields } from './time-fields.tsx';
import { WeekdayPicker } from './weekday-picker.tsx';

type Props = {
  form: FieldsOf<ClassValues>;
  options: BookingOptions;
  /** What the values so far would book. */
  draftOf: (values: ClassValues) => BookingDraft;
  /** What else is asked, after the dates. */
  children?: ReactNode;
};

/** The fields of a class rule (spec §5), for adding one and for editing one. */
export function ClassFields({ form, options, draftOf, children }: Props) {
  return (
    <>
      <TextInput
        label="Class name"
        autoComplete="off"
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <div className={classes.wide}>
        <ChoicePills
          label="Class type"
          choices={classTypes}
          key={form.key('classType')}
          {...form.getInputProps('classType', { withError: false, withFocus: false })}
        />
        <OptionSelect
          label="Dance type"
          placeholder="Choose a dance type"
          data={options.danceTypes}
          missing={noDanceTypes}
          key={form.key('danceTypeId')}
          {...form.getInputProps('danceTypeId')}
        />
      </div>
      <PlaceFields form={form} options={options} />
      <WeekdayPicker label="Days" key={form.key('daysOfWeek')} {...form.getInputProps('daysOfWeek')} />
      <TimeFields form={form} />
      <div className={classes.pair}>
        <DateInput
          label="Start date"
          key={form.key('sessionStartDate')}
          {...form.getInputProps('sessionStartDate')}
        />
        <DateInput
          label="End date (optional)"
          key={form.key('sessionEndDate')}
          {...form.getInputProps('sessionEndDate')}
        />
      </div>
      {children}
      <ClassWarning form={form} draftOf={draftOf} />
    </>
  );
}

// On its own, so that only this is drawn anew with every key pressed.
function ClassWarning({ form, draftOf }: Pick<Props, 'form' | 'draftOf'>) {
  form.useWatchValue('instructorId');
  form.useWatchValue('roomId');
  form.useWatchValue('daysOfWeek');
  form.useWatchValue('startTime');
  form.useWatchValue('endTime');
  form.useWatchValue('sessionStartDate');
  form.useWatchValue('sessionEndDate');
  return <EarlyWarning draft={draftOf(form.getValues())} />;
}
