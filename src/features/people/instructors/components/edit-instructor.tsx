import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { reworded } from '#client/failure.ts';
import { labelled } from '#client/differences.ts';
import { useApiForm } from '#client/form.ts';
import { paymentTypeNames } from '#features/payroll/components/pay-words.ts';
import { updateInstructorInput, type Instructor } from '#features/people/instructors/schema.ts';
import { useFocusReturn } from '#ui/focus-return.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { StaleNotice } from '#ui/stale-notice.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { InstructorFields, inputOf, valuesOf } from './instructor-fields.tsx';

type Props = { instructor: Instructor; onClose: () => void };

/** Edits an instructor's details, and how they are paid where the reader may see that. */
export function EditInstructor({ instructor, onClose }: Props) {
  useFocusReturn();
  const hasPay = instructor.payTerms !== null;
  const { update, get } = api.people.instructors;
  const queries = useQueryClient();
  // Their name stands on many screens.
  const save = useMutation(update.mutationOptions({ meta: { invalidates: [api.key()] } }));
  const form = useApiForm({
    schema: updateInstructorInput,
    initialValues: valuesOf(instructor),
    edited: {
      version: instructor.version,
      newest,
      words: { 'payTerms.paymentType': labelled(paymentTypeNames) },
    },
    toInput: (values, version) => ({ id: instructor.id, version, ...inputOf(values, hasPay) }),
    save: (input) => reworded(save.mutateAsync(input), failedUpdate),
    onSaved: ({ fullName }) => {
      toastSuccess(`${fullName} was saved.`);
      onClose();
    },
  });

  async function newest() {
    const asked = get.queryOptions({ input: { id: instructor.id } });
    const found = await queries.fetchQuery({ ...asked, staleTime: 0 });
    return { version: found.version, values: valuesOf(found) };
  }

  return (
    <Modal opened onClose={onClose} title="Edit instructor" size={480}>
      <form {...form.formProps}>
        <Stack gap="md">
          <FormSummary problems={form.problems} />
          <StaleNotice stale={form.stale} isBusy={form.saving} />
          <InstructorFields form={form} hasPay={hasPay} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton isBusy={form.saving} busyLabel="Saving...">
              Save Changes
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

// spec §8
function failedUpdate(message: string): string {
  return `Failed to update instructor: ${message}`;
}
