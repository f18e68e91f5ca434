import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { confirmPlain } from '#ui/confirm.ts';
import { toastSuccess } from '#ui/toast.ts';

import type { Inquiry } from '../schema.ts';

/** Asks, then opens an inquiry again of which a student was made by mistake. */
export function useUndoConversion() {
  const { mutateAsync } = useMutation(
    api.leads.undoConversion.mutationOptions({
      meta: { invalidates: [api.leads.key(), api.insights.key()] },
    }),
  );
  return ({ id, version, fullName }: Inquiry) =>
    confirmPlain({
      title: `Undo the conversion of ${fullName}?`,
      body: 'The inquiry is open again and no longer counts as converted. The student stays, with their classes and payments. Delete a student made by mistake after this, not before: what the inquiry says would be erased with them.',
      confirmLabel: 'Undo conversion',
      errorText: errorMessage,
      onConfirm: async () => {
        await mutateAsync({ id, version });
        toastSuccess(`The inquiry of ${fullName} is open again.`);
      },
    });
}
