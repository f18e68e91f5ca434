import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { counted } from '#shared/counted.ts';
import { formatDateSpan, type LocalDate } from '#shared/local-date.ts';
import { toastError, toastSuccess, toastUndo } from '#ui/toast.ts';

import { restoredAtMost } from '../schema.ts';
import { offerRetry } from './retry-dialog.tsx';

const meta = { invalidates: [api.scheduling.key()] };

/** Cancels every class of some days, which the toast offers to take back (R16), or restores what is cancelled of them. */
export function useCancelDays() {
  const cancel = useMutation(api.scheduling.cancellations.cancelDays.mutationOptions({ meta }));
  const restore = useMutation(api.scheduling.cancellations.restoreDays.mutationOptions({ meta }));

  async function cancelDays(days: { start: LocalDate; end: LocalDate }): Promise<void> {
    const { newIds, cancelled, logged, begun } = await cancel.mutateAsync(days);
    const span = formatDateSpan(days.start, days.end);
    const stay =
      (logged > 0 ? ` What was logged stays: ${logged}.` : '') +
      (begun > 0 ? ` What has begun today stays: ${begun}.` : '');
    if (newIds.length === 0) {
      // Sent before without an answer, or by another desk.
      const before = cancelled > 0 ? `${sessions(cancelled)} cancelled, ${span}. ` : '';
      toastSuccess(`${before}None was left to cancel.${stay}`);
      return;
    }
    const message = `${sessions(newIds.length)} cancelled, ${span}.${stay}`;
    if (newIds.length > restoredAtMost) toastSuccess(message);
    else toastUndo(message, () => void restoreDays(newIds));
  }

  /** Whether an answer came. */
  async function restoreDays(ids: string[]): Promise<boolean> {
    try {
      const { restored, taken, before } = await restore.mutateAsync({ ids });
      // Sent before without an answer, or by another desk.
      const already = before > 0 ? `${sessions(before)} restored already.` : '';
      const message =
        restored === 0 && already ? already : `${sessions(restored)} restored. ${already}`.trimEnd();
      if (taken === 0) toastSuccess(message);
      else
        toastError(
          `${message} ${taken} ${taken === 1 ? 'was' : 'were'} not: the instructor or the classroom is taken. The log has ${taken === 1 ? 'it' : 'them'} still.`,
        );
      return true;
    } catch (error) {
      offerRetry('The classes were not restored', error, () => void restoreDays(ids));
      return false;
    }
  }

  return { cancelDays, restoreDays, isRestoring: restore.isPending };
}

function sessions(count: number): string {
  return counted(count, 'session was', 'sessions were');
}
