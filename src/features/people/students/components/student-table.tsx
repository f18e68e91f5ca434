import { subscriptionStatusLabels } from '#features/payments/rules.ts';
import { EmailText } from '#ui/contact-links.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { danceTheme } from '#ui/dance-type.tsx';
import { Badge, statusTone } from '#ui/status-badge.tsx';

import type { StudentRow } from '../schema.ts';
import classes from './students.module.css';
import { StudentLink } from './student-link.tsx';

const mostClasses = 3;

/** Students by name, each a link to their profile. */
export function StudentTable({ students }: { students: readonly StudentRow[] }) {
  return <DataTable caption="Current students" columns={columns} rows={students} rowKey={({ id }) => id} />;
}

const columns: readonly Column<StudentRow>[] = [
  {
    key: 'name',
    header: 'Name',
    isName: true,
    cell: ({ id, fullName }) => (
      <StudentLink studentId={id} inherit>
        {fullName}
      </StudentLink>
    ),
  },
  {
    key: 'contact',
    header: 'Contact',
    cell: ({ email, phoneNumber }) =>
      email || phoneNumber ? (
        <span className={classes.lines}>
          {email && <EmailText address={email} />}
          {phoneNumber && <span>{phoneNumber}</span>}
        </span>
      ) : (
        <span className={classes.none}>None</span>
      ),
  },
  { key: 'classes', header: 'Classes', cell: (student) => <Classes student={student} /> },
  {
    key: 'status',
    header: 'Subscription',
    cell: ({ status }) =>
      status ? (
        <Badge tone={statusTone('subscription', status)}>{subscriptionStatusLabels[status]}</Badge>
      ) : (
        <span className={classes.none}>None</span>
      ),
  },
];

function Classes({ student }: { student: StudentRow }) {
  if (student.classes.length === 0) return <span className={classes.none}>None</span>;
  const more = student.classes.length - mostClasses;
  return (
    <span className={classes.tags}>
      {student.classes.slice(0, mostClasses).map(({ id, name, danceTypeName }) => (
        <span
          key={id}
          className={classes.class}
          data-dance={danceTheme(danceTypeName).key}
          title={danceTypeName}
        >
          {name}
        </span>
      ))}
      {more > 0 && <span className={classes.none}>and {more} more</span>}
    </span>
  );
}
