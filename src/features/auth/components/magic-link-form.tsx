import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { hasAskedForLink, sendMagicLink, signInByMagicLink } from '#client/auth.ts';
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
  // Somebody else may have led here with a link of their own, to have others work on in their account.
  const [mustAsk, setMustAsk] = useState(token !== undefined && !hasAskedForLink());
  // The token stays in the address when its link did not work and another one is asked for.
  const [isFollowing, setIsFollowing] = useState(token !== undefined);
  const form = useAuthForm(
    async (values) => {
      if (token !== undefined && mustAsk) return await enterBy(token);
      setIsFollowing(false);
      await sendMagicLink(textOf(values, 'email'), safeNext(next));
      return 'Check your email for the magic link';
    },
    { isBusy: isFollowing && !mustAsk },
  );

  async function enterBy(given: string) {
    setMustAsk(false);
    await signInByMagicLink(given);
    await enterDashboard();
  }

  const follow = useEffectEvent(() => {
    if (token !== undefined && !mustAsk) void form.run(() => enterBy(token));
  });
  // Here and not by the link itself: programs that look at every link in a letter would use it up.
  useEffect(() => follow(), []);
  if (mustAsk) {
    return (
      <AuthForm
        title="Sign in by email"
        subtitle="This link signs in whoever it was sent to. Go on only if you asked for it yourself."
        form={form}
        links={<ViewLink view="sign_in" question="Have your password?" label="Sign in" />}
      >
        <AuthSubmit isBusy={form.isBusy} busyLabel="Signing in..." label="Sign in with this link" />
      </AuthForm>
    );
  }
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
