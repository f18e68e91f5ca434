import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';

import { addressOf, awaitsLetter, confirmEmail, hasPassword, signIn, whoIsSignedIn } from '#client/auth.ts';

import { AuthField, AuthPassword, AuthSubmit } from './auth-fields.tsx';
import { AuthForm } from './auth-form.tsx';
import { displayName } from './display-name.ts';
import { useEnterDashboard } from './enter-dashboard.ts';
import { socialOutcome } from './social-outcome.ts';
import { SocialButtons } from './social-buttons.tsx';
import { textOf, useAuthForm } from './use-auth-form.ts';
import { ViewLink } from './view-link.tsx';
import classes from './view-link.module.css';

export function SignInForm() {
  const { confirm } = getRouteApi('/login').useSearch();
  // Somebody else may have led here with a link of their own, to have others work on in their account.
  const address = addressOf(confirm ?? '');
  const [isAgreed, setIsAgreed] = useState(() => awaitsLetter(address));
  return confirm === undefined || isAgreed ? (
    <PasswordForm />
  ) : (
    <ConfirmAddressForm address={address} onAgreed={() => setIsAgreed(true)} />
  );
}

function ConfirmAddressForm({ address, onAgreed }: { address: string | null; onAgreed: () => void }) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onAgreed();
  };
  return (
    <AuthForm
      title="Confirm your email address"
      subtitle={`This link confirms ${address ?? 'the address it was sent to'} and signs in. Go on only if that is your address. To keep the password you chose, open it in the browser you signed up in.`}
      form={{ isBusy: false, refusal: null, message: null, onSubmit }}
      links={<ViewLink view="sign_in" question="Have your password?" label="Sign in" />}
    >
      <AuthSubmit isBusy={false} busyLabel="" label="Confirm my address" />
    </AuthForm>
  );
}

function PasswordForm() {
  const { confirm, error, updated } = getRouteApi('/login').useSearch();
  const enterDashboard = useEnterDashboard();
  const form = useAuthForm(
    async (values) => {
      await signIn({ email: textOf(values, 'email'), password: textOf(values, 'password') });
      await enterDashboard();
    },
    {
      ...(error ? socialOutcome(error) : {}),
      ...(updated === 'password' ? { message: 'Your password has been updated' } : {}),
    },
  );
  const other = useConfirmedAddress(confirm, form.run);
  return (
    <AuthForm
      title="Welcome back"
      subtitle="Sign in to your studio."
      form={form}
      otherWays={<SocialButtons form={form} />}
      links={
        <>
          {other && (
            <Link to="/dashboard" className={classes.link}>
              Go on as {other}
            </Link>
          )}
          <ViewLink view="forgotten_password" label="Forgot your password?" />
          <ViewLink view="magic_link" label="Send a magic link email" />
          <ViewLink view="sign_up" question="Don’t have an account?" label="Sign up" />
        </>
      }
    >
      <AuthField label="Email" name="email" type="email" autoComplete="username" />
      <AuthPassword label="Password" name="password" autoComplete="current-password" />
      <AuthSubmit isBusy={form.isBusy} busyLabel="Signing in..." label="Sign in" />
    </AuthForm>
  );
}

/**
 * The link of a confirmation letter leads here; who opens it for the first time is signed in. In another browser than
 * the one they signed up in, that leaves them without a password. Gives back who else is signed in here, when it is
 * opened once more.
 */
function useConfirmedAddress(token: string | undefined, run: ReturnType<typeof useAuthForm>['run']) {
  const enterDashboard = useEnterDashboard();
  const router = useRouter();
  const [other, setOther] = useState<string | null>(null);
  const confirm = useEffectEvent(async (given: string) => {
    await confirmEmail(given);
    const user = await whoIsSignedIn();
    if (!user) return 'Your email address is confirmed. Sign in.';
    const address = addressOf(given);
    if (address !== null && user.email !== address) {
      const name = displayName(user);
      setOther(name);
      return `${address} is confirmed. ${name} is signed in here: sign in with ${address} to take their place, or go on as ${name}.`;
    }
    if (await hasPassword()) return await enterDashboard();
    const search = { view: 'forgotten_password', updated: 'address' } as const;
    return await router.navigate({ to: '/login', search, replace: true });
  });
  const start = useEffectEvent(() => {
    if (token) void run(() => confirm(token));
  });
  useEffect(() => start(), []);
  return other;
}
