import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { sendMagicLink, signInByMagicLink } from '#client/auth.ts';
import { safeNext } from '#features/auth/rules.ts';

import { AuthField, AuthSubmit } from './auth-fields.tsx';
import { AuthForm } from './auth-form.tsx';
import { useEnterDashboard } from './enter-dashboard.ts';
import { textOf, useAuthForm } from './use-auth-form.ts';
import { ViewLink } from './view-link.tsx';

/** Asks for a link by email; the link leads back here and signs in. */
export function MagicLinkForm() {
  const { token, next } = getRouteApi('/login').useSearch();
  const enterDashboard = useEnterDashboard();
  // The token stays in the address when its link did not work and another one is asked for.
  const [isFollowing, setIsFollowing] = useState(token !== undefined);
  const form = useAuthForm(
    async (values) => {
      setIsFollowing(false);
      await sendMagicLink(textOf(values, 'email'), safeNext(next));
      return 'Check your email for the magic link';
    },
    { isBusy: isFollowing },
  );

  const follow = useEffectEvent(() => {
    if (token === undefined) return;
    void form.run(async () => {
      await signInByMagicLink(token);
      await enterDashboard();
    });
  });
  // Here and not by the link itself: programs that look at every link in a letter would use it up.
  useEffect(() => follow(), []);
  return (
    <AuthForm
      title={isFollowing && form.isBusy ? 'Signing you in' : 'Sign in by email'}
      subtitle="We send you a link that signs you in without a password."
      form={form}
      links={
        <>
          <ViewLink view="verify_otp" question="On another device?" label="Use a one-time code" />
          <ViewLink view="sign_in" question="Have your password?" label="Sign in" />
        </>
      }
    >
      <AuthField label="Email" name="email" type="email" autoComplete="username" />
      <AuthSubmit
        isBusy={form.isBusy}
        busyLabel={isFollowing ? 'Signing in...' : 'Sending Magic Link...'}
        label="Send Magic Link"
      />
    </AuthForm>
  );
}
