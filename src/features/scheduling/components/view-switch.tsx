import { Link } from '@tanstack/react-router';

import classes from './schedule-toolbar.module.css';

const views = [
  { view: 'classes', label: 'Classes', short: 'Classes' },
  { view: 'week', label: 'Week', short: 'Week' },
  { view: 'rooms', label: 'Day by room', short: 'Rooms' },
  { view: 'instructors', label: 'Day by instructor', short: 'Instructors' },
] as const;

/** The four ways to look at the schedule (R31), as links: each has an address of its own. */
export function ViewSwitch({ onNear }: { onNear: () => void }) {
  return (
    <nav aria-label="View" className={classes.views} data-noprint>
      {views.map(({ view, label, short }) => (
        <Link
          key={view}
          to="/dashboard"
          search={(search) => ({ ...search, view: view === 'classes' ? undefined : view })}
          // The router would call all four current: they differ by their search alone.
          activeOptions={{ exact: true, includeSearch: true }}
          className={classes.view}
          onPointerEnter={onNear}
          onFocus={onNear}
        >
          <span className={classes.long}>{label}</span>
          <span className={classes.short}>{short}</span>
        </Link>
      ))}
    </nav>
  );
}
