import { Fragment } from 'react';

import { ConvertLink } from '#features/leads/components/convert-link.tsx';
import { useCan, useSignedIn } from '#client/session.ts';
import { StudentLink } from '#features/people/students/components/student-link.tsx';
import { deletedStudentName } from '#features/people/students/rules.ts';
import type { OneOffSession } from '#features/scheduling/one-offs/schema.ts';
import { formatDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { DanceTypeTag } from '#ui/dance-type.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { Unbroken } from '#ui/unbroken.tsx';

import classes from './outcome.module.css';
import { priceWords } from './price-words.ts';

/** Who met whom, where and when. */
export function SessionFacts({ session }: { session: OneOffSession }) {
  const { title, danceType, outcome, instructor, room, sessionDate } = session;
  const { currency } = useSignedIn().organization;
  const facts = [
    [session.inquiry ? 'Inquiry' : 'Student', <Person key="person" session={session} />],
    ['Instructor', instructor.fullName],
    ['Classroom', room.name],
    [
      'When',
      <Fragment key="when">
        {formatDate(sessionDate, true)}, <Unbroken>{formatTimeRange(session)}</Unbroken>
      </Fragment>,
    ],
    ['Price', priceWords(session, currency)],
  ] as const;
  return (
    <section aria-labelledby="session">
      <h2 id="session" className={classes.heading}>
        {title}
        {danceType && <DanceTypeTag name={danceType.name} />}
        {outcome && <StatusBadge kind="tryout" status={outcome} />}
      </h2>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Person({ session: { student, inquiry, outcome } }: { session: OneOffSession }) {
  const mayEnroll = useCan('managePeople');
  const name = (student ?? inquiry)?.fullName ?? 'Not named';
  const studentId = student?.id ?? inquiry?.studentId;
  // Who was deleted has no profile.
  if (!mayEnroll || name === deletedStudentName) return name;
  if (studentId) {
    return <StudentLink studentId={studentId}>{name}</StudentLink>;
  }
  if (!inquiry || outcome !== 'Completed') return name;
  return (
    <>
      {name} ·{' '}
      <ConvertLink inquiryId={inquiry.id} className={classes.link}>
        Convert to Student
      </ConvertLink>
    </>
  );
}
