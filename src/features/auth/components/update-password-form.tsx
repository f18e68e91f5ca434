import { getRouteApi, useRouter } from '@tanstack/react-router';

import { resetPassword } from '#client/auth.ts';

import { AuthPassword, AuthSubmit } from './auth-fields.tsx';
import { AuthForm } from './auth-form.tsx';
import { textOf, useAuthForm } from './use-auth-form.ts';
import { ViewLink } from './view-link.tsx';

// Who was not told that the password was set comes here by the same link again.
const spent =
  'This link was used already or has expired. If you have just set a password by it, sign in with that; otherwise request a new link.';
const incomplete = 'This link is not complete. Open it from the email again, or request a new one.';

/** Where the links of invitations and of forgotten passwords lead. */
export function UpdatePasswordForm() {
  const { token, invited, next } = getRouteApi('/login').useSearch();
  const router = useRouter();
  const form = useAuthForm(
    async (values) => {
      if (!token) throw new Error(incomplete);
      await resetPassword({ newPassword: textOf(values, 'password'), token }).catch(explain);
      await router.navigate({ to: '/login', search: { updated: 'password', next }, replace: true });
    },
    token ? {} : { refusal: incomplete },
  );
  return (
    <AuthForm
      title={invited ? 'Choose a password' : 'Choose a new password'}
      subtitle={
        invited
          ? 'You sign in with it and this email address from then on.'
          : 'Your other devices are signed out when you do.'
      }
      form={form}
      links={
        <>
          <ViewLink view="forgotten_password" question="Link expired?" label="Request a new one" />
          <ViewLink view="sign_in" question="Have your password?" label="Sign in" />
        </>
      }
    >
      <AuthPassword
        label={invited ? 'Password' : 'New password'}
        name="password"
        hint="At least 8 characters"
        autoComplete="new-password"
      />
      <AuthSubmit isBusy={form.isBusy} busyLabel="Updating password..." label="Update password" />
    </AuthForm>
  );
}

function explain(error: unknown): never {
  if (error instanceof Error && error.message === 'Invalid token') throw new Error(spent, { cause: error });
  throw error;
}
