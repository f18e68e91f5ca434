import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { useFreshStart } from '#client/form.ts';
import { useKeptDraft } from '#client/kept-draft.ts';
import { useSignedIn } from '#client/session.ts';
import { id } from '#shared/fields.ts';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { FormSummary } from '#ui/form-summary.tsx';
import { useLeaveGuard } from '#ui/leave-guard.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { createOneOffInput, type OneOffSession } from '../one-offs/schema.ts';
import { useBookingForm } from './booking-form.ts';
import type { BookingOptions } from './booking-options.ts';
import { InstructorConflict } from './instructor-conflict.tsx';
import type { OneOffSearch } from './manage-classes-search.ts';
import { OneOffFields } from './one-off-fields.tsx';
import { placeOf } from './one-off-place.ts';
import { draftOfOneOff, newOneOff } from './one-off-values.ts';

// spec §5: all fields required. The API asks less, because a tryout has an inquiry instead of a student.
const scheduleSessionInput = z.safeExtend(createOneOffInput, {
  studentId: id('Choose a student.'),
  danceTypeId: id('Choose a dance type.'),
});

type Props = {
  options: BookingOptions;
  onAdded: (session: OneOffSession, place: OneOffSearch) => void;
  onDiscard: () => void;
};

/** Schedules a single session (spec §2, One-Time Classes). Give it a new key to start again from blank. */
export function OneOffForm({ options, onAdded, onDiscard }: Props) {
  const { today } = useSignedIn();
  const draft = useKeptDraft('new-session', newOneOff(today));
  const create = useMutation(
    api.scheduling.oneOffs.create.mutationOptions({ meta: { invalidates: [api.scheduling.key()] } }),
  );
  const form = useBookingForm({
    schema: scheduleSessionInput,
    initialValues: draft.initialValues,
    save: (input) => askOnce('oneOffs.create', input, (keyed) => create.mutateAsync(keyed), 'form'),
    onSaved: async (session) => {
      draft.forget();
      toastSuccess('One-time session successfully scheduled!');
      const place = await placeOf(session, today);
      // Who has left meanwhile is elsewhere by now.
      if (form.formProps.ref.current) onAdded(session, place);
    },
  });
  useFreshStart(form, draft.initialValues);
  draft.useKeeping(form.getValues);
  useLeaveGuard(() => draft.isChanged(form.getValues()), { isKept: true });

  return (
    <form {...form.formProps} aria-label="New one-time session">
      <Stack gap="md">
        {draft.isBack && <DraftNotice onDiscard={onDiscard} />}
        <InstructorConflict refusal={form.conflict} />
        <FormSummary problems={form.problems} />
        <OneOffFields form={form} options={options} draftOf={draftOfOneOff} />
        <SubmitButton isBusy={form.saving} busyLabel="Scheduling...">
          Schedule session
        </SubmitButton>
      </Stack>
    </form>
  );
}
