import type { ClassRule } from '../schema.ts';
import { BookingModal } from './booking-modal.tsx';
import { EditClassForm } from './edit-class-form.tsx';
import { optionsToEdit } from './options-to-edit.ts';

type Props = { rule: ClassRule; onClose: () => void };

/** Edit Rule, wherever it is chosen. */
export function EditClassModal({ rule, onClose }: Props) {
  return (
    <BookingModal title="Edit Rule" onClose={onClose}>
      {({ options, watchChanges }) => (
        <EditClassForm
          rule={rule}
          options={optionsToEdit(options, rule)}
          watchChanges={watchChanges}
          onSaved={onClose}
          onCancel={onClose}
        />
      )}
    </BookingModal>
  );
}
