import { Input, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { api } from '#client/api.ts';
import { failingWith } from '#client/failure.ts';
import { useFreshStart } from '#client/form.ts';
import { useKeptDraft } from '#client/kept-draft.ts';
import { useSignedIn } from '#client/session.ts';
import { isSame } from '#client/stale-edit.ts';
import { useBookingForm } from '#features/scheduling/components/booking-form.ts';
import { InstructorConflict } from '#features/scheduling/components/instructor-conflict.tsx';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { FormSummary } from '#ui/form-summary.tsx';
import { useLeaveGuard } from '#ui/leave-guard.ts';
import { Notice } from '#ui/notice.tsx';
import { StaleNotice } from '#ui/stale-notice.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { outcomeProblem } from '../rules.ts';
import { logOutcomeInput, sessionOutcomes, type SessionToLog } from '../schema.ts';

/** How it went: Completed unless said otherwise (spec §4), here or in the log of the class a student caught up in. */
export function OutcomeForm({ session }: { session: SessionToLog }) {
  const { today } = useSignedIn();
  const [discarded, setDiscarded] = useState(0);
  return (
    <Form
      session={session}
      isClosed={outcomeProblem(session, 'Cancelled', today) !== null}
      isEarly={outcomeProblem(session, 'Completed', today) !== null}
      onDiscard={() => setDiscarded(discarded + 1)}
      key={discarded}
    />
  );
}

type Props = { session: SessionToLog; isClosed: boolean; isEarly: boolean; onDiscard: () => void };

function Form({ session, isClosed, isEarly, onDiscard }: Props) {
  const stored = valuesOf(session, isEarly);
  const draft = useKeptDraft(`outcome.${session.id}`, { values: stored, version: session.version });
  // What was saved as the page ended, before it heard of it, is stored already.
  const [isBack] = useState(() => !isSame(draft.initialValues.values, stored));
  const { values: initialValues, version: begunOn } = isBack
    ? draft.initialValues
    : { values: stored, version: session.version };
  const isSaved = useRef(false);
  const isTryout = session.sessionType === 'Tryout';
  const queries = useQueryClient();
  const navigate = useNavigate();
  const log = useMutation(
    api.attendance.outcome.log.mutationOptions({
      meta: { invalidates: [api.attendance.key(), api.scheduling.key(), api.leads.list.key()] },
    }),
  );
  const form = useBookingForm({
    schema: logOutcomeInput,
    initialValues,
    edited: { version: begunOn, newest },
    toInput: (values, version) => ({ ...values, id: session.id, version }),
    // spec §8
    save: (input) =>
      failingWith(
        log.mutateAsync(input),
        (why) => `Failed to save ${isTryout ? 'tryout ' : ''}outcome. ${why}`,
      ),
    onSaved: async () => {
      isSaved.current = true;
      draft.forget();
      toastSuccess(`${isTryout ? 'Tryout outcome' : 'Outcome'} logged successfully!`);
      // Who has left meanwhile is elsewhere by now.
      if (form.formProps.ref.current)
        await navigate({ to: '/dashboard/daily-log', search: { date: session.sessionDate } });
    },
  });
  useFreshStart(form, initialValues);

  async function newest(): Promise<{ version: number; values: typeof stored }> {
    const asked = api.attendance.outcome.get.queryOptions({ input: { id: session.id } });
    const found = await queries.fetchQuery({ ...asked, staleTime: 0 });
    // Nobody has said how it went: what was changed is its time or its price, and the student is who was seen here.
    const isOpen = found.outcome === null && found.student?.id === session.student?.id;
    return { version: found.version, values: isOpen ? form.getValues() : valuesOf(found, isEarly) };
  }

  // Not the session's: what others save meanwhile is not what was typed on.
  const typed = () => ({ values: form.getValues(), version: form.version() });
  draft.useKeeping(typed);
  useLeaveGuard(() => !isSaved.current && draft.isChanged(typed()), { isKept: true });
  const { error: _, ...outcome } = form.getInputProps('outcome');
  const cancelled = isClosed && (
    <Notice tone="neutral">This session was cancelled and takes no outcome.</Notice>
  );
  // It may have been cancelled while something was being written.
  if (cancelled && isSame(form.getValues(), stored)) return cancelled;
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        {cancelled}
        {isBack && !isSame(form.getValues(), stored) && <DraftNotice onDiscard={onDiscard} />}
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
        <SubmitButton isBusy={form.saving} busyLabel="Saving..." disabled={isClosed}>
          Save outcome
        </SubmitButton>
      </Stack>
    </form>
  );
}

function valuesOf({ outcome, toldOutcome, outcomeNotes }: SessionToLog, isEarly: boolean) {
  const assumed = isEarly ? 'Cancelled' : 'Completed';
  return { outcome: outcome ?? toldOutcome ?? assumed, notes: outcomeNotes ?? '' };
}
