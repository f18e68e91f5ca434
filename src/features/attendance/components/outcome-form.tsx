import { Input, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { api } from '#client/api.ts';
import { isRefusal, reworded } from '#client/failure.ts';
import { useSignedIn } from '#client/session.ts';
import { useBookingForm } from '#features/scheduling/components/booking-form.ts';
import { InstructorConflict } from '#features/scheduling/components/instructor-conflict.tsx';
import type { OneOffSession } from '#features/scheduling/one-offs/schema.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { useLeaveGuard } from '#ui/leave-guard.ts';
import { Notice } from '#ui/notice.tsx';
import { StaleNotice } from '#ui/stale-notice.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { outcomeProblem } from '../rules.ts';
import { logOutcomeInput, sessionOutcomes } from '../schema.ts';

/** How it went: Completed unless said otherwise (spec §4). */
export function OutcomeForm({ session }: { session: OneOffSession }) {
  const { today } = useSignedIn();
  if (outcomeProblem(session, 'Cancelled', today)) {
    return <Notice tone="neutral">This session was cancelled and takes no outcome.</Notice>;
  }
  return <Form session={session} isEarly={outcomeProblem(session, 'Completed', today) !== null} />;
}

type Props = { session: OneOffSession; isEarly: boolean };

function Form({ session, isEarly }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const log = useMutation(
    api.attendance.outcome.log.mutationOptions({
      meta: { invalidates: [api.attendance.key(), api.scheduling.key()] },
    }),
  );
  const form = useBookingForm({
    schema: logOutcomeInput,
    initialValues: valuesOf(session, isEarly),
    edited: { version: session.version, newest },
    toInput: (values, version) => ({ ...values, id: session.id, version }),
    save: (input) => unlessRefused(log.mutateAsync(input)),
    onSaved: async () => {
      toastSuccess('Tryout outcome logged successfully!');
      await navigate({ to: '/dashboard/daily-log', search: { date: session.sessionDate } });
    },
  });

  async function newest() {
    const asked = api.attendance.outcome.get.queryOptions({ input: { id: session.id } });
    const found = await queries.fetchQuery({ ...asked, staleTime: 0 });
    return { version: found.version, values: valuesOf(found, isEarly) };
  }

  useLeaveGuard(() => form.isDirty());
  const { error: _, ...outcome } = form.getInputProps('outcome');
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <InstructorConflict refusal={form.conflict} />
        <FormSummary problems={form.problems} />
        <StaleNotice stale={form.stale} isBusy={form.saving} />
        <Input.Wrapper label="Outcome" labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label="Outcome"
            data={sessionOutcomes.map((value) => ({
              value,
              label: value,
              disabled: isEarly && value !== 'Cancelled',
            }))}
            key={form.key('outcome')}
            {...outcome}
          />
        </Input.Wrapper>
        {isEarly && (
          <Notice tone="info">
            This session has not taken place yet. Until then it can only be cancelled.
          </Notice>
        )}
        <Textarea
          label="Notes (optional)"
          placeholder="How it went, and what to do next"
          rows={4}
          key={form.key('notes')}
          {...form.getInputProps('notes')}
        />
        <SubmitButton isBusy={form.saving} busyLabel="Saving...">
          Save Outcome
        </SubmitButton>
      </Stack>
    </form>
  );
}

function valuesOf({ outcome, outcomeNotes }: OneOffSession, isEarly: boolean) {
  return { outcome: outcome ?? (isEarly ? 'Cancelled' : 'Completed'), notes: outcomeNotes ?? '' };
}

// spec §8; what the server refuses keeps its own words.
async function unlessRefused<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (isRefusal(error)) throw error;
    return await reworded(Promise.reject<Result>(error), () => 'Failed to save tryout outcome.');
  }
}
