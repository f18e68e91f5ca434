import type { ClassRule } from '../schema.ts';
import { BookingModal } from './booking-modal.tsx';
import { EditClassForm } from './edit-class-form.tsx';
import { optionsToEdit } from './options-to-edit.ts';

type Props = { rule: ClassRule; onClose: () => void };

/** Edit Rule, wherever it is chosen. */
export function EditClassModal({ rule, onClose }: Props) {
  return (
    <BookingModal title="Edit Rule" onClose={onClose}>
      {({ options, watchForm, close }) => (
        <EditClassForm
          rule={rule}
          options={optionsToEdit(options, rule)}
          watchForm={watchForm}
          onSaved={onClose}
          onCancel={close}
        />
      )}
    </BookingModal>
  );
}
