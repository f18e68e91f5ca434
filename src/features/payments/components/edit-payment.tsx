import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { reworded } from '#client/failure.ts';
import { labelled, named } from '#client/differences.ts';
import { useApiForm } from '#client/form.ts';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import {
  movedText,
  paymentPurposeLabels,
  stillCountedText,
  subscriptionStatusLabels,
  subscriptionTypeLabels,
} from '../rules.ts';
import { updateSubscriptionInput, type Subscription } from '../schema.ts';
import { useClassOptions } from './class-options.ts';
import { PaymentFields } from './payment-fields.tsx';
import { inputOf, valuesOf } from './payment-values.ts';

type Props = {
  studentId: string;
  payment: Subscription;
  /** Whether its student was deleted. */
  isDeleted: boolean;
  onClose: () => void;
};

/** Corrects a payment; the old values stay in its history. */
export function EditPayment({ studentId, payment, isDeleted, onClose }: Props) {
  const queries = useQueryClient();
  const classOptions = useClassOptions(payment);
  const update = useMutation(
    api.payments.update.mutationOptions({
      meta: { invalidates: [api.payments.key(), api.people.students.key(), api.enrollment.roster.key()] },
    }),
  );
  const form = useApiForm({
    schema: updateSubscriptionInput,
    initialValues: valuesOf(payment),
    edited: {
      version: payment.version,
      newest,
      words: {
        classId: named(classOptions.options),
        paymentFor: labelled(paymentPurposeLabels),
        subscriptionType: labelled(subscriptionTypeLabels),
        status: labelled(subscriptionStatusLabels),
      },
    },
    toInput: (values, version) => ({ id: payment.id, version, ...inputOf(values) }),
    // spec §8
    save: (input) => reworded(update.mutateAsync(input), 'Failed to update subscription: '),
    onSaved: () => {
      toastSuccess('Subscription updated successfully!'); // spec §8
      onClose();
    },
  });

  const classId = form.useWatchValue('classId');
  const status = form.useWatchValue('status');
  const amountPaidCents = form.useWatchValue('amountPaidCents');

  async function newest() {
    const asked = api.payments.list.queryOptions({ input: { studentId } });
    const payments = await queries.fetchQuery({ ...asked, staleTime: 0 });
    const found = payments.find(({ id }) => id === payment.id) ?? payment;
    return { version: found.version, values: valuesOf(found) };
  }

  return (
    <FormModal title="Edit payment" size={520} form={form} onClose={onClose}>
      <PaymentFields
        form={form}
        classOptions={classOptions}
        hasStatus
        hasNotes={!isDeleted}
        warning={classId === payment.classId ? null : movedText(payment)}
        statusNote={stillCountedText(status, amountPaidCents)}
      />
    </FormModal>
  );
}
