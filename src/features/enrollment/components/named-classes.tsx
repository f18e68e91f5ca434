import { Fragment } from 'react';

import { formatTimeRange, type TimeRange } from '#shared/time-range.ts';
import { formatWeekdays, type Weekday } from '#shared/weekday.ts';
import { apart } from '#ui/apart.ts';
import { Unbroken } from '#ui/unbroken.tsx';

/** Classes in a sentence, each with when it is. */
export function NamedClasses({ classes }: { classes: readonly NamedClass[] }) {
  return classes.map((rule, nth) => (
    <Fragment key={`${rule.id}${rule.startTime}`}>
      {nth > 0 && ' and '}
      {apart(rule.name)} · {formatWeekdays(rule.daysOfWeek)}, <Unbroken>{formatTimeRange(rule)}</Unbroken>
    </Fragment>
  ));
}

export type NamedClass = TimeRange & { id: string; name: string; daysOfWeek: readonly Weekday[] };
