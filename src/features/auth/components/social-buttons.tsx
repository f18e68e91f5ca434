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

type Props = { form: ReturnType<typeof useAuthForm>; opensStudio?: boolean };

/**
 * One button per company whose accounts are accepted here; nothing when there is none. Who has no studio yet gets one only
 * where it `opensStudio`.
 */
export function SocialButtons({ form, opensStudio = false }: Props) {
  const { social } = useSignInWays();
  const { next } = getRouteApi('/login').useSearch();
  if (social.length === 0) return null;
  const leave = (name: SocialName) =>
    form.run(async () => {
      const asked = { next: safeNext(next), timeZone: ownTimeZone(), requestSignUp: opensStudio };
      leaveFor(await socialAddress(name, asked));
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
