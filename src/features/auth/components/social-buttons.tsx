import { getRouteApi } from '@tanstack/react-router';

import { socialAddress, type SocialName } from '#client/auth.ts';
import { leaveFor } from '#client/leave-for.ts';
import { safeNext } from '#features/auth/rules.ts';

import classes from './social-buttons.module.css';
import { SocialMark } from './social-mark.tsx';
import { ownTimeZone, type useAuthForm } from './use-auth-form.ts';
import { useSignInWays } from './use-sign-in-ways.ts';

const companies: Record<SocialName, string> = {
  github: 'GitHub',
  google: 'Google',
  microsoft: 'Microsoft',
};

const leavesWithinMs = 5_000;

/** One button per company whose accounts are accepted here; nothing when there is none. */
export function SocialButtons({ form }: { form: ReturnType<typeof useAuthForm> }) {
  const { social } = useSignInWays();
  const { next } = getRouteApi('/login').useSearch();
  if (social.length === 0) return null;
  const leave = (name: SocialName) =>
    form.run(async () => {
      leaveFor(await socialAddress(name, safeNext(next), ownTimeZone()));
      // Busy until the other page is there; the browser's Stop, which keeps this one, says nothing of itself.
      await new Promise((resolve) => setTimeout(resolve, leavesWithinMs));
    });
  return (
    <div className={classes.ways}>
      <p className={classes.or}>or</p>
      {social.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.way}
          aria-disabled={form.isBusy}
          onClick={() => void leave(name)}
        >
          <SocialMark name={name} />
          Continue with {companies[name]}
        </button>
      ))}
    </div>
  );
}
