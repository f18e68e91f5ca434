import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, type ComponentType } from 'react';

import { isTwoStepAwaited, otherTabs, whoIsSignedIn } from '#client/auth.ts';
import { useEnterDashboard } from '#features/auth/components/enter-dashboard.ts';
import type { LoginView } from '#features/auth/components/login-views.ts';
import { ForgottenPasswordForm } from '#features/auth/components/forgotten-password-form.tsx';
import { MagicLinkForm } from '#features/auth/components/magic-link-form.tsx';
import { SignInForm } from '#features/auth/components/sign-in-form.tsx';
import { SignUpForm } from '#features/auth/components/sign-up-form.tsx';
import { TwoStepForm } from '#features/auth/components/two-step-form.tsx';
import { UpdatePasswordForm } from '#features/auth/components/update-password-form.tsx';
import { VerifyOtpForm } from '#features/auth/components/verify-otp-form.tsx';
import { BarreMark } from '#ui/barre-mark.tsx';

import classes from './login.module.css';

const views: Record<LoginView, ComponentType> = {
  sign_in: SignInForm,
  sign_up: SignUpForm,
  forgotten_password: ForgottenPasswordForm,
  magic_link: MagicLinkForm,
  update_password: UpdatePasswordForm,
  verify_otp: VerifyOtpForm,
  two_step: TwoStepForm,
};

/** The sign-in page (spec §2): one form in one of its views, beside what Barre promises. */
export function LoginPage() {
  const { view = 'sign_in', confirm } = getRouteApi('/login').useSearch();
  const Form = views[view];
  useForwardSignedIn((view === 'sign_in' || view === 'sign_up') && !confirm);
  useFollowOtherTabs(view !== 'update_password' && !confirm);
  usePreloadedDashboard();
  useDark();
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <a href="/" className={classes.brand}>
          <BarreMark size={32} />
          Barre
        </a>
        <a href="/" className={classes.home}>
          Back to Home
        </a>
      </header>
      <main className={classes.form}>
        <Form key={view} />
        <p className={classes.legal}>
          By continuing you agree to our <a href="/terms">Terms of Service</a> and{' '}
          <a href="/privacy">Privacy Policy</a>.
        </p>
      </main>
      <aside className={classes.promise} aria-label="What Barre does">
        <Rail />
        <div className={classes.words}>
          <p className={classes.headline}>Everything your studio does, held in one place.</p>
          <dl className={classes.points}>
            {points.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </aside>
    </div>
  );
}

/** Who was led here from another page comes with its colors; the page that follows sets its own. */
function useDark() {
  useLayoutEffect(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'), []);
}

/** Whoever is signed in already, or but for the second step, has no business here; links from emails still do. */
function useForwardSignedIn(isEntrance: boolean) {
  const enterDashboard = useEnterDashboard();
  const forward = useEffectEvent(async () => {
    if (isEntrance && ((await whoIsSignedIn()) || (await isTwoStepAwaited()))) await enterDashboard();
  });
  useEffect(() => void forward(), []);
}

/** Somebody who signs in by another tab, with the link of a letter say, is signed in here too (spec §4). */
function useFollowOtherTabs(isWaiting: boolean) {
  const enterDashboard = useEnterDashboard();
  const follow = useEffectEvent(async ({ data: owner }: MessageEvent<string | null>) => {
    if (isWaiting && owner && (await whoIsSignedIn())) await enterDashboard();
  });
  useEffect(() => {
    otherTabs?.addEventListener('message', follow);
    return () => otherTabs?.removeEventListener('message', follow);
  }, []);
}

/** While somebody types a password, the dashboard's code can already be on its way. */
function usePreloadedDashboard() {
  useEffect(() => {
    const preload = () => void import('./dashboard-shell.tsx').catch(() => {});
    document.addEventListener('focusin', preload, { once: true });
    return () => document.removeEventListener('focusin', preload);
  }, []);
}

const points = [
  ['Smart scheduling', 'Recurring classes, private lessons and tryouts. No instructor is ever booked twice.'],
  ['Student management', 'Rosters, attendance and payments of every student, one search away.'],
  ['Analytics', 'Revenue, conversion and workload for any dates you choose.'],
] as const;

/** A dancer at the barre, and the arcs the leg draws in the air. */
function Rail() {
  return (
    <svg className={classes.rail} viewBox="0 0 640 480" aria-hidden="true">
      <g fill="none" stroke="url(#trail)" strokeLinecap="round">
        <path d="M212 400C212 272 300 190 560 176" strokeWidth="11" stroke="#ede9fe" />
        <path d="M212 400C212 240 318 120 556 76" strokeWidth="5" opacity=".8" />
        <path d="M212 400C212 210 322 70 520 2" strokeWidth="3.500" opacity=".6" />
        <path d="M212 400C212 180 300 20 452-50" strokeWidth="2.500" opacity=".45" />
        <path d="M212 400C212 160 272-10 372-80" strokeWidth="1.500" opacity=".35" />
      </g>
      <circle cx="268" cy="112" r="30" fill="#ede9fe" />
      <path d="M212 400V520" stroke="#ede9fe" strokeWidth="11" strokeLinecap="round" />
      <path d="M-400 400H1200" stroke="#8b5cf6" strokeWidth="7" />
      <defs>
        <linearGradient id="trail" x1="0" x2="1" y1="1" y2="0">
          <stop stopColor="#8b5cf6" />
          <stop offset="1" stopColor="#f58ad0" />
        </linearGradient>
      </defs>
    </svg>
  );
}
