import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';

import { EmptyState } from '#ui/empty-state.tsx';
import { Badge } from '#ui/status-badge.tsx';

import type { SheetStudent } from '../schema.ts';
import classes from './attendance.module.css';

/** Who was there and who was not, to read. */
export function MarkedStudents({ students }: { students: readonly SheetStudent[] }) {
  const present = students.filter(({ isPresent }) => isPresent).length;
  if (students.length === 0) return <EmptyState title="Nobody was enrolled on this date" />;
  return (
    <section aria-labelledby="who-came">
      <h2 id="who-came" className={classes.heading}>
        {present} of {students.length} present
      </h2>
      <ul className={classes.rows}>
        {students.map(({ id, fullName, isGuest, isPresent }) => (
          <li key={id} className={classes.row} data-readonly>
            <span className={classes.name}>
              {fullName}
              {isGuest && <Badge tone="brand">Catch-up</Badge>}
            </span>
            <Mark isPresent={isPresent} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Present, absent, or not known: by word and sign, and by colour. */
export function Mark({ isPresent }: { isPresent: boolean | null }) {
  if (isPresent === null) return <Badge tone="neutral">Not recorded</Badge>;
  return (
    <Badge tone={isPresent ? 'success' : 'neutral'}>
      {isPresent ? <IconCheck size={14} aria-hidden="true" /> : <IconMinus size={14} aria-hidden="true" />}
      {isPresent ? 'Present' : 'Absent'}
    </Badge>
  );
}
