import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { idempotentDelete } from '#client/unanswered.ts';
import { counted } from '#shared/counted.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { toastSuccess } from '#ui/toast.ts';

import type { ClassRule } from '../schema.ts';

/** Asks, then deletes a class rule (spec §5); attendance and payments keep its name. */
export function useDeleteClass() {
  const { mutateAsync } = useMutation(
    api.scheduling.classes.delete.mutationOptions({
      mutationFn: idempotentDelete(api.scheduling.classes.delete.call),
      meta: { invalidates: [api.scheduling.key()] },
    }),
  );
  return ({ id, name, enrolledCount }: Pick<ClassRule, 'id' | 'name' | 'enrolledCount'>) =>
    confirmDanger({
      title: 'Are you sure you want to permanently delete this class rule?',
      body: (
        <>
          <strong>{name}</strong> {enrolledWords(enrolledCount)}. It leaves the schedule; past attendance and
          payments keep its name. Sessions that are not logged yet can no longer be logged.
        </>
      ),
      confirmLabel: 'Delete class rule',
      cancelLabel: 'Keep it',
      errorText: errorMessage,
      onConfirm: async () => {
        await mutateAsync({ id });
        toastSuccess(`${name} was deleted.`);
      },
    });
}

function enrolledWords(count: number): string {
  return count === 0 ? 'has no enrolled students' : `has ${counted(count, 'enrolled student')}`;
}
