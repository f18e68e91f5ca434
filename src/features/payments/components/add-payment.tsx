import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { reworded } from '#client/failure.ts';
import { useApiForm, useFreshStart } from '#client/form.ts';
import { useSignedIn } from '#client/session.ts';
import { focusRow } from '#ui/focus-row.ts';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { purposeOf } from '../rules.ts';
import { addSubscriptionInput, type Subscription } from '../schema.ts';
import { useClassOptions } from './class-options.ts';
import { PaymentFields } from './payment-fields.tsx';
import { inputOf, newPayment, renewalOf } from './payment-values.ts';

type Props = {
  studentId: string;
  earlier: readonly Subscription[];
  /** The payment this one continues, if any. */
  renewed: Subscription | null;
  onClose: () => void;
};

/** Records a payment. It is saved first and shown then (R7): money is never shown before the server has it. */
export function AddPayment({ studentId, earlier, renewed, onClose }: Props) {
  const { today } = useSignedIn();
  // As it was when the window opened: an answer that was lost must not make the next payment of this one.
  const [before] = useState(earlier);
  const initialValues = renewed ? renewalOf(renewed, before, today) : newPayment(today);
  const classOptions = useClassOptions();
  const { options, list } = classOptions;
  const add = useMutation(
    api.payments.add.mutationOptions({
      meta: { invalidates: [api.payments.key(), api.people.students.key(), api.enrollment.roster.key()] },
    }),
  );
  const form = useApiForm({
    schema: addSubscriptionInput,
    initialValues,
    toInput: (values) => {
      const { status: _, classId, ...input } = inputOf(values);
      // A renewal may name a class that was deleted: the field shows none then.
      const isGone = list.data && !options.some(({ value }) => value === classId);
      return { studentId, classId: isGone ? null : classId, ...input };
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
  useFreshStart(form, initialValues);
  form.watch('classId', ({ value }) => {
    if (form.isTouched('paymentFor')) return;
    form.setFieldValue('paymentFor', purposeOf(value, earlier));
    form.setTouched((touched) => ({ ...touched, paymentFor: false })); // nobody chose it
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
