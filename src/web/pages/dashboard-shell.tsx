import '#ui/css.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';

import { colorSchemeManager } from '#client/color-scheme.ts';
import { stayLive } from '#client/live.ts';
import { queryClient } from '#client/query-client.ts';
import { followToday, useSession } from '#client/session.ts';
import type { MadeCodes } from '#features/auth/components/recovery-codes.tsx';
import { UserMenu } from '#features/auth/components/user-menu.tsx';
import { closeQuestion } from '#ui/confirm.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { loadLater } from '#ui/load-later.ts';
import { OverlayHost } from '#ui/overlay-host.tsx';
import { whenIdle } from '#ui/when-idle.ts';

import { theme } from '#ui/theme.ts';

import { leaveWhenSignedOut } from '../leave.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { NavigationDrawer, NavigationToggle } from '../shell/navigation-drawer.tsx';
import classes from '../shell/shell.module.css';
import { Sidebar } from '../shell/sidebar.tsx';
import { ShortcutsButton } from '../shortcuts/shortcuts-button.tsx';
import { StartingUp } from '../starting-up.tsx';

leaveWhenSignedOut();
const loadForms = () => loadLater(() => import('../shell/form-kit.ts'));
const NoAccess = lazyPart(
  () => import('../shell/no-access.tsx'),
  ({ NoAccess }) => NoAccess,
);
const TwoStepNeeded = lazyPart(
  () => import('#features/auth/components/two-step-needed.tsx'),
  ({ TwoStepNeeded: page }) => page,
);
const HeaderChips = lazyPart(
  () => loadLater(() => import('../shell/header-chips.tsx')),
  ({ HeaderChips }) => HeaderChips,
);

/** Theme, data and frame of every screen behind the sign-in. */
export function DashboardShell() {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager} defaultColorScheme="auto">
        <Frame />
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** What is around every screen of the dashboard (spec §2): sidebar, top bar, user menu. */
function Frame() {
  const session = useSession();
  const drawer = useRef<HTMLDialogElement>(null);
  const page = useLocation({ select: ({ pathname }) => pathname });
  const [recoveryCodes, setRecoveryCodes] = useState<MadeCodes | null>(null);
  const isSignedIn = session !== null;
  // What an older version kept does not say.
  const isLetIn = isSignedIn && !session.lacksTwoStep;
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs });
  // The frame is drawn in small steps, so that a phone can answer a touch between them.
  const isDrawn = useDeferredValue(isSignedIn, false);
  // Nobody opens the drawer before there is anything to leave.
  const isDrawerDrawn = useDeferredValue(isDrawn, false);
  useEffect(() => (isLetIn ? stayLive() : undefined), [isLetIn]);
  useEffect(() => (isLetIn && isDrawn ? whenIdle(() => void loadForms()) : undefined), [isLetIn, isDrawn]);
  useEffect(followToday, []);
  // What is asked about one page must not be answered above another.
  useEffect(() => closeQuestion, [page, isLetIn]);
  // Between signing out and arriving at /login there is nobody to show anything to.
  if (!session || !isDrawn) return <StartingUp />;
  if (!isLetIn || recoveryCodes)
    return (
      <>
        <main id="main" tabIndex={-1} className={classes.main}>
          <Suspense>
            <TwoStepNeeded session={session} recoveryCodes={recoveryCodes} onCodes={setRecoveryCodes} />
          </Suspense>
        </main>
        <OverlayHost />
      </>
    );
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <aside className={classes.sidebar} data-noprint>
        <Sidebar session={session} />
      </aside>
      <NavigationDrawer drawer={drawer} key={page}>
        {isDrawerDrawn && <Sidebar session={session} />}
      </NavigationDrawer>
      <header className={classes.top} data-noprint>
        <NavigationToggle drawer={drawer} />
        <PaletteButton />
        <div className={classes.tools}>
          <HeaderChips owner={session.profileId} />
          <ShortcutsButton />
          <UserMenu session={session} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {/* A screen may find the session over before this frame does. */}
        <Suspense>
          {needs && !session.can[needs] ? <NoAccess needs={needs} role={session.role} /> : <Outlet />}
        </Suspense>
      </main>
      <OverlayHost />
    </div>
  );
}
