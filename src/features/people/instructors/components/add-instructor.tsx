import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Ref } from 'react';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { useApiForm } from '#client/form.ts';
import { useCan } from '#client/session.ts';
import { createInstructorInput } from '#features/people/instructors/schema.ts';
import { focusRow } from '#ui/focus-row.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { useLeaveGuard } from '#ui/leave-guard.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { InstructorFields, inputOf, noInstructor } from './instructor-fields.tsx';

/** The form that adds an instructor. What the server refuses is said in it, in red (spec §8). */
export function AddInstructor({ nameRef }: { nameRef: Ref<HTMLInputElement> }) {
  const hasPay = useCan('readPayroll');
  const { create, key } = api.people.instructors;
  const add = useMutation(create.mutationOptions({ meta: { invalidates: [key()] } }));
  const form = useApiForm({
    schema: createInstructorInput,
    initialValues: noInstructor,
    toInput: (values) => inputOf(values, hasPay),
    save: (input) => askOnce('instructors.create', input, (keyed) => add.mutateAsync(keyed), 'form'),
    onSaved: ({ id }) => {
      toastSuccess('Instructor successfully created.');
      form.reset();
      focusRow(id);
    },
  });
  useLeaveGuard(() => form.isDirty());
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <FormSummary problems={form.problems} />
        <InstructorFields form={form} hasPay={hasPay} nameRef={nameRef} />
        <SubmitButton isBusy={form.saving} busyLabel="Adding...">
          Add instructor
        </SubmitButton>
      </Stack>
    </form>
  );
}
