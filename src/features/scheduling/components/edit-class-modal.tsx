import type { ClassRule } from '../schema.ts';
import { BookingModal } from './booking-modal.tsx';
import { EditClassForm } from './edit-class-form.tsx';

type Props = { rule: ClassRule; onClose: () => void };

/** Edit Rule, wherever it is chosen. */
export function EditClassModal({ rule, onClose }: Props) {
  return (
    <BookingModal title="Edit Rule" onClose={onClose}>
      {({ options, watchChanges }) => (
        <EditClassForm
          rule={rule}
          options={options}
          watchChanges={watchChanges}
          onSaved={onClose}
          onCancel={onClose}
        />
      )}
    </BookingModal>
  );
}
