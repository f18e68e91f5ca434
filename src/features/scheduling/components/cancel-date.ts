import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { isRefusal, isRefusedAs } from '#client/failure.ts';
import { useSignedIn } from '#client/session.ts';
import { formatDateOn, type LocalDate } from '#shared/local-date.ts';
import { toastSuccess, toastUndo } from '#ui/toast.ts';

import { bookingRefusal } from './booking-refusal.ts';
import { offerRetry } from './retry-dialog.tsx';
import { warnRoomBusy } from './room-conflict-modal.tsx';

/** Cancels a class on a date; the toast offers to take it back (R16). */
export function useCancelDate() {
  const cancel = useMutation(
    api.scheduling.cancellations.create.mutationOptions({ meta: { invalidates: [api.scheduling.key()] } }),
  );
  const { restoreDate } = useRestoreDate();
  const navigate = useNavigate();
  return async ({ id, name }: { id: string; name: string }, date: LocalDate) => {
    const asked = { classId: id, date };
    const cancellation = await askOnce('cancellations.create', asked, (keyed) => cancel.mutateAsync(keyed));
    toastUndo(
      'The class for the selected date has been marked as cancelled.',
      () => restoreDate({ id: cancellation.id, className: name, date }),
      // Its students want to be told.
      {
        label: 'View Students',
        go: () => void navigate({ to: '/dashboard/class-roster/$classId', params: { classId: id } }),
      },
    );
  };
}

// A second click comes before the button can be drawn as busy.
const beingRestored = new Set<string>();
// Asked for without an answer: one that the next try does not find any more was restored by it.
const maybeRestored = new Set<string>();

type Cancelled = { id: string; className: string; date: LocalDate };

/**
 * Restores a cancelled date. Its instructor and room were free for others meanwhile, so the schedule is asked
 * again: a busy room warns first, a busy instructor refuses.
 */
export function useRestoreDate() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: restoreOnce,
    meta: { invalidates: [api.scheduling.key()] },
  });
  const { today } = useSignedIn();
  function restoreDate(cancelled: Cancelled): void {
    if (beingRestored.has(cancelled.id)) return;
    const session = `${cancelled.className} on ${formatDateOn(cancelled.date, today)}`;
    const restore = async (ignoreRoomConflict: boolean) => {
      beingRestored.add(cancelled.id);
      const { takesPlace } = await mutateAsync({ id: cancelled.id, ignoreRoomConflict }).finally(() =>
        beingRestored.delete(cancelled.id),
      );
      toastSuccess(
        takesPlace
          ? `${session} was restored.`
          : `The cancellation of ${session} was removed. The class no longer takes place on this date.`,
      );
    };
    restore(false).catch((error: unknown) => {
      const refusal = bookingRefusal(error);
      if (refusal?.resource === 'room') warnRoomBusy(refusal, () => restore(true));
      else offerRetry(`${session} was not restored`, error, () => restoreDate(cancelled));
    });
  }
  return { restoreDate, isRestoring: isPending };
}

async function restoreOnce(asked: {
  id: string;
  ignoreRoomConflict: boolean;
}): Promise<{ takesPlace: boolean }> {
  try {
    return await api.scheduling.cancellations.restore.call(asked);
  } catch (error) {
    if (!isRefusal(error)) maybeRestored.add(asked.id);
    if (maybeRestored.has(asked.id) && isRefusedAs(error, 'NOT_FOUND')) return { takesPlace: true };
    throw error;
  }
}
