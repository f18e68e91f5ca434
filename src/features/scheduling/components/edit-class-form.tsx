import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api } from '#client/api.ts';
import { named } from '#client/differences.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { StaleNotice } from '#ui/stale-notice.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { updateClassInput, type ClassRule } from '../schema.ts';
import { useBookingForm } from './booking-form.ts';
import type { WatchChanges } from './booking-modal.tsx';
import type { BookingOptions } from './booking-options.ts';
import { ClassFields } from './class-fields.tsx';
import { draftOfClass, valuesOfClass } from './class-values.ts';
import { InstructorConflict } from './instructor-conflict.tsx';
import { prefixFailure } from './prefix-failure.ts';

type Props = {
  rule: ClassRule;
  options: BookingOptions;
  watchChanges: WatchChanges;
  onSaved: () => void;
  onCancel: () => void;
};

/** Changes a class rule; its cancelled dates and past attendance stay as they are. */
export function EditClassForm({ rule, options, watchChanges, onSaved, onCancel }: Props) {
  const queries = useQueryClient();
  const update = useMutation(
    api.scheduling.classes.update.mutationOptions({ meta: { invalidates: [api.scheduling.key()] } }),
  );
  const form = useBookingForm({
    schema: updateClassInput,
    initialValues: valuesOfClass(rule),
    edited: {
      version: rule.version,
      newest,
      words: {
        danceTypeId: named(options.danceTypes),
        instructorId: named(options.instructors),
        roomId: named(options.rooms),
      },
    },
    toInput: (values, version) => ({ ...values, id: rule.id, version }),
    save: (input) => prefixFailure('Error updating class: ', update.mutateAsync(input)),
    onSaved: ({ name }) => {
      toastSuccess(`${name} was updated.`);
      onSaved();
    },
  });
  useEffect(() => watchChanges(() => form.isDirty()), [watchChanges, form]);

  async function newest() {
    const asked = api.scheduling.classes.get.queryOptions({ input: { id: rule.id } });
    const found = await queries.fetchQuery({ ...asked, staleTime: 0 });
    return { version: found.version, values: valuesOfClass(found) };
  }

  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <InstructorConflict refusal={form.conflict} />
        <FormSummary problems={form.problems} />
        <StaleNotice stale={form.stale} isBusy={form.saving} />
        <ClassFields form={form} options={options} draftOf={(values) => draftOfClass(values, rule.id)} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <SubmitButton isBusy={form.saving} busyLabel="Saving...">
            Save Changes
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
