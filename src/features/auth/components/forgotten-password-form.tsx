import { getRouteApi, Link } from '@tanstack/react-router';

import { sendPasswordReset } from '#client/auth.ts';
import { safeNext } from '#features/auth/rules.ts';

import { AuthField, AuthSubmit } from './auth-fields.tsx';
import { AuthForm } from './auth-form.tsx';
import { textOf, useAuthForm } from './use-auth-form.ts';
import { ViewLink } from './view-link.tsx';
import classes from './view-link.module.css';

const confirmedElsewhere =
  'Your email address is confirmed, and you are signed in. A password typed in another browser was not kept: anybody could have signed up with your address. Without a password, a magic link signs you in.';

/** Sends the link that sets a password: a new one or, for who just confirmed their address, the first. */
export function ForgottenPasswordForm() {
  const { updated, next } = getRouteApi('/login').useSearch();
  const isFirst = updated === 'address';
  const form = useAuthForm(
    async (values) => {
      await sendPasswordReset(textOf(values, 'email'), safeNext(next));
      return 'Check your email for the password reset link';
    },
    isFirst ? { message: confirmedElsewhere } : {},
  );
  return (
    <AuthForm
      title={isFirst ? 'Set a password' : 'Forgot your password?'}
      subtitle={isFirst ? 'We send you a link to choose one.' : 'We send you a link to choose a new one.'}
      form={form}
      links={
        isFirst ? (
          <Link to="/dashboard" className={classes.link}>
            Go to your dashboard
          </Link>
        ) : (
          <ViewLink view="sign_in" question="Remembered it?" label="Sign in" />
        )
      }
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
