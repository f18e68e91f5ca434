import type { ReactNode } from 'react';

import { landingMarkers } from '#shared/landing-markers.ts';
import { BarreMark } from '#ui/barre-mark.tsx';

const signUp = '/login?view=sign_up';

/** Header and footer around a public page. */
export function Frame({ isMember = false, children }: { isMember?: boolean; children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="top">
        <a href="/" className="brand">
          <BarreMark size={32} />
          Barre
        </a>
        <nav aria-label="Main">
          <a href="/#contact" className="quiet">
            Get in Touch
          </a>
          {isMember ? (
            <a href="/dashboard" className="button small">
              Open dashboard
            </a>
          ) : (
            <>
              <a href="/login" className="quiet">
                Login
              </a>
              <a href={signUp} className="button small">
                Start Free Trial
              </a>
            </>
          )}
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="foot">
        <a href="/" className="brand">
          <BarreMark size={24} />
          Barre
        </a>
        <p>© {landingMarkers.year} Barre. All rights reserved.</p>
        <nav aria-label="Legal">
          <a href="/terms" className="quiet">
            Terms of Service
          </a>
          <a href="/privacy" className="quiet">
            Privacy Policy
          </a>
        </nav>
      </footer>
    </>
  );
}

/** Starts a trial; for who is signed in, opens their studio. */
export function StartButton({ isMember, label }: { isMember: boolean; label: string }) {
  return (
    <a href={isMember ? '/dashboard' : signUp} className="button">
      {isMember ? 'Open dashboard' : label}
    </a>
  );
}
