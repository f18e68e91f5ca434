import { getRouteApi } from '@tanstack/react-router';

import { InsightsScreen } from '#features/insights/components/insights-screen.tsx';

const route = getRouteApi('/dashboard/insights');

export function InsightsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <InsightsScreen
      search={search}
      onSearch={(change, { typed = false } = {}) =>
        void navigate({
          search: (known) => ({ ...known, ...change(known) }),
          replace: typed,
          resetScroll: false,
        })
      }
    />
  );
}
