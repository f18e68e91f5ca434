import { getRouteApi } from '@tanstack/react-router';

import { InquiriesScreen } from '#features/leads/components/inquiries-screen.tsx';

const route = getRouteApi('/dashboard/manage-inquiries');

export function ManageInquiriesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <InquiriesScreen
      search={search}
      onSearch={(change, { typed = false } = {}) =>
        void navigate({ search: (known) => ({ ...known, ...change }), replace: typed })
      }
    />
  );
}
