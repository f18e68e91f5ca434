import { Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { changePassword, sendPasswordReset } from '#client/auth.ts';
import { errorMessage } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useApiForm } from '#client/form.ts';
import { queryClient } from '#client/query-client.ts';
import { useSignedIn } from '#client/session.ts';
import { changePasswordInput } from '#features/auth/schema.ts';
import { Section } from '#features/organization/components/section.tsx';
import { BusyButton } from '#ui/busy-button.tsx';
import { FormSummary } from '#ui/form-summary.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Notice } from '#ui/notice.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

/** A new password in place of the old one or, for who never had one, a link to set the first. */
export function ChangePassword() {
  const login = useQuery(api.auth.login.queryOptions());
  return (
    <Section title="Password">
      <LoadingRegion
        isLoading={login.isPending}
        label="Loading how you sign in"
        skeleton={<Skeleton h={220} />}
      >
        {login.error && !login.data && <LoadFailed asked={login} />}
        {login.data && (login.data.hasPassword ? <PasswordForm /> : <FirstPassword />)}
      </LoadingRegion>
    </Section>
  );
}

function PasswordForm() {
  const { user } = useSignedIn();
  const form = useApiForm({
    schema: changePasswordInput,
    initialValues: { currentPassword: '', newPassword: '' },
    save: changePassword,
    onSaved: async () => {
      form.reset();
      await queryClient.invalidateQueries({ queryKey: api.auth.sessions.key() });
      toastSuccess('Your password has been updated');
    },
  });
  return (
    <form {...form.formProps}>
      <Stack>
        <FormSummary problems={form.problems} />
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <TextInput
          label="Current password"
          type="password"
          autoComplete="current-password"
          key={form.key('currentPassword')}
          {...form.getInputProps('currentPassword')}
        />
        <TextInput
          label="New password"
          description="At least 8 characters. Your other devices are signed out."
          type="password"
          autoComplete="new-password"
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <div>
          <SubmitButton isBusy={form.saving} busyLabel="Updating password...">
            Update password
          </SubmitButton>
        </div>
      </Stack>
    </form>
  );
}

function FirstPassword() {
  const { user } = useSignedIn();
  const send = useMutation({ mutationFn: () => sendPasswordReset(user.email) });
  if (!user.email) return <Text>You sign in with your phone, by a one-time code.</Text>;
  return (
    <Stack align="flex-start">
      <Text>You sign in without a password. To have one as well, set it by a link we send you.</Text>
      {send.error && (
        <Notice tone="danger" role="alert">
          {errorMessage(send.error)}
        </Notice>
      )}
      {send.isSuccess && (
        <Notice tone="success" role="status">
          Check your email for the password reset link
        </Notice>
      )}
      <BusyButton variant="default" isBusy={send.isPending} onClick={() => send.mutate()}>
        Send me the link
      </BusyButton>
    </Stack>
  );
}
