import { Button } from '@mantine/core';

import { permissions, roleLabel, type Permission, type Role } from '#shared/access.ts';
import { DashboardLink } from '#ui/dashboard-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';

type Props = { needs: Permission; role: Role };

/** Stands in for a page the signed-in person may not open: who may, and where to go instead. */
export function NoAccess({ needs, role }: Props) {
  const who = new Intl.ListFormat('en-GB').format(permissions[needs].map((allowed) => people[allowed]));
  return (
    <>
      <PageHeader title="Not open to you" />
      <EmptyState
        title={`Only ${who} open this page.`}
        body={`Your role here is ${roleLabel(role)}. Ask your studio’s office for what you need.`}
        action={<Button renderRoot={(props) => <DashboardLink {...props} />}>Back to Schedule</Button>}
      />
    </>
  );
}

const people: Record<Role, string> = {
  owner: 'the owner',
  admin: 'admins',
  staff: 'staff',
  instructor: 'instructors',
  student: 'students',
};
