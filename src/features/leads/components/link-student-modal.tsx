import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { useApiForm } from '#client/form.ts';
import { StudentSelect } from '#features/scheduling/components/student-select.tsx';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { linkStudentInput, type Inquiry } from '../schema.ts';

type Props = { inquiry: Inquiry; onClose: () => void };

/** Says which student an inquiry became who was enrolled without it. */
export function LinkStudentModal({ inquiry, onClose }: Props) {
  const link = useMutation(
    api.leads.linkStudent.mutationOptions({ meta: { invalidates: [api.leads.key(), api.insights.key()] } }),
  );
  const form = useApiForm({
    schema: linkStudentInput,
    initialValues: { studentId: '' },
    toInput: ({ studentId }) => ({ studentId, id: inquiry.id }),
    save: (input) => link.mutateAsync(input),
    onSaved: () => {
      toastSuccess(`The inquiry of ${inquiry.fullName} counts as converted.`);
      onClose();
    },
  });
  return (
    <FormModal title="Already a Student" size={440} form={form} submitLabel="Link student" onClose={onClose}>
      <Text>
        <strong>{inquiry.fullName}</strong> was enrolled without this inquiry. Linked to the student, it
        counts as converted.
      </Text>
      <StudentSelect
        label="Student"
        data-autofocus
        current={null}
        key={form.key('studentId')}
        {...form.getInputProps('studentId')}
      />
    </FormModal>
  );
}
