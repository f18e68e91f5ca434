import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import { EmptyState } from '#ui/empty-state.tsx';
import { Badge } from '#ui/status-badge.tsx';

import type { SheetStudent } from '../schema.ts';
import classes from './attendance.module.css';
import { Mark } from './marked-students.tsx';

type Props = {
  students: readonly SheetStudent[];
  absentIds: ReadonlySet<string>;
  onChange: (absentIds: ReadonlySet<string>) => void;
};

/** One row per student, all of it the switch (R29). Arrows move from row to row, Space switches. */
export function StudentRows({ students, absentIds, onChange }: Props) {
  if (students.length === 0) {
    return (
      <EmptyState
        title="No students enrolled yet"
        body="Nobody was enrolled in this class on this date. You can still log that it took place."
      />
    );
  }
  const isNobodyAbsent = absentIds.size === 0;

  function toggle(id: string) {
    const next = new Set(absentIds);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  }

  return (
    <section aria-labelledby="students">
      <div className={classes.listHead}>
        <h2 id="students" className={classes.heading}>
          Students
        </h2>
        <Button
          variant="subtle"
          size="compact-sm"
          data-noprint
          onClick={() => onChange(new Set(isNobodyAbsent ? students.map(({ id }) => id) : []))}
        >
          {isNobodyAbsent ? 'Mark all absent' : 'Mark all present'}
        </Button>
      </div>
      <ul className={classes.rows}>
        {students.map(({ id, fullName, isGuest }) => (
          <li key={id}>
            <button
              type="button"
              role="switch"
              aria-checked={!absentIds.has(id)}
              className={classes.row}
              onKeyDown={moveByArrows}
              onClick={() => toggle(id)}
            >
              <span className={classes.name}>
                {fullName}
                {isGuest && <Badge tone="brand">Catch-up</Badge>}
              </span>
              <Mark isPresent={!absentIds.has(id)} />
              <span className={classes.box} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [
    ...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[role="switch"]') ?? []),
  ];
  const next = rows[rows.findIndex((row) => row === event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
