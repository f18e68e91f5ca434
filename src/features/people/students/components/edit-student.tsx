import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { reworded } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import { useSignedIn } from '#client/session.ts';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { updateStudentInput, type Student } from '../schema.ts';
import { StudentFields } from './student-fields.tsx';
import { valuesOf } from './student-values.ts';

type Props = { student: Student; onClose: () => void };

/** Edits who a student is. */
export function EditStudent({ student, onClose }: Props) {
  const { today } = useSignedIn();
  const queries = useQueryClient();
  // Their name stands on many screens.
  const save = useMutation(
    api.people.students.update.mutationOptions({ meta: { invalidates: [api.key()] } }),
  );
  const form = useApiForm({
    schema: updateStudentInput,
    initialValues: valuesOf(student),
    edited: { version: student.version, newest },
    toInput: (values, version) => ({ id: student.id, version, ...values }),
    // spec §8
    save: (input) => reworded(save.mutateAsync(input), 'Failed to update student: '),
    onSaved: () => {
      toastSuccess(`${form.getValues().fullName.trim()} was saved.`);
      onClose();
    },
  });

  async function newest() {
    const asked = api.people.students.get.queryOptions({ input: { id: student.id } });
    const found = await queries.fetchQuery({ ...asked, staleTime: 0 });
    return { version: found.version, values: valuesOf(found) };
  }

  return (
    <FormModal title="Edit student" size={480} form={form} onClose={onClose}>
      <StudentFields form={form} today={today} />
    </FormModal>
  );
}
