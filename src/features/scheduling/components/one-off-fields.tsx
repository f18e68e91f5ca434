import { Checkbox, TextInput } from '@mantine/core';

import { weekdayOf } from '#shared/weekday.ts';
import { isLocalDate } from '#shared/local-date.ts';
import { DateInput } from '#ui/date-input.tsx';
import { MoneyInput } from '#ui/money-input.tsx';

import type { OneOffSession } from '../one-offs/schema.ts';
import classes from './booking-fields.module.css';
import type { FieldsOf } from './booking-form.ts';
import type { BookingOptions } from './booking-options.ts';
import { ChoicePills } from './choice-pills.tsx';
import { EarlyWarning, type BookingDraft } from './early-warning.tsx';
import type { OneOffValues } from './one-off-values.ts';
import { noDanceTypes, OptionSelect } from './option-select.tsx';
import { PlaceFields } from './place-fields.tsx';
import { StudentSelect } from './student-select.tsx';
import { TimeFields } from './time-fields.tsx';

type Props = {
  form: FieldsOf<OneOffValues>;
  options: BookingOptions;
  /** What the values so far would book. */
  draftOf: (values: OneOffValues) => BookingDraft;
  /** The session being edited; a tryout stays one, for it belongs to an inquiry. */
  session?: OneOffSession;
};

/** The fields of a one-time session (spec §5), for scheduling one and for editing one. */
export function OneOffFields({ form, options, draftOf, session }: Props) {
  const isTryout = session?.sessionType === 'Tryout';
  return (
    <>
      {!isTryout && (
        <ChoicePills
          label="Session type"
          choices={['Private', 'Catch-up']}
          key={form.key('sessionType')}
          {...form.getInputProps('sessionType', { withError: false, withFocus: false })}
        />
      )}
      {isTryout && session.inquiry ? (
        <TextInput label="Inquiry" readOnly value={session.inquiry.fullName} />
      ) : (
        <StudentSelect
          label="Student"
          current={session?.student ?? null}
          data-autofocus
          key={form.key('studentId')}
          {...form.getInputProps('studentId')}
        />
      )}
      <OptionSelect
        label={isTryout ? 'Dance type (optional)' : 'Dance type'}
        placeholder="Choose a dance type"
        clearable={isTryout}
        data-autofocus={isTryout || undefined}
        data={options.danceTypes}
        missing={noDanceTypes}
        key={form.key('danceTypeId')}
        {...form.getInputProps('danceTypeId')}
      />
      <PlaceFields form={form} options={options} />
      <DateField form={form} />
      <TimeFields form={form} />
      <PriceFields form={form} />
      <OneOffWarning form={form} draftOf={draftOf} />
    </>
  );
}

/** What is asked for a session, and whether it was paid: all that can be corrected of a cancelled one. */
export function PriceFields({ form }: Pick<Props, 'form'>) {
  return (
    <>
      <MoneyInput
        label="Price (optional)"
        key={form.key('priceCents')}
        {...form.getInputProps('priceCents')}
      />
      <Checkbox
        label="Paid"
        key={form.key('isPaid')}
        {...form.getInputProps('isPaid', { type: 'checkbox' })}
      />
    </>
  );
}

/** The date, and the weekday it falls on (spec §5: derived from the date). */
function DateField({ form }: Pick<Props, 'form'>) {
  const date = form.useWatchValue('sessionDate');
  return (
    <div className={classes.dated}>
      <DateInput label="Date" key={form.key('sessionDate')} {...form.getInputProps('sessionDate')} />
      <output className={classes.weekday}>{isLocalDate(date) ? weekdayOf(date) : ''}</output>
    </div>
  );
}

// On its own, so that only this is drawn anew with every key pressed.
function OneOffWarning({ form, draftOf }: Pick<Props, 'form' | 'draftOf'>) {
  form.useWatchValue('instructorId');
  form.useWatchValue('roomId');
  form.useWatchValue('sessionDate');
  form.useWatchValue('startTime');
  form.useWatchValue('endTime');
  return <EarlyWarning draft={draftOf(form.getValues())} />;
}
