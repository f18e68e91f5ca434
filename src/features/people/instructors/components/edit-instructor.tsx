import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { reworded } from '#client/failure.ts';
import { labelled } from '#client/differences.ts';
import { useApiForm } from '#client/form.ts';
import { paymentTypeNames } from '#features/payroll/components/pay-words.ts';
import { updateInstructorInput, type Instructor } from '#features/people/instructors/schema.ts';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { InstructorFields, inputOf, valuesOf } from './instructor-fields.tsx';

type Props = { instructor: Instructor; onClose: () => void };

/** Edits an instructor's details, and how they are paid where the reader may see that. */
export function EditInstructor({ instructor, onClose }: Props) {
  // Who gets to see pay meanwhile began without it: what the form holds in its place are not this person's terms.
  const [beganWithPay] = useState(instructor.payTerms !== null);
  const hasPay = beganWithPay && instructor.payTerms !== null;
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
    // spec §8
    save: (input) => reworded(save.mutateAsync(input), 'Failed to update instructor: '),
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
    <FormModal title="Edit instructor" size={480} form={form} onClose={onClose}>
      <InstructorFields form={form} hasPay={hasPay} />
    </FormModal>
  );
}
