import { Button, Group, Modal, Stack } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import { useStudioClock } from '#client/session.ts';
import { counted } from '#shared/counted.ts';
import type { LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';
import { BusyButton } from '#ui/busy-button.tsx';
import { DateInput } from '#ui/date-input.tsx';
import { useFocusReturn } from '#ui/focus-return.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { useModalGuard } from '#ui/modal-guard.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

import { calendarInput, restoredAtMost, type CalendarSession } from '../schema.ts';
import { useCancelDays } from './cancel-days.ts';
import classes from './cancel-date-modal.module.css';

const ends = [
  { name: 'start', label: 'First day' },
  { name: 'end', label: 'Last day' },
] as const;

/** Cancels every class from one day to another: a holiday, a flooded studio. */
export function CancelDaysModal({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  const now = useStudioClock();
  const { cancelDays, restoreDays, isRestoring } = useCancelDays();
  const [days, setDays] = useState({ start: '', end: '' });
  const asked = calendarInput.safeParse(days);
  const calendar = useQuery(
    api.scheduling.calendar.queryOptions({ input: asked.success ? asked.data : skipToken }),
  );
  const form = useApiForm({
    schema: calendarInput,
    initialValues: { start: '', end: '' },
    save: cancelDays,
    onSaved: onClose,
  });
  const { close, modalProps } = useModalGuard(() => form, onClose);
  const cancelled = (calendar.data ?? [])
    .flatMap(({ cancellationId }) => cancellationId ?? [])
    .slice(0, restoredAtMost);

  async function restore() {
    if (await restoreDays(cancelled)) onClose();
  }

  return (
    <Modal {...modalProps} title="Cancel Several Days" size={440}>
      <form {...form.formProps}>
        <Stack gap="md">
          <FormSummary problems={form.problems} />
          <p className={classes.about}>
            Cancels every class from the first to the last day. A class that is created later takes place
            unless it is cancelled, too.
          </p>
          <div className={classes.dates}>
            {ends.map(({ name, label }) => {
              const { onChange, ...field } = form.getInputProps(name);
              return (
                <DateInput
                  key={form.key(name)}
                  label={label}
                  min={(name === 'end' && days.start) || now.date}
                  data-autofocus={name === 'start' || undefined}
                  {...field}
                  onChange={(event) => {
                    onChange(event);
                    setDays({ ...days, [name]: event.currentTarget.value });
                  }}
                />
              );
            })}
          </div>
          <p className={classes.about} role="status">
            {asked.success && (calendar.error ? errorMessage(calendar.error) : effectOf(calendar.data, now))}
          </p>
          {asked.success && cancelled.length > 0 && (
            <BusyButton variant="default" isBusy={isRestoring} onClick={() => void restore()}>
              Restore {counted(cancelled.length, 'cancelled session')}
            </BusyButton>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={form.saving} onClick={close}>
              Keep them
            </Button>
            <SubmitButton color="red" isBusy={form.saving} busyLabel="Cancelling...">
              Cancel these days
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function effectOf(
  sessions: readonly CalendarSession[] | undefined,
  now: { date: LocalDate; time: LocalTime },
): string {
  if (!sessions) return 'Counting...';
  const dates = sessions.filter(({ kind }) => kind === 'class');
  // As cancelled, too: a log is corrected, and cancelled by nothing else.
  const logged = dates.filter(({ isLogged }) => isLogged).length;
  const open = dates.filter(({ isLogged, isCancelled }) => !isLogged && !isCancelled);
  const coming = open.filter(({ date, startTime }) => date !== now.date || startTime > now.time);
  const begun = open.length - coming.length;
  const held = new Set(coming.map(({ id }) => id)).size;
  const oneOffs = sessions.filter(({ kind, isCancelled }) => kind === 'session' && !isCancelled).length;
  const all = `${counted(coming.length, 'session')} of ${counted(held, 'class', 'classes')}`;
  const cancelled =
    coming.length === 0
      ? `${begun + logged > 0 ? 'No class is left to cancel' : sessions.some(({ cancellationId }) => cancellationId) ? 'Every class is cancelled' : 'No class takes place'} on these days.`
      : `${all} will be cancelled.`;
  return (
    cancelled +
    note(logged, 'session', 'is logged and stays', 'are logged and stay') +
    note(begun, 'session', 'has begun today and stays', 'have begun today and stay') +
    note(oneOffs, 'one-time session', 'stays: cancel it in the schedule', 'stay: cancel them in the schedule')
  );
}

function note(count: number, noun: string, ofOne: string, ofMany: string): string {
  return count === 0 ? '' : ` ${counted(count, noun)} ${count === 1 ? ofOne : ofMany}.`;
}
