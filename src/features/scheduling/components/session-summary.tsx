import { formatDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { formatWeekdays } from '#shared/weekday.ts';

import type { ScheduleItem } from './schedule-actions.tsx';
import classes from './schedule-actions.module.css';
import { Unbroken } from '#ui/unbroken.tsx';

/** What the menu is about, in full: a block on the board may be too small to say it all. */
export function SessionSummary({ item: { rule, session } }: { item: ScheduleItem }) {
  const what = session ?? rule;
  return (
    <>
      <p className={classes.title}>{session?.title ?? rule?.name}</p>
      <p className={classes.line}>
        {session ? formatDate(session.date) : formatWeekdays(rule?.daysOfWeek ?? [])},{' '}
        {what && <Unbroken>{formatTimeRange(what)}</Unbroken>}
      </p>
      <p className={classes.line}>
        {what?.room.name} · {what?.instructor.fullName}
      </p>
      {session?.studentName && <p className={classes.line}>With {session.studentName}</p>}
      {session?.isCancelled && <p className={classes.cancelled}>CANCELLED FOR THIS DATE</p>}
    </>
  );
}
