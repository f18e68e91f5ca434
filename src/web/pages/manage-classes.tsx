import { getRouteApi } from '@tanstack/react-router';

import { ManageClasses } from '#features/scheduling/components/manage-classes.tsx';
import { PageHeader } from '#ui/page-header.tsx';

const route = getRouteApi('/dashboard/manage-classes');

export function ManageClassesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Manage Classes" subtitle="Weekly class rules and single sessions." />
      <ManageClasses
        search={search}
        onSearch={(change) =>
          void navigate({ search: (known) => ({ ...known, ...change }), resetScroll: false })
        }
      />
    </>
  );
}
