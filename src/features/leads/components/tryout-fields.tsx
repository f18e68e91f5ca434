import { Checkbox, TextInput } from '@mantine/core';

import type { FieldsOf } from '#features/scheduling/components/booking-form.ts';
import type { BookingOptions } from '#features/scheduling/components/booking-options.ts';
import { EarlyWarning } from '#features/scheduling/components/early-warning.tsx';
import { noDanceTypes, OptionSelect } from '#features/scheduling/components/option-select.tsx';
import { PlaceFields } from '#features/scheduling/components/place-fields.tsx';
import { TimeFields } from '#features/scheduling/components/time-fields.tsx';
import type { LocalDate } from '#shared/local-date.ts';
import { DateInput } from '#ui/date-input.tsx';
import { MoneyInput } from '#ui/money-input.tsx';

import type { Inquiry } from '../schema.ts';
import { draftOfTryout, type TryoutValues } from './tryout-values.ts';

type Props = {
  form: FieldsOf<TryoutValues>;
  options: BookingOptions;
  inquiry: Inquiry;
  today: LocalDate;
};

/** The fields of a tryout (spec §5); the price only matters when it is paid. */
export function TryoutFields({ form, options, inquiry, today }: Props) {
  return (
    <>
      <TextInput label="Inquiry" readOnly value={inquiry.fullName} tabIndex={-1} />
      <PlaceFields form={form} options={options} isFirst />
      <OptionSelect
        label="Dance type (optional)"
        placeholder="Choose a dance type"
        clearable
        data={options.danceTypes}
        missing={noDanceTypes}
        key={form.key('danceTypeId')}
        {...form.getInputProps('danceTypeId')}
      />
      <DateInput
        label="Date"
        min={today}
        key={form.key('sessionDate')}
        {...form.getInputProps('sessionDate')}
      />
      <TimeFields form={form} />
      <Checkbox
        label="Paid"
        key={form.key('isPaid')}
        {...form.getInputProps('isPaid', { type: 'checkbox' })}
      />
      <Price form={form} />
      <Warning form={form} />
    </>
  );
}

type FormOnly = Pick<Props, 'form'>;

function Price({ form }: FormOnly) {
  if (!form.useWatchValue('isPaid')) return null;
  return <MoneyInput label="Price" key={form.key('priceCents')} {...form.getInputProps('priceCents')} />;
}

// On its own, so that only this is drawn anew with every key pressed.
function Warning({ form }: FormOnly) {
  form.useWatchValue('instructorId');
  form.useWatchValue('roomId');
  form.useWatchValue('sessionDate');
  form.useWatchValue('startTime');
  form.useWatchValue('endTime');
  return <EarlyWarning draft={draftOfTryout(form.getValues())} />;
}
