import { Button, Input, SegmentedControl, Textarea } from '@mantine/core';

import type { Ref } from 'react';

import { SessionsInput } from '#features/payments/components/sessions-input.tsx';
import { endAfterMonths, subscriptionTypeLabels } from '#features/payments/rules.ts';
import { subscriptionTypes } from '#features/payments/schema.ts';
import { noClasses, OptionSelect } from '#features/scheduling/components/option-select.tsx';
import { classLabel } from '#features/scheduling/rules.ts';
import type { ClassRule } from '#features/scheduling/schema.ts';
import { isLocalDate } from '#shared/local-date.ts';
import { DateInput } from '#ui/date-input.tsx';
import { MoneyInput } from '#ui/money-input.tsx';

import type { ItemForm } from './enrollment-draft.ts';
import classes from './enroll-student.module.css';

type Props = {
  form: ItemForm;
  offered: readonly ClassRule[];
  classRef: Ref<HTMLInputElement>;
};

const spans = [1, 3, 6, 12];

/** What a student takes and pays for it (spec §5: class, amount, dates and sessions are all required). */
export function CartItemFields({ form, offered, classRef }: Props) {
  return (
    <>
      <OptionSelect
        label="Class"
        placeholder="Choose a class"
        className={classes.wide ?? ''}
        searchable
        ref={classRef}
        data={offered.map((rule) => ({ value: rule.id, label: classLabel(rule) }))}
        missing={noClasses}
        key={form.key('classId')}
        {...form.getInputProps('classId')}
      />
      <MoneyInput
        label="Amount"
        key={form.key('amountPaidCents')}
        {...form.getInputProps('amountPaidCents')}
      />
      <SessionsInput key={form.key('numberOfSessions')} {...form.getInputProps('numberOfSessions')} />
      <DateInput label="Start date" key={form.key('startDate')} {...form.getInputProps('startDate')} />
      <div className={classes.until}>
        <DateInput label="End date" key={form.key('endDate')} {...form.getInputProps('endDate')} />
        <div className={classes.spans} role="group" aria-label="Ends after">
          {spans.map((months) => (
            <Button
              key={months}
              size="compact-xs"
              px={6}
              variant="subtle"
              onClick={() => endAfter(form, months)}
            >
              {months === 12 ? '1 yr' : `${months} mo`}
            </Button>
          ))}
        </div>
      </div>
      <Input.Wrapper label="Subscription type" labelElement="div" className={classes.wide ?? ''}>
        <SegmentedControl
          fullWidth
          aria-label="Subscription type"
          data={subscriptionTypes.map((value) => ({ value, label: subscriptionTypeLabels[value] }))}
          key={form.key('subscriptionType')}
          {...form.getInputProps('subscriptionType')}
        />
      </Input.Wrapper>
      <Textarea
        label="Payment notes (optional)"
        autosize={false}
        rows={1}
        key={form.key('paymentNotes')}
        {...form.getInputProps('paymentNotes')}
      />
    </>
  );
}

function endAfter(form: ItemForm, months: number): void {
  const { startDate } = form.getValues();
  if (isLocalDate(startDate)) form.setFieldValue('endDate', endAfterMonths(startDate, months));
}
