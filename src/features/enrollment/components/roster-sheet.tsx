import { useSignedIn } from '#client/session.ts';
import { asShownFrom, datesInRange } from '#features/scheduling/rules.ts';
import type { ClassRule } from '#features/scheduling/schema.ts';
import { addDays, formatDate } from '#shared/local-date.ts';

import type { RosterEntry } from '../schema.ts';
import classes from './roster-sheet.module.css';

const columnCount = 8;
const lookAheadDays = 70;

type Props = { rule: ClassRule; students: readonly RosterEntry[] };

/** The roster on paper (R33): a line for every student, a blank box for each of the coming dates. */
export function RosterSheet({ rule, students }: Props) {
  const { today } = useSignedIn();
  const cancelled = new Set(rule.cancelledDates.map(({ date }) => date));
  const dates = datesInRange(rule, asShownFrom(rule, today), addDays(today, lookAheadDays))
    .filter((date) => !cancelled.has(date))
    .slice(0, columnCount);
  return (
    <table className={classes.sheet} aria-hidden="true">
      <thead>
        <tr>
          <th>Student</th>
          {dates.map((date) => (
            <th key={date}>{formatDate(date)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {students.map(({ studentId, fullName, phoneNumber, email }) => (
          <tr key={studentId}>
            <td>
              {fullName}
              {[phoneNumber, email].map(
                (contact) =>
                  contact && (
                    <span key={contact} className={classes.contact}>
                      {contact}
                    </span>
                  ),
              )}
            </td>
            {dates.map((date) => (
              <td key={date} className={classes.box}>
                {'\u00a0'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
