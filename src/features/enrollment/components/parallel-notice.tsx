import { Button } from '@mantine/core';
import { weekdayOfNumber } from '#shared/weekday.ts';
import { apart } from '#ui/apart.ts';
import { Notice } from '#ui/notice.tsx';

import type { RosterEntry } from '../schema.ts';
import { NamedClasses } from './named-classes.tsx';

/** Who was enrolled just now though they have another class at the same time: some families alternate, so it only tells. */
export function ParallelNotice({ entries, onRead }: { entries: readonly RosterEntry[]; onRead: () => void }) {
  if (entries.length === 0) return null;
  return (
    <Notice
      tone="warning"
      role="status"
      action={
        <Button variant="default" size="compact-sm" onClick={onRead}>
          Dismiss
        </Button>
      }
    >
      {entries.map(({ studentId, fullName, parallelClasses: others }) => (
        <div key={studentId}>
          {apart(fullName)} has {others.length > 1 ? 'other classes' : 'another class'} at the same time:{' '}
          <NamedClasses
            classes={others.map((rule) => ({ ...rule, daysOfWeek: rule.daysOfWeek.map(weekdayOfNumber) }))}
          />
          .
        </div>
      ))}
    </Notice>
  );
}
