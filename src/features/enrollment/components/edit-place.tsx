import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { useApiForm } from '#client/form.ts';
import { useSignedIn } from '#client/session.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { updateRegistrationInput, type RosterEntry } from '../schema.ts';
import { touched } from './use-roster.ts';

/** `from`: the day on whose attendance somebody is missing, if one led here. */
type Props = { entry: RosterEntry; from: LocalDate | undefined; onClose: () => void };

/** Corrects from which day a student is enrolled, so that they are on the attendance of that day. */
export function EditPlace({ entry: { registrationId, fullName, enrolledOn }, from, onClose }: Props) {
  const { today } = useSignedIn();
  const update = useMutation(api.enrollment.update.mutationOptions({ meta: { invalidates: touched } }));
  const form = useApiForm({
    schema: updateRegistrationInput,
    initialValues: { enrolledOn: from !== undefined && from < enrolledOn ? from : enrolledOn },
    toInput: (typed) => ({ registrationId, ...typed }),
    save: (input) => update.mutateAsync(input).then(() => input),
    onSaved: (saved) => {
      toastSuccess(`${fullName} is enrolled from ${formatDate(saved.enrolledOn, true)}.`);
      onClose();
    },
  });
  return (
    <FormModal title={`Since when ${fullName} is enrolled`} size={440} form={form} onClose={onClose}>
      <TextInput
        type="date"
        label="Enrolled from"
        description="From this day on they are on the class’s attendance."
        max={today}
        data-autofocus
        key={form.key('enrolledOn')}
        {...form.getInputProps('enrolledOn')}
      />
    </FormModal>
  );
}
