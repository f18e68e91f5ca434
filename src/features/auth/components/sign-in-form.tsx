import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import {
  addressOf,
  confirmByPassword,
  confirmEmail,
  needsPassword,
  signIn,
  whoIsSignedIn,
} from '#client/auth.ts';

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
  const [isPasswordNeeded, setIsPasswordNeeded] = useState(false);
  return confirm && isPasswordNeeded ? (
    <ConfirmAddressForm token={confirm} />
  ) : (
    <PasswordForm onPasswordNeeded={() => setIsPasswordNeeded(true)} />
  );
}

function ConfirmAddressForm({ token }: { token: string }) {
  const enterDashboard = useEnterDashboard();
  const address = addressOf(token) ?? '';
  const form = useAuthForm(async (values) => {
    await confirmByPassword(token, { email: address, password: textOf(values, 'password') });
    await enterDashboard();
  });
  return (
    <AuthForm
      title="Confirm your email address"
      subtitle={`This link confirms ${address}. Enter the password you chose when you signed up with it.`}
      form={form}
      links={
        <>
          <ViewLink view="forgotten_password" label="Forgot your password?" />
          <ViewLink view="magic_link" label="Send a magic link email" />
          <ViewLink view="sign_in" question="Another address?" label="Sign in" />
        </>
      }
    >
      <AuthField label="Email" name="email" type="email" autoComplete="username" value={address} readOnly />
      <AuthPassword label="Password" name="password" autoComplete="current-password" />
      <AuthSubmit isBusy={form.isBusy} busyLabel="Confirming..." label="Confirm my address" />
    </AuthForm>
  );
}

function PasswordForm({ onPasswordNeeded }: { onPasswordNeeded: () => void }) {
  const { confirm, error, updated, ended } = getRouteApi('/login').useSearch();
  const enterDashboard = useEnterDashboard();
  const [areCookiesKept] = useState(keepsCookies);
  const form = useAuthForm(
    async (values) => {
      await signIn({ email: textOf(values, 'email'), password: textOf(values, 'password') });
      await enterDashboard();
    },
    {
      ...(ended === 'yes' ? { message: sessionEnded, tone: 'warning' } : {}),
      ...(areCookiesKept ? {} : { message: noCookies, tone: 'warning' }),
      ...(error ? socialOutcome(error) : {}),
      ...(updated === 'password' ? { message: 'Your password has been updated' } : {}),
    },
  );
  const other = useConfirmedAddress(confirm, form.run, onPasswordNeeded);
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

const sessionEnded =
  'You were signed out. Sign in to go on. Anything that was just being saved was not saved; check it.';

const noCookies =
  'This browser blocks cookies, so nobody can stay signed in. Allow cookies for this page, reload it and sign in.';

/** Tried, since `navigator.cookieEnabled` does not know what the browser blocks for this page. */
function keepsCookies(): boolean {
  const name = 'barre.kept';
  document.cookie = `${name}=1; SameSite=Lax`;
  const isKept = document.cookie.includes(`${name}=1`);
  document.cookie = `${name}=; max-age=0`;
  return isKept;
}

/**
 * The link of a confirmation letter leads here, and signs in who signed up in this browser a moment ago. Gives back who
 * else is signed in here, when it is opened once more.
 */
function useConfirmedAddress(
  token: string | undefined,
  run: ReturnType<typeof useAuthForm>['run'],
  onPasswordNeeded: () => void,
) {
  const enterDashboard = useEnterDashboard();
  const [other, setOther] = useState<string | null>(null);
  const confirm = useEffectEvent(async (given: string) => {
    try {
      await confirmEmail(given);
    } catch (error) {
      if (!needsPassword(error)) throw error;
      return onPasswordNeeded();
    }
    const user = await whoIsSignedIn();
    if (!user) return 'Your email address is confirmed. Sign in.';
    const address = addressOf(given);
    if (address !== null && user.email !== address) {
      const name = displayName(user);
      setOther(name);
      return `${address} is confirmed. ${name} is signed in here: sign in with ${address} to take their place, or go on as ${name}.`;
    }
    return await enterDashboard();
  });
  const start = useEffectEvent(() => {
    if (token) void run(() => confirm(token));
  });
  useEffect(() => start(), []);
  return other;
}
