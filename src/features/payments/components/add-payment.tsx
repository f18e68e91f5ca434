import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { reworded } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import { useRequestKey } from '#client/request-key.ts';
import { focusRow } from '#ui/focus-row.ts';
import { useFocusReturn } from '#ui/focus-return.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { addSubscriptionInput } from '../schema.ts';
import { useClassOptions } from './class-options.ts';
import { PaymentFields } from './payment-fields.tsx';
import { inputOf, type PaymentValues } from './payment-values.ts';

type Props = { studentId: string; initialValues: PaymentValues; onClose: () => void };

/** Records a payment. It is saved first and shown then (R7): money is never shown before the server has it. */
export function AddPayment({ studentId, initialValues, onClose }: Props) {
  useFocusReturn();
  const requestKey = useRequestKey();
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
      reworded(add.mutateAsync({ ...input, idempotencyKey: requestKey.keyFor(input) }), failedToAdd),
    onSaved: ({ id }) => {
      toastSuccess('Subscription added successfully!'); // spec §8
      onClose();
      focusRow(id);
    },
  });
  return (
    <Modal opened onClose={onClose} title="Add payment" size={520}>
      <form {...form.formProps}>
        <Stack gap="md">
          <FormSummary problems={form.problems} />
          <PaymentFields form={form} classOptions={classOptions} hasStatus={false} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton isBusy={form.saving} busyLabel="Saving...">
              Add payment
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

// spec §8
function failedToAdd(message: string): string {
  return `Failed to add subscription: ${message}`;
}
