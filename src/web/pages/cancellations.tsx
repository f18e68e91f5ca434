import { getRouteApi } from '@tanstack/react-router';

import { CancellationsLog } from '#features/scheduling/components/cancellations-log.tsx';
import { PageHeader } from '#ui/page-header.tsx';

const route = getRouteApi('/dashboard/cancellations');

export function CancellationsPage() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Cancellations Log" />
      <CancellationsLog
        page={page}
        onPage={(next) =>
          void navigate({ search: { page: next === 1 ? undefined : next }, resetScroll: false })
        }
      />
    </>
  );
}
