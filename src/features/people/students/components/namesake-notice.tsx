import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { personKey } from '#shared/name-key.ts';
import { apart } from '#ui/apart.ts';
import { Notice } from '#ui/notice.tsx';

import type { StudentRow } from '../schema.ts';
import classes from './namesake-notice.module.css';
import { StudentLink } from './student-link.tsx';

const askAfterMs = 400;

type Props = {
  /** Of a new student, as far as it is typed. */
  fullName: string;
  isSaving: boolean;
};

/** Says quietly who has a new student's name already: enrolled twice, their attendance and payments would be apart. */
export function NamesakeNotice(props: Props) {
  const namesakes = useNamesakes(props);
  const [first] = namesakes;
  return (
    <div role="status" className={classes.namesakes}>
      {first && (
        <Notice
          tone="warning"
          action={
            <span className={classes.links}>
              {namesakes.map((student) => (
                <ProfileLink key={student.id} student={student} isOneOfMany={namesakes.length > 1} />
              ))}
            </span>
          }
        >
          {namesakes.length > 1
            ? `${namesakes.length} students called ${apart(first.fullName)} are here already.`
            : `A student called ${apart(first.fullName)} is here already.`}{' '}
          This would be another one.
        </Notice>
      )}
    </div>
  );
}

function ProfileLink({ student, isOneOfMany }: { student: StudentRow; isOneOfMany: boolean }) {
  const { id, fullName, email, phoneNumber } = student;
  const contact = email ?? phoneNumber ?? 'no email or phone';
  return (
    <StudentLink studentId={id} c="inherit" underline="always">
      Open {fullName}’s profile{isOneOfMany && ` (${contact})`}
    </StudentLink>
  );
}

function useNamesakes({ fullName, isSaving }: Props): readonly StudentRow[] {
  const key = personKey(fullName);
  const [asked] = useDebouncedValue(key, askAfterMs);
  // A first name alone finds many who are not meant.
  const isCurrent = asked === key && key.includes(' ');
  const { data } = useQuery({
    ...api.people.students.list.queryOptions({ input: { q: asked, limit: 20 } }),
    // Who is being saved would soon find themselves.
    enabled: isCurrent && !isSaving,
  });
  return isCurrent && data ? data.items.filter((student) => personKey(student.fullName) === key) : [];
}
