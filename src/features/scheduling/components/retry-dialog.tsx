import { errorMessage } from '#client/failure.ts';
import { confirmPlain } from '#ui/confirm.ts';

import { bookingRefusal } from './booking-refusal.ts';
import { ClashList } from './clash-list.tsx';

/** Says that something asked for in a menu or a toast did not work, why, and offers to try again (R5). */
export function offerRetry(title: string, error: unknown, retry: () => void): void {
  let isWanted = false;
  confirmPlain({
    title,
    body: (
      <>
        {errorMessage(error)}
        <ClashList clashes={bookingRefusal(error)?.clashes ?? []} />
      </>
    ),
    confirmLabel: 'Retry',
    cancelLabel: 'Close',
    onConfirm: () => Promise.resolve((isWanted = true)),
    // Only once this dialog is gone: trying again may open another.
    onClose: () => isWanted && retry(),
  });
}
