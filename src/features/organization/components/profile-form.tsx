import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import type { InferClientOutputs } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#client/api.ts';
import { reworded } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import { queryClient } from '#client/query-client.ts';
import { useSignedIn } from '#client/session.ts';
import { saveProfileInput } from '#features/organization/schema.ts';
import type { AppRouter } from '#server/router.ts';
import { roleLabel } from '#shared/access.ts';
import { isTimeZone } from '#shared/local-date.ts';
import { DashboardLink } from '#ui/dashboard-link.tsx';
import { FormSummary } from '#ui/form-summary.tsx';
import { useLeaveGuard } from '#ui/leave-guard.ts';
import { StaleNotice } from '#ui/stale-notice.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { takesMeant } from '#ui/take-marked.ts';
import { toastSuccess } from '#ui/toast.ts';
import { Section } from './section.tsx';

type Outputs = InferClientOutputs<AppRouter>['organization'];
type Props = { profile: Outputs['profile']['get']; studio: Outputs['get'] };

/** Edit Profile (spec §2): the person for everyone, the school for those who manage it. */
export function ProfileForm({ profile, studio }: Props) {
  const { can } = useSignedIn();
  const form = useProfileForm({ profile, studio }, can.manageStudio);
  useLeaveGuard(() => form.isDirty());
  return (
    <form {...form.formProps}>
      <Stack gap="lg">
        <FormSummary problems={form.problems} />
        <StaleNotice stale={form.stale} isBusy={form.saving} />
        <Section title="Personal information">
          <TextInput
            label="Email"
            value={profile.email ?? ''}
            readOnly
            description="Email cannot be changed"
            autoComplete="email"
          />
          <TextInput
            label="Full Name"
            autoComplete="name"
            key={form.key('fullName')}
            {...form.getInputProps('fullName')}
          />
          <TextInput
            label="Personal Phone (optional)"
            type="tel"
            autoComplete="tel"
            key={form.key('phoneNumber')}
            {...form.getInputProps('phoneNumber')}
          />
          <TextInput
            label="Role"
            value={roleLabel(profile.role)}
            readOnly
            description="Contact support to change your role"
          />
        </Section>
        {can.manageStudio && <SchoolFields form={form} />}
        <Group justify="flex-end" maw={608} px="lg">
          <Button
            variant="default"
            disabled={form.saving}
            renderRoot={(props) => <DashboardLink {...props} />}
          >
            Cancel
          </Button>
          <SubmitButton isBusy={form.saving} busyLabel="Saving...">
            Save Changes
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

function SchoolFields({ form }: { form: ReturnType<typeof useProfileForm> }) {
  const current = form.getInitialValues().school.timeZone;
  const zones = useMemo(() => timeZones(current), [current]);
  return (
    <Section title="School information">
      <TextInput
        label="School Name"
        autoComplete="organization"
        key={form.key('school.name')}
        {...form.getInputProps('school.name')}
      />
      <TextInput
        label="School Phone (optional)"
        type="tel"
        key={form.key('school.phoneNumber')}
        {...form.getInputProps('school.phoneNumber')}
      />
      <TextInput
        label="Country (optional)"
        autoComplete="country-name"
        key={form.key('school.country')}
        {...form.getInputProps('school.country')}
      />
      <TextInput
        label="City (optional)"
        autoComplete="address-level2"
        key={form.key('school.city')}
        {...form.getInputProps('school.city')}
      />
      <Select
        label="Time zone"
        description="Today, months and reports are counted in this zone."
        data={zones}
        searchable
        {...takesMeant}
        limit={60}
        allowDeselect={false}
        key={form.key('school.timeZone')}
        {...form.getInputProps('school.timeZone')}
      />
    </Section>
  );
}

function useProfileForm({ profile, studio }: Props, mayManage: boolean) {
  const save = useMutation(
    api.organization.profile.save.mutationOptions({
      meta: { invalidates: [api.organization.key(), api.auth.session.key()] },
    }),
  );
  return useApiForm({
    schema: saveProfileInput,
    initialValues: valuesOf({ profile, studio }),
    edited: { version: versionsOf({ profile, studio }), newest },
    // By the role of now: it may change while the form is being filled in.
    toInput: ({ school, ...personal }, versions) => ({
      ...personal,
      version: versions.profile,
      school: mayManage ? { ...school, version: versions.studio } : null,
    }),
    // spec §8
    save: (input) => reworded(save.mutateAsync(input), 'Profile update failed: '),
    onSaved: () => toastSuccess('Your profile was updated.'),
  });
}

// Browsers leave some zones out of their list, UTC among them, and have some that are not taken; the one in force is always a choice.
function timeZones(current: string): string[] {
  return [...new Set([current, ...Intl.supportedValuesOf('timeZone').filter(isTimeZone), 'UTC'])].toSorted();
}

function valuesOf({ profile, studio }: Props) {
  return {
    fullName: profile.fullName,
    phoneNumber: profile.phoneNumber ?? '',
    school: schoolValues(studio),
  };
}

function versionsOf({ profile, studio }: Props) {
  return { profile: profile.version, studio: studio.version };
}

async function newest() {
  const { profile, get } = api.organization;
  const stored = {
    profile: await queryClient.fetchQuery({ ...profile.get.queryOptions(), staleTime: 0 }),
    studio: await queryClient.fetchQuery({ ...get.queryOptions(), staleTime: 0 }),
  };
  return { version: versionsOf(stored), values: valuesOf(stored) };
}

function schoolValues({ name, phoneNumber, country, city, timeZone }: Props['studio']) {
  return {
    name,
    phoneNumber: phoneNumber ?? '',
    country: country ?? '',
    city: city ?? '',
    timeZone,
  };
}
