import { getRouteApi } from '@tanstack/react-router';

import { ManageClasses } from '#features/scheduling/components/manage-classes.tsx';
import { PageHeader } from '#ui/page-header.tsx';

const route = getRouteApi('/dashboard/manage-classes');

export function ManageClassesPage() {
  const { tab = 'recurring' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Manage Classes" subtitle="Weekly class rules and single sessions." />
      <ManageClasses
        tab={tab}
        onTab={(next) => void navigate({ search: { tab: next === 'recurring' ? undefined : next } })}
      />
    </>
  );
}
