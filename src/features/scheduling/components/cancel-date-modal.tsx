import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useApiForm } from '#client/form.ts';
import { useSignedIn, useStudioClock } from '#client/session.ts';
import { addDays, formatDateOn } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { formatWeekdays } from '#shared/weekday.ts';
import { useFocusReturn } from '#ui/focus-return.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { useModalGuard } from '#ui/modal-guard.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { Unbroken } from '#ui/unbroken.tsx';

import { asShownFrom, datesInRange } from '../rules.ts';
import { cancelDateInput, type ClassRule } from '../schema.ts';
import { useCancelDate } from './cancel-date.ts';
import { cancelProblem, datesOff, nextToCancel } from './next-session.ts';
import classes from './cancel-date-modal.module.css';

const offeredDates = 6;
const lookAheadDays = 7 * 20;

type Props = { rule: ClassRule; onClose: () => void };

/** Cancels one date of a class; only a date on which it takes place can be chosen. */
export function CancelDateModal({ rule, onClose }: Props) {
  useFocusReturn();
  const { today } = useSignedIn();
  const cancelDate = useCancelDate();
  const now = useStudioClock();
  // As it was when the dialog opened: it must not become another while somebody reads it.
  const [date, setDate] = useState<string>(() => nextToCancel(rule, now) ?? '');
  const off = new Set(datesOff(rule, today));
  const upcoming = datesInRange(rule, asShownFrom(rule, today), addDays(today, lookAheadDays))
    .filter((day) => !off.has(day))
    .slice(0, offeredDates);
  const form = useApiForm({
    schema: cancelDateInput,
    initialValues: { classId: rule.id, date },
    toInput: (values) => ({ ...values, date }),
    save: (input) => cancelDate(rule, input.date),
    onSaved: onClose,
  });
  const { close, modalProps } = useModalGuard(() => form, onClose);
  const problem = cancelProblem(rule, date, today);

  return (
    <Modal {...modalProps} title="Cancel a Date" size={440}>
      <form
        {...form.formProps}
        onSubmit={(event) => {
          if (!problem) return form.formProps.onSubmit(event);
          event.preventDefault();
          form.refuse({ date: problem });
        }}
      >
        <Stack gap="md">
          <FormSummary problems={form.problems} />
          <p className={classes.about}>
            <strong>{rule.name}</strong>, {formatWeekdays(rule.daysOfWeek)},{' '}
            <Unbroken>{formatTimeRange(rule)}</Unbroken>. The other dates stay as they are.
          </p>
          {upcoming.length > 0 && (
            <div role="group" aria-label="Next dates" className={classes.dates}>
              {upcoming.map((day) => (
                <button
                  key={day}
                  type="button"
                  className={classes.date}
                  aria-pressed={day === date}
                  onClick={() => choose(day)}
                >
                  {formatDateOn(day, today)}
                </button>
              ))}
            </div>
          )}
          <TextInput
            type="date"
            label="Date"
            data-autofocus
            min={rule.sessionStartDate}
            {...(rule.sessionEndDate ? { max: rule.sessionEndDate } : {})}
            value={date}
            onChange={(event) => choose(event.currentTarget.value)}
            error={form.errors.date}
            data-path="date"
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={form.saving} onClick={close}>
              Keep it
            </Button>
            <SubmitButton color="red" isBusy={form.saving} busyLabel="Cancelling...">
              Cancel this date
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );

  function choose(day: string) {
    setDate(day);
    form.clearFieldError('date');
  }
}
