import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { useCan } from '#client/session.ts';
import { SessionsPanel } from '#features/auth/components/sessions-panel.tsx';
import { DataLink } from '#features/data/components/data-link.tsx';
import { ProfileForm } from '#features/organization/components/profile-form.tsx';
import { TeamPanel } from '#features/organization/components/team-panel.tsx';
import { ErrorPanel } from '#ui/error-panel.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';

import { ShortcutsSection } from '../shortcuts/shortcuts-section.tsx';

export function EditProfilePage() {
  const profile = useQuery(api.organization.profile.get.queryOptions());
  const studio = useQuery(api.organization.get.queryOptions());
  const managesStudio = useCan('manageStudio');
  // What is being typed outlives a refresh that fails.
  const error = profile.data && studio.data ? null : (profile.error ?? studio.error);
  // Below the form and never before it: a button must not move away from under a pointer when the form comes.
  const others = (
    <>
      {managesStudio && <TeamPanel />}
      {managesStudio && <DataLink />}
      <ShortcutsSection />
      <SessionsPanel />
    </>
  );
  return (
    <>
      <PageHeader title="Edit Profile" subtitle="Update your personal and school information" />
      {error ? (
        <Stack gap="lg">
          <ErrorPanel
            message={errorMessage(error)}
            onRetry={() => void Promise.all([profile.refetch(), studio.refetch()])}
          />
          {others}
        </Stack>
      ) : (
        <LoadingRegion
          isLoading={profile.isPending || studio.isPending}
          label="Loading your profile"
          skeleton={<Skeleton h={480} radius="lg" />}
        >
          {profile.data && studio.data && (
            <Stack gap="lg">
              <ProfileForm profile={profile.data} studio={studio.data} />
              {others}
            </Stack>
          )}
        </LoadingRegion>
      )}
    </>
  );
}
