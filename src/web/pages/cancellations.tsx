import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { useCan } from '#client/session.ts';
import { CancellationsLog } from '#features/scheduling/components/cancellations-log.tsx';
import { lazyDialog } from '#ui/lazy-part.tsx';
import { PageHeader } from '#ui/page-header.tsx';

const CancelDaysModal = lazyDialog(
  () => import('#features/scheduling/components/cancel-days-modal.tsx'),
  ({ CancelDaysModal }) => CancelDaysModal,
);

const route = getRouteApi('/dashboard/cancellations');

export function CancellationsPage() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useCan('manageSchedule');
  const [isCancelling, setIsCancelling] = useState(false);
  return (
    <>
      <PageHeader
        title="Cancellations Log"
        actions={
          mayManage && (
            <Button variant="default" data-noprint onClick={() => setIsCancelling(true)}>
              Cancel several days
            </Button>
          )
        }
      />
      {isCancelling && <CancelDaysModal onClose={() => setIsCancelling(false)} />}
      <CancellationsLog
        page={page}
        onPage={(next) =>
          void navigate({ search: { page: next === 1 ? undefined : next }, resetScroll: false })
        }
      />
    </>
  );
}
