import { useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';

import { BookingModal } from './booking-modal.tsx';
import { EditOneOffForm } from './edit-one-off-form.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { optionsToEdit } from './options-to-edit.ts';

type Props = { id: string; onClose: () => void };

/** Edit Session, wherever it is chosen. */
export function EditOneOffModal({ id, onClose }: Props) {
  // Always the newest: an edit of what somebody else has changed meanwhile is refused.
  const session = useQuery({ ...api.scheduling.oneOffs.get.queryOptions({ input: { id } }), gcTime: 0 });
  return (
    <BookingModal title="Edit Session" onClose={onClose}>
      {({ options, watchForm, close }) =>
        session.error && !session.data ? (
          <LoadFailed asked={session} />
        ) : (
          <LoadingRegion isLoading={!session.data} label="Loading the session" skeleton={<FormSkeleton />}>
            {session.data && (
              <EditOneOffForm
                session={session.data}
                options={optionsToEdit(options, session.data)}
                watchForm={watchForm}
                onSaved={onClose}
                onCancel={close}
              />
            )}
          </LoadingRegion>
        )
      }
    </BookingModal>
  );
}
