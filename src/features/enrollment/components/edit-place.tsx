import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { useApiForm } from '#client/form.ts';
import { useSignedIn } from '#client/session.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { DateInput } from '#ui/date-input.tsx';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { updateRegistrationInput, type RosterEntry } from '../schema.ts';
import { touched } from './use-roster.ts';

/** `from`: the day on whose attendance somebody is missing, if one led here. */
type Props = { classId: string; entry: RosterEntry; from: LocalDate | undefined; onClose: () => void };

/** Corrects from which day a student is enrolled, so that they are on the attendance of that day. */
export function EditPlace({ classId, entry, from, onClose }: Props) {
  const { registrationId, fullName, enrolledOn } = entry;
  const { today } = useSignedIn();
  const queries = useQueryClient();
  const update = useMutation(api.enrollment.update.mutationOptions({ meta: { invalidates: touched } }));
  const form = useApiForm({
    schema: updateRegistrationInput,
    initialValues: { enrolledOn: from !== undefined && from < enrolledOn ? from : enrolledOn },
    // It has no other version than the day itself.
    edited: { version: enrolledOn, newest },
    toInput: (typed, since) => ({ ...typed, registrationId, since }),
    save: (input) => update.mutateAsync(input).then(() => input),
    onSaved: (saved) => {
      toastSuccess(`${fullName} is enrolled from ${formatDate(saved.enrolledOn, true)}.`);
      onClose();
    },
  });

  async function newest() {
    const asked = api.enrollment.roster.queryOptions({ input: { classId } });
    const { students } = await queries.fetchQuery({ ...asked, staleTime: 0 });
    const stored = students.find((student) => student.registrationId === registrationId);
    if (!stored) throw new Error('the place has ended meanwhile');
    return { version: stored.enrolledOn, values: { enrolledOn: stored.enrolledOn } };
  }

  return (
    <FormModal title={`Since when ${fullName} is enrolled`} size={440} form={form} onClose={onClose}>
      <DateInput
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
