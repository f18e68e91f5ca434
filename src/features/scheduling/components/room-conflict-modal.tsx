import { Stack } from '@mantine/core';

import { errorMessage } from '#client/failure.ts';
import { confirmPlain } from '#ui/confirm.ts';
import { Notice } from '#ui/notice.tsx';

import type { BookingRefusal } from './booking-refusal.ts';
import { ClashList } from './clash-list.tsx';

/**
 * Spec §4: a busy room only warns. Continue Booking books it with the check ignored; Cancel forgets the
 * warning and leaves everything as it was typed.
 */
export function warnRoomBusy(refusal: BookingRefusal, bookAnyway: () => Promise<unknown>): void {
  confirmPlain({
    title: 'Scheduling Warning, The Room is already booked at this time!',
    body: <RoomWarning refusal={refusal} />,
    confirmLabel: 'Continue Booking',
    cancelLabel: 'Cancel',
    onConfirm: bookAnyway,
    errorText: errorMessage,
  });
}

function RoomWarning({ refusal }: { refusal: BookingRefusal }) {
  return (
    <Stack gap="md">
      <Notice tone="warning" title={refusal.message}>
        <ClashList clashes={refusal.clashes} />
      </Notice>
      <div>Do you want to proceed and book the class anyway?</div>
    </Stack>
  );
}
