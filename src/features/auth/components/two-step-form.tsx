import { takeTwoStep } from '#client/auth.ts';

import { AuthField, AuthSubmit } from './auth-fields.tsx';
import { AuthForm } from './auth-form.tsx';
import { useEnterDashboard } from './enter-dashboard.ts';
import { textOf, useAuthForm } from './use-auth-form.ts';
import { useSignInWays } from './use-sign-in-ways.ts';
import { ViewLink } from './view-link.tsx';
import classes from './view-link.module.css';

/** The second step of signing in, for who turned it on. */
export function TwoStepForm() {
  const enterDashboard = useEnterDashboard();
  const { contactEmail } = useSignInWays();
  const form = useAuthForm(async (values) => {
    await takeTwoStep(textOf(values, 'code'));
    await enterDashboard();
  });
  return (
    <AuthForm
      title="One more step"
      subtitle="Enter the six digits your authenticator app shows now."
      form={form}
      links={
        <>
          <ViewLink view="sign_in" question="Not you, or not now?" label="Sign in again" />
          <p className={classes.line}>
            Lost the app and the codes? Your studio’s owner or an admin can end your access and invite you
            again. {contactEmail && `If the studio is yours, write to ${contactEmail}.`}
          </p>
        </>
      }
    >
      <AuthField
        label="Code"
        hint="Without the app, enter one of your recovery codes: each works once."
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        autoFocus
      />
      <AuthSubmit isBusy={form.isBusy} busyLabel="Checking the code..." label="Sign in" />
    </AuthForm>
  );
}
