import { Select } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useState } from 'react';

import {
  isPayFieldRequired,
  payFieldsOf,
  paymentTypes,
  type PayField,
  type PaymentType,
  type PayTerms,
} from '#features/payroll/rules.ts';
import { MoneyInput } from '#ui/money-input.tsx';
import { NumberInput } from '#ui/number-input.tsx';

import { payFieldNames, paymentTypeNames } from './pay-words.ts';

type Path = `payTerms.${keyof PayTerms}`;

/** What a form gives a field to be bound by. */
export type InputProps = ReturnType<ReturnType<typeof useForm<{ payTerms: PayTerms }>>['getInputProps']>;

/** The part of a form that these fields need: its values hold `payTerms`. */
export type PayForm = {
  key: (path: Path) => string;
  getInputProps: (path: Path) => InputProps;
  getValues: () => { payTerms: PayTerms };
};

/**
 * How an instructor is paid (spec §5): the payment type and the fields it uses. The form keeps what was typed
 * into the others, so that switching there and back loses nothing.
 */
export function PayFields({ form }: { form: PayForm }) {
  const [paymentType, setPaymentType] = useState(form.getValues().payTerms.paymentType);
  const { onChange, ...typeProps } = form.getInputProps('payTerms.paymentType');

  function choose(chosen: PaymentType | null) {
    if (!chosen) return;
    onChange(chosen);
    setPaymentType(chosen);
  }

  return (
    <>
      <Select
        label="Payment type"
        data={choices}
        allowDeselect={false}
        key={form.key('payTerms.paymentType')}
        {...typeProps}
        onChange={choose}
      />
      {payFieldsOf(paymentType).map((field) => (
        <AmountField
          key={field}
          form={form}
          field={field}
          isRequired={isPayFieldRequired(paymentType, field)}
        />
      ))}
    </>
  );
}

const choices = paymentTypes.map((value) => ({ value, label: paymentTypeNames[value] }));

type AmountProps = { form: PayForm; field: PayField; isRequired: boolean };

function AmountField({ form, field, isRequired }: AmountProps) {
  const path = `payTerms.${field}` as const;
  const label = isRequired ? payFieldNames[field] : `${payFieldNames[field]} (optional)`;
  if (field === 'percentageRate') {
    return <PercentageInput label={label} key={form.key(path)} inputProps={form.getInputProps(path)} />;
  }
  return <MoneyInput label={label} key={form.key(path)} {...form.getInputProps(path)} />;
}

type PercentageProps = { label: string; inputProps: InputProps };

/** Kept as a number, null while the field is empty. */
function PercentageInput({ label, inputProps: { onChange, ...inputProps } }: PercentageProps) {
  return (
    <NumberInput
      label={label}
      unit="%"
      {...inputProps}
      onChange={(percentage) => onChange(percentage === '' ? null : percentage)}
    />
  );
}
