import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';

import { api } from '#client/api.ts';
import { errorMessage, failingWith } from '#client/failure.ts';
import { idempotentDelete } from '#client/unanswered.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { toastSuccess } from '#ui/toast.ts';

import type { Inquiry } from '../schema.ts';

/** Asks, then deletes an inquiry (spec §5). */
export function useDeleteInquiry() {
  const { mutateAsync } = useMutation(
    api.leads.delete.mutationOptions({
      mutationFn: idempotentDelete(api.leads.delete.call),
      meta: { invalidates: [api.leads.list.key(), api.scheduling.key(), api.attendance.key()] },
    }),
  );
  return useCallback(
    ({ id, fullName, studentId }: Inquiry) =>
      confirmDanger({
        title: `Are you sure you want to delete the inquiry of ${fullName}?`,
        body: [tryoutWords(studentId), 'This action cannot be undone.'].join(' '),
        confirmLabel: 'Delete inquiry',
        errorText: errorMessage,
        onConfirm: async () => {
          await failingWith(mutateAsync({ id }), () => 'Failed to delete inquiry. Please try again.');
          toastSuccess(`The inquiry of ${fullName} was deleted.`);
        },
      }),
    [mutateAsync],
  );
}

function tryoutWords(studentId: string | null): string {
  return studentId === null
    ? 'A tryout still to come is cancelled, and notes on how one went are deleted.'
    : 'Their tryouts stay with the student.';
}
