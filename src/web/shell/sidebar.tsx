import { Link, useRouter, type LinkProps } from '@tanstack/react-router';

import type { Session } from '#client/session.ts';
import { BarreMark } from '#ui/barre-mark.tsx';

import { navigation, type NavigationEntry } from '../navigation.ts';
import { studioName } from '../studio-name.ts';
import classes from './sidebar.module.css';
import { TrialNote } from './trial-note.tsx';

/** The studio's name, where one can go and, for who manages it, how long the trial lasts. */
export function Sidebar({ session }: { session: Session }) {
  const entries = useReachableEntries(session);
  const name = studioName(session.organization.name);
  return (
    <div className={classes.sidebar}>
      <p className={classes.studio}>
        <BarreMark size={28} />
        <span className={classes.name} title={name}>
          {name}
        </span>
      </p>
      <nav aria-label="Main" className={classes.entries}>
        {entries.map((entry) => (
          <Entry key={entry.path} entry={entry} />
        ))}
      </nav>
      {session.can.manageStudio && (
        <TrialNote endsOn={session.organization.trialEndsOn} today={session.today} />
      )}
    </div>
  );
}

type ReachableEntry = NavigationEntry & { path: NonNullable<LinkProps['to']> };

function Entry({ entry: { path, label, icon: Icon } }: { entry: ReachableEntry }) {
  return (
    <Link to={path} className={classes.entry} activeOptions={{ exact: true, includeSearch: false }}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {label}
    </Link>
  );
}

/** Entries whose page exists and which the reader may use. */
function useReachableEntries(session: Session): ReachableEntry[] {
  const { routesByPath } = useRouter();
  const isReachable = (entry: NavigationEntry): entry is ReachableEntry =>
    Object.hasOwn(routesByPath, entry.path) && session.can[entry.needs];
  return navigation.filter(isReachable);
}
