import { Modal } from '@mantine/core';
import { useCallback, useRef, type ReactNode } from 'react';

import { errorMessage } from '#client/failure.ts';
import { mayDiscard } from '#client/leave-guard.ts';
import { useQuestion } from '#ui/confirm.ts';
import { ErrorPanel } from '#ui/error-panel.tsx';
import { useFocusReturn } from '#ui/focus-return.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';

import { FormSkeleton } from './form-skeleton.tsx';
import { useBookingOptions, type BookingOptions } from './booking-options.ts';

/** How the form inside tells whether there is anything to lose by closing. */
export type WatchChanges = (isChanged: () => boolean) => void;

type Props = {
  title: string;
  onClose: () => void;
  children: (parts: { options: BookingOptions; watchChanges: WatchChanges }) => ReactNode;
};

/** A modal around a booking's form: loads what its selects offer, and asks before typed changes are lost. */
export function BookingModal({ title, onClose, children }: Props) {
  useFocusReturn();
  const booking = useBookingOptions();
  const isChanged = useRef<() => boolean>(() => false);
  const watchChanges: WatchChanges = useCallback((watch) => {
    isChanged.current = watch;
  }, []);
  const isAsking = useQuestion() !== null;

  async function close() {
    if (!isChanged.current() || (await mayDiscard())) onClose();
  }

  return (
    <Modal
      opened
      onClose={() => void close()}
      // A question stands above this modal: Escape is its alone then.
      closeOnEscape={!isAsking}
      closeOnClickOutside={false}
      title={title}
      size={560}
    >
      {booking.error ? (
        <ErrorPanel
          title="Failed to load initial data"
          message={errorMessage(booking.error)}
          onRetry={booking.retry}
          isRetrying={booking.isRetrying}
        />
      ) : (
        <LoadingRegion isLoading={!booking.options} label="Loading the form" skeleton={<FormSkeleton />}>
          {booking.options && children({ options: booking.options, watchChanges })}
        </LoadingRegion>
      )}
    </Modal>
  );
}
