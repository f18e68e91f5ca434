import { getRouteApi } from '@tanstack/react-router';

import { sendPasswordReset } from '#client/auth.ts';
import { safeNext } from '#features/auth/rules.ts';

import { AuthField, AuthSubmit } from './auth-fields.tsx';
import { AuthForm } from './auth-form.tsx';
import { textOf, useAuthForm } from './use-auth-form.ts';
import { ViewLink } from './view-link.tsx';

/** Sends the link that sets a new password. */
export function ForgottenPasswordForm() {
  const { next } = getRouteApi('/login').useSearch();
  const form = useAuthForm(async (values) => {
    await sendPasswordReset(textOf(values, 'email'), safeNext(next));
    return 'Check your email for the password reset link';
  });
  return (
    <AuthForm
      title="Forgot your password?"
      subtitle="We send you a link to choose a new one."
      form={form}
      links={<ViewLink view="sign_in" question="Remembered it?" label="Sign in" />}
    >
      <AuthField label="Email" name="email" type="email" autoComplete="username" />
      <AuthSubmit
        isBusy={form.isBusy}
        busyLabel="Sending reset instructions..."
        label="Send reset password instructions"
      />
    </AuthForm>
  );
}
