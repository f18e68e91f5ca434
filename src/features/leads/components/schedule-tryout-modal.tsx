import { BookingModal } from '#features/scheduling/components/booking-modal.tsx';

import type { Inquiry } from '../schema.ts';
import { TryoutForm } from './tryout-form.tsx';

type Props = { inquiry: Inquiry; onClose: () => void };

/** Schedule Tryout (spec §2). */
export function ScheduleTryoutModal({ inquiry, onClose }: Props) {
  return (
    <BookingModal title="Schedule Tryout" onClose={onClose}>
      {({ options, watchForm, close }) => (
        <TryoutForm
          inquiry={inquiry}
          options={options}
          watchForm={watchForm}
          onSaved={onClose}
          onCancel={close}
        />
      )}
    </BookingModal>
  );
}
