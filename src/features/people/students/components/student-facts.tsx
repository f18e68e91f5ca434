import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { api } from '#client/api.ts';
import { useCan, useSignedIn } from '#client/session.ts';
import { activeText, studentStatusText } from '#features/payments/rules.ts';
import { counted } from '#shared/counted.ts';
import { ageOn, formatDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { formatWeekdays, weekdayOfNumber } from '#shared/weekday.ts';
import { apart } from '#ui/apart.ts';
import { danceTheme } from '#ui/dance-type.tsx';
import { ContactFacts, Fact, Facts, ProfileCard, ProfileCards } from '#ui/profile-card.tsx';
import { statusTone } from '#ui/status-badge.tsx';
import { Unbroken } from '#ui/unbroken.tsx';

import type { Student } from '../schema.ts';
import classes from './student-profile.module.css';

/** Contact, subscription status and enrolled classes; after them what the page adds. */
export function StudentFacts({ student, children }: { student: Student; children: ReactNode }) {
  return (
    <ProfileCards>
      <Contact student={student} />
      <SubscriptionStatus student={student} />
      <EnrolledClasses student={student} />
      {children}
    </ProfileCards>
  );
}

function Contact({ student: { email, phoneNumber, gender, dateOfBirth } }: { student: Student }) {
  const { today } = useSignedIn();
  return (
    <ProfileCard title="Contact">
      <Facts>
        <ContactFacts email={email} phoneNumber={phoneNumber} />
        <Fact name="Gender">{gender}</Fact>
        <Fact name="Date of birth">
          {dateOfBirth && `${formatDate(dateOfBirth, true)} (${ageOn(dateOfBirth, today)} years)`}
        </Fact>
      </Facts>
    </ProfileCard>
  );
}

/** The spec's card, with the state it really is in: ACTIVE while any subscription is. */
function SubscriptionStatus({ student: { id, status } }: { student: Student }) {
  const { today } = useSignedIn();
  const { data } = useQuery(api.payments.list.queryOptions({ input: { studentId: id } }));
  const active = (data ?? []).filter(({ effectiveStatus }) => effectiveStatus === 'active');
  const words = statusWords(status, active.length);
  return (
    <ProfileCard title="Subscription status" tone={status ? statusTone('subscription', status) : 'neutral'}>
      <p className={classes.word}>{studentStatusText(status)}</p>
      {words && <p className={classes.stateWords}>{words}</p>}
      {active.length > 0 && (
        <ul className={classes.left}>
          {active.map((subscription) => (
            <li key={subscription.id}>
              {apart(subscription.className)}:{' '}
              <span className={classes.whole}>{activeText(subscription, today)}</span>
            </li>
          ))}
        </ul>
      )}
    </ProfileCard>
  );
}

// How many are active is said once the payments are there.
function statusWords(status: Student['status'], active: number): string | null {
  if (status === null) return 'Nothing was paid yet.';
  if (status !== 'active') return 'No subscription is active.';
  return active > 0 ? counted(active, 'active subscription') : null;
}

function EnrolledClasses({ student }: { student: Student }) {
  const seesRoster = useCan('takeAttendance');
  return (
    <ProfileCard title="Enrolled classes">
      {student.classes.length === 0 && <p className={classes.none}>Not enrolled in any class</p>}
      <ul className={classes.classes}>
        {student.classes.map((enrolled) => (
          <li key={enrolled.id} className={classes.class} data-dance={danceTheme(enrolled.danceTypeName).key}>
            {seesRoster ? (
              <Link to="/dashboard/class-roster/$classId" params={{ classId: enrolled.id }}>
                {enrolled.name}
              </Link>
            ) : (
              <strong>{enrolled.name}</strong>
            )}
            <span className={classes.sub}>
              {enrolled.isFromTomorrow && 'From tomorrow: '}
              {formatWeekdays(enrolled.daysOfWeek.map(weekdayOfNumber))},{' '}
              <Unbroken>{formatTimeRange(enrolled)}</Unbroken>
            </span>
            <span className={classes.sub}>
              {enrolled.danceTypeName} · {enrolled.instructorName}
            </span>
            <span className={classes.sub}>Since {formatDate(enrolled.enrolledOn, true)}</span>
          </li>
        ))}
      </ul>
    </ProfileCard>
  );
}
