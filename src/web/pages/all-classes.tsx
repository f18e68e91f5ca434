import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';

import { useCan } from '#client/session.ts';
import { AllClasses } from '#features/scheduling/components/all-classes.tsx';
import { PageHeader } from '#ui/page-header.tsx';

const route = getRouteApi('/dashboard/');

/** The dashboard's home (spec §2). */
export function AllClassesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useCan('manageSchedule');
  return (
    <>
      <PageHeader
        title="All Classes"
        actions={
          mayManage && (
            <Button
              aria-keyshortcuts="n"
              data-noprint
              renderRoot={(props) => <Link to="/dashboard/manage-classes" {...props} />}
            >
              New class
            </Button>
          )
        }
      />
      <AllClasses
        search={search}
        onSearch={(next, { typed = false } = {}) => void navigate({ search: next, replace: typed })}
      />
    </>
  );
}
