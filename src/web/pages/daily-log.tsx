import { getRouteApi } from '@tanstack/react-router';

import { DailyLogScreen } from '#features/attendance/components/daily-log-screen.tsx';

const route = getRouteApi('/dashboard/daily-log');

export function DailyLogPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <DailyLogScreen
      search={search}
      onSearch={(change, { typed = false } = {}) =>
        void navigate({ search: (known) => ({ ...known, ...change }), replace: typed })
      }
    />
  );
}
