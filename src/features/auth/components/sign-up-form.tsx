import { signUp } from '#client/auth.ts';

import { AuthField, AuthPassword, AuthSubmit } from './auth-fields.tsx';
import { AuthForm } from './auth-form.tsx';
import { useEnterDashboard } from './enter-dashboard.ts';
import { SocialButtons } from './social-buttons.tsx';
import { ownTimeZone, textOf, useAuthForm } from './use-auth-form.ts';
import { ViewLink } from './view-link.tsx';

/** Opens a studio: its owner's account, its name, and the time zone this browser is in. */
export function SignUpForm() {
  const enterDashboard = useEnterDashboard();
  const form = useAuthForm(async (values) => {
    const { isSignedIn } = await signUp({
      name: textOf(values, 'name'),
      organizationName: textOf(values, 'organizationName'),
      email: textOf(values, 'email'),
      password: textOf(values, 'password'),
      timeZone: ownTimeZone(),
    });
    if (!isSignedIn) return 'Check your email for the confirmation link';
    return await enterDashboard();
  });
  return (
    <AuthForm
      title="Start your free trial"
      subtitle="14 days, no credit card, cancel anytime."
      form={form}
      otherWays={<SocialButtons form={form} opensStudio />}
      links={<ViewLink view="sign_in" question="Already have an account?" label="Sign in" />}
    >
      <AuthField label="Your name" name="name" autoComplete="name" maxLength={120} />
      <AuthField label="Studio name" name="organizationName" autoComplete="organization" maxLength={120} />
      <AuthField label="Email" name="email" type="email" autoComplete="username" />
      <AuthPassword
        label="Password"
        name="password"
        hint="At least 8 characters"
        autoComplete="new-password"
      />
      <AuthSubmit isBusy={form.isBusy} busyLabel="Signing up..." label="Sign up" />
    </AuthForm>
  );
}
