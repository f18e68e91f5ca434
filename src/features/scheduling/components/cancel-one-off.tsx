import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { useSignedIn } from '#client/session.ts';
import { formatDateOn, type LocalDate } from '#shared/local-date.ts';
import { formatTimeRange, type TimeRange } from '#shared/time-range.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { toastSuccess } from '#ui/toast.ts';
import { Unbroken } from '#ui/unbroken.tsx';

type Session = TimeRange & { id: string; title: string; date: LocalDate };

/** Asks, then cancels a one-off session: it leaves the schedule and frees its instructor and room. */
export function useCancelOneOff() {
  const { mutateAsync } = useMutation(
    api.scheduling.oneOffs.cancel.mutationOptions({
      meta: { invalidates: [api.scheduling.key(), api.leads.list.key()] },
    }),
  );
  const { today } = useSignedIn();
  return (session: Session) =>
    confirmDanger({
      title: 'Are you sure you want to cancel this session?',
      body: (
        <>
          <strong>{session.title}</strong> on <Unbroken>{formatDateOn(session.date, today)}</Unbroken>,{' '}
          <Unbroken>{formatTimeRange(session)}</Unbroken>. Its instructor and classroom become free. If it was
          paid, its price stays in the revenue until it is marked as not paid in Edit Session. This action
          cannot be undone.
        </>
      ),
      confirmLabel: 'Cancel session',
      cancelLabel: 'Keep it',
      errorText: errorMessage,
      onConfirm: async () => {
        await mutateAsync({ id: session.id, sessionDate: session.date, startTime: session.startTime });
        toastSuccess(`${session.title} on ${formatDateOn(session.date, today)} was cancelled.`);
      },
    });
}
