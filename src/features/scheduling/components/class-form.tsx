import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { useFreshStart } from '#client/form.ts';
import { useKeptDraft } from '#client/kept-draft.ts';
import { useSignedIn } from '#client/session.ts';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { FormSummary } from '#ui/form-summary.tsx';
import { useLeaveGuard } from '#ui/leave-guard.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { createClassInput, type ClassRule } from '../schema.ts';
import { useBookingForm } from './booking-form.ts';
import type { BookingOptions } from './booking-options.ts';
import { ClassFields } from './class-fields.tsx';
import { draftOfClass, newClass } from './class-values.ts';
import { InstructorConflict } from './instructor-conflict.tsx';

type Props = { options: BookingOptions; onAdded: (rule: ClassRule) => void; onDiscard: () => void };

/** Creates a class rule (spec §2, Recurring Classes). Give it a new key to start again from blank. */
export function ClassForm({ options, onAdded, onDiscard }: Props) {
  const draft = useKeptDraft('new-class', newClass(useSignedIn().today));
  const create = useMutation(
    api.scheduling.classes.create.mutationOptions({ meta: { invalidates: [api.scheduling.key()] } }),
  );
  const form = useBookingForm({
    schema: createClassInput,
    initialValues: draft.initialValues,
    save: (input) => askOnce('classes.create', input, (keyed) => create.mutateAsync(keyed), 'form'),
    onSaved: (rule) => {
      draft.forget();
      toastSuccess('Recurring class rule successfully added!');
      onAdded(rule);
    },
  });
  useFreshStart(form, draft.initialValues);
  draft.useKeeping(form.getValues);
  useLeaveGuard(() => draft.isChanged(form.getValues()), { isKept: true });

  return (
    <form {...form.formProps} aria-label="New class">
      <Stack gap="md">
        {draft.isBack && <DraftNotice onDiscard={onDiscard} />}
        <InstructorConflict refusal={form.conflict} />
        <FormSummary problems={form.problems} />
        <ClassFields form={form} options={options} draftOf={draftOfClass} />
        <SubmitButton isBusy={form.saving} busyLabel="Adding...">
          Add class
        </SubmitButton>
      </Stack>
    </form>
  );
}
