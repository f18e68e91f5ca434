import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { reworded } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import { focusRow } from '#ui/focus-row.ts';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { addSubscriptionInput } from '../schema.ts';
import { useClassOptions } from './class-options.ts';
import { PaymentFields } from './payment-fields.tsx';
import { inputOf, type PaymentValues } from './payment-values.ts';

type Props = { studentId: string; initialValues: PaymentValues; onClose: () => void };

/** Records a payment. It is saved first and shown then (R7): money is never shown before the server has it. */
export function AddPayment({ studentId, initialValues, onClose }: Props) {
  const classOptions = useClassOptions();
  const add = useMutation(
    api.payments.add.mutationOptions({
      meta: { invalidates: [api.payments.key(), api.people.students.key(), api.enrollment.roster.key()] },
    }),
  );
  const form = useApiForm({
    schema: addSubscriptionInput,
    initialValues,
    toInput: (values) => {
      const { status: _, ...input } = inputOf(values);
      return { studentId, ...input };
    },
    save: (input) =>
      reworded(
        askOnce('payments.add', input, (keyed) => add.mutateAsync(keyed)),
        failedToAdd,
      ),
    onSaved: ({ id }) => {
      toastSuccess('Subscription added successfully!'); // spec §8
      onClose();
      focusRow(id);
    },
  });
  return (
    <FormModal title="Add payment" size={520} form={form} submitLabel="Add payment" onClose={onClose}>
      <PaymentFields form={form} classOptions={classOptions} hasStatus={false} />
    </FormModal>
  );
}

// spec §8
function failedToAdd(message: string): string {
  return `Failed to add subscription: ${message}`;
}
