import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { toastSuccess, toastUndo } from '#ui/toast.ts';

import { bookingRefusal } from './booking-refusal.ts';
import { offerRetry } from './retry-dialog.tsx';
import { warnRoomBusy } from './room-conflict-modal.tsx';

/** Cancels a class on a date; the toast offers to take it back (R16). */
export function useCancelDate() {
  const cancel = useMutation(
    api.scheduling.cancellations.create.mutationOptions({ meta: { invalidates: [api.scheduling.key()] } }),
  );
  const restore = useRestoreDate();
  return async ({ id, name }: { id: string; name: string }, date: LocalDate) => {
    const cancellation = await cancel.mutateAsync({ classId: id, date });
    toastUndo('The class for the selected date has been marked as cancelled.', () => {
      restore({ id: cancellation.id, className: name, date });
    });
  };
}

type Cancelled = { id: string; className: string; date: LocalDate };

/**
 * Restores a cancelled date. Its instructor and room were free for others meanwhile, so the schedule is asked
 * again: a busy room warns first, a busy instructor refuses.
 */
export function useRestoreDate() {
  const { mutateAsync } = useMutation(
    api.scheduling.cancellations.restore.mutationOptions({ meta: { invalidates: [api.scheduling.key()] } }),
  );
  return function restoreDate(cancelled: Cancelled): void {
    const session = `${cancelled.className} on ${formatDate(cancelled.date)}`;
    const restore = async (ignoreRoomConflict: boolean) => {
      await mutateAsync({ id: cancelled.id, ignoreRoomConflict });
      toastSuccess(`${session} was restored.`);
    };
    restore(false).catch((error: unknown) => {
      const refusal = bookingRefusal(error);
      if (refusal?.resource === 'room') warnRoomBusy(refusal, () => restore(true));
      else offerRetry(`${session} was not restored`, error, () => restoreDate(cancelled));
    });
  };
}
