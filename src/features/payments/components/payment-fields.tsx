import { SegmentedControl, Select, Textarea, Input } from '@mantine/core';
import type { useForm } from '@mantine/form';

import { noClasses, OptionSelect } from '#features/scheduling/components/option-select.tsx';
import { DateInput } from '#ui/date-input.tsx';
import { MoneyInput } from '#ui/money-input.tsx';
import { Notice } from '#ui/notice.tsx';

import { paymentPurposeLabels, subscriptionStatusLabels, subscriptionTypeLabels } from '../rules.ts';
import { paymentPurposes, subscriptionStatuses, subscriptionTypes } from '../schema.ts';
import type { ClassOptions } from './class-options.ts';
import classes from './payment-form.module.css';
import type { PaymentValues } from './payment-values.ts';
import { SessionsInput } from './sessions-input.tsx';

type InputProps = ReturnType<ReturnType<typeof useForm<PaymentValues>>['getInputProps']>;

type Props = {
  form: {
    key: (path: keyof PaymentValues) => string;
    getInputProps: (path: keyof PaymentValues, options?: { withFocus?: boolean }) => InputProps;
  };
  classOptions: ClassOptions;
  /** A new payment is active; only an existing one can be set otherwise. */
  hasStatus: boolean;
  /** About a student who was deleted nothing is noted. */
  hasNotes: boolean;
  /** What to know about the class that was chosen. */
  warning?: string | null;
  /** What to know about the status that was chosen. */
  statusNote?: string | null;
};

/** A payment (spec §5): all required but the notes. */
export function PaymentFields({ form, classOptions, hasStatus, hasNotes, warning, statusNote }: Props) {
  return (
    <>
      <OptionSelect
        data-autofocus
        label="Class"
        placeholder="Choose a class"
        data={classOptions.options}
        source={classOptions.list}
        missing={noClasses}
        key={form.key('classId')}
        {...form.getInputProps('classId')}
      />
      {warning && (
        <Notice tone="warning" role="status">
          {warning}
        </Notice>
      )}
      <Choice
        label="Payment for"
        values={paymentPurposes}
        labels={paymentPurposeLabels}
        form={form}
        field="paymentFor"
      />
      <Choice
        label="Subscription type"
        values={subscriptionTypes}
        labels={subscriptionTypeLabels}
        form={form}
        field="subscriptionType"
      />
      <div className={classes.pair}>
        <MoneyInput
          label="Amount"
          key={form.key('amountPaidCents')}
          {...form.getInputProps('amountPaidCents')}
        />
        <SessionsInput key={form.key('numberOfSessions')} {...form.getInputProps('numberOfSessions')} />
        <DateField form={form} field="startDate" label="Start date" />
        <DateField form={form} field="endDate" label="End date" />
        <DateField form={form} field="paidOn" label="Paid on" />
        {hasStatus && (
          <Select
            label="Status"
            data={subscriptionStatuses.map((value) => ({ value, label: subscriptionStatusLabels[value] }))}
            allowDeselect={false}
            key={form.key('status')}
            {...form.getInputProps('status')}
          />
        )}
      </div>
      {statusNote && (
        <Notice tone="neutral" role="status">
          {statusNote}
        </Notice>
      )}
      {hasNotes && (
        <Textarea
          label="Payment notes (optional)"
          rows={2}
          key={form.key('paymentNotes')}
          {...form.getInputProps('paymentNotes')}
        />
      )}
    </>
  );
}

type FieldProps = { form: Props['form']; label: string };

function DateField({ form, field, label }: FieldProps & { field: 'startDate' | 'endDate' | 'paidOn' }) {
  return <DateInput label={label} key={form.key(field)} {...form.getInputProps(field)} />;
}

type ChoiceProps<Value extends string> = FieldProps & {
  field: 'paymentFor' | 'subscriptionType';
  values: readonly Value[];
  labels: Readonly<Record<Value, string>>;
};

function Choice<Value extends string>({ form, field, label, values, labels }: ChoiceProps<Value>) {
  // Touched is what was chosen, not what a keyboard passes on its way.
  const { error: _, ...control } = form.getInputProps(field, { withFocus: false });
  return (
    <Input.Wrapper label={label} labelElement="div">
      <SegmentedControl
        fullWidth
        aria-label={label}
        data={values.map((value) => ({ value, label: labels[value] }))}
        key={form.key(field)}
        {...control}
      />
    </Input.Wrapper>
  );
}
