import { useSession } from '#client/session.ts';
import { formatDateOn } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { Unbroken } from '#ui/unbroken.tsx';

import type { Clash } from '../schema.ts';
import classes from './clash-list.module.css';

const shownAtMost = 5;

/** What a booking clashes with: title, first date, time, and who teaches it. */
export function ClashList({ clashes }: { clashes: readonly Clash[] }) {
  const today = useSession()?.today ?? '';
  if (clashes.length === 0) return null;
  const hidden = clashes.length - shownAtMost;
  return (
    <ul className={classes.list}>
      {clashes.slice(0, shownAtMost).map((clash) => (
        <li key={`${clash.kind}${clash.id}${clash.date}`}>
          <strong>{clash.title}</strong>, <Unbroken>{formatDateOn(clash.date, today)}</Unbroken>,{' '}
          <Unbroken>{formatTimeRange(clash)}</Unbroken>
          {clash.resource === 'room' && `, with ${clash.instructorName}`}
        </li>
      ))}
      {hidden > 0 && <li>and {hidden} more</li>}
    </ul>
  );
}
