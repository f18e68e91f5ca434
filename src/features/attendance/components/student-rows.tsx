import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import { EmptyState } from '#ui/empty-state.tsx';
import { Badge } from '#ui/status-badge.tsx';

import type { SheetStudent } from '../schema.ts';
import classes from './attendance.module.css';
import { markOf, type AttendanceDraft } from './attendance-draft.ts';
import { Mark } from './marked-students.tsx';

type Props = {
  students: readonly SheetStudent[];
  marks: Marks;
  onChange: (marks: Marks) => void;
};
type Marks = Pick<AttendanceDraft, 'absentIds' | 'unmarkedIds'>;

/**
 * One row per student, all of it the switch (R29). Arrows move from row to row, Space switches. Who is not marked yet is
 * neither on nor off: the first press says that they were present.
 */
export function StudentRows({ students, marks, onChange }: Props) {
  if (students.length === 0) {
    return (
      <EmptyState
        title="No students enrolled yet"
        body="Nobody was enrolled in this class on this date. You can still log that it took place."
      />
    );
  }
  const areAllPresent = students.every(({ id }) => markOf(marks, id));

  function toggle(id: string) {
    const [absentIds, unmarkedIds] = [new Set(marks.absentIds), new Set(marks.unmarkedIds)];
    if (!unmarkedIds.delete(id) && !absentIds.delete(id)) absentIds.add(id);
    onChange({ absentIds, unmarkedIds });
  }

  function markAll(isPresent: boolean) {
    const absentIds = new Set(isPresent ? [] : students.map(({ id }) => id));
    onChange({ absentIds, unmarkedIds: new Set() });
  }

  return (
    <section aria-labelledby="students">
      <div className={classes.listHead}>
        <h2 id="students" className={classes.heading}>
          Students
        </h2>
        <Button variant="subtle" size="compact-sm" data-noprint onClick={() => markAll(!areAllPresent)}>
          {areAllPresent ? 'Mark all absent' : 'Mark all present'}
        </Button>
      </div>
      <ul className={classes.rows}>
        {students.map(({ id, fullName, isGuest }) => (
          <li key={id}>
            <button
              type="button"
              {...switchOf(markOf(marks, id))}
              className={classes.row}
              onKeyDown={moveByArrows}
              onClick={() => toggle(id)}
            >
              <span className={classes.name}>
                {fullName}
                {isGuest && <Badge tone="brand">Catch-up</Badge>}
              </span>
              <Mark isPresent={markOf(marks, id)} />
              <span className={classes.box} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Moves focus to the first row; to what stands in its place where nobody is to be marked. */
export function focusFirstStudent(): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  (find('form li button') ?? find('form input:checked'))?.focus({ preventScroll: true });
}

/** A switch is on or off. What is neither is a button, which becomes a switch by being pressed. */
function switchOf(mark: boolean | null) {
  return mark === null ? {} : { role: 'switch', 'aria-checked': mark };
}

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const next = rows[rows.findIndex((row) => row === event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
