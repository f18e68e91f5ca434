import { Anchor, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';

import { useSignedIn } from '#client/session.ts';
import { ExportCard } from '#features/data/components/export-card.tsx';
import { ImportCard } from '#features/data/components/import-card.tsx';
import { PageHeader } from '#ui/page-header.tsx';

const route = getRouteApi('/dashboard/your-data');

export function YourDataPage() {
  const { can } = useSignedIn();
  const { kind = 'students' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title="Your data"
        subtitle="Take your studio’s data with you, or bring it in from elsewhere"
        back={
          <Anchor renderRoot={(props) => <Link to="/dashboard/edit-profile" {...props} />}>
            ← Back to Edit Profile
          </Anchor>
        }
      />
      <Stack gap="lg">
        {can.exportData && <ExportCard />}
        <ImportCard
          kind={kind}
          onKind={(next) => void navigate({ search: { kind: next === 'students' ? undefined : next } })}
        />
      </Stack>
    </>
  );
}
