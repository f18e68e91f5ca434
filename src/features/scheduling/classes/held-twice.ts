import { sql } from 'kysely';
import { conflict, type StudioContext } from '#platform/procedure.ts';
import { violatedConstraint } from '#platform/refusals.ts';
import { asOf, daysOf } from '#features/scheduling/classes/sql.ts';
import { toClash, type ClashRow } from '#features/scheduling/sql.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';

type Reader = Pick<StudioContext, 'read'>;
type HeldTwice = ClashRow & {
  className: string;
  loggedStart: string;
  loggedEnd: string;
  loggedOn: LocalDate;
};

/** Does what books a class anew; where a log of it stands in the way, the refusal names that. */
export async function unlessHeldTwice<T>(
  context: Reader & Pick<StudioContext, 'tenant'>,
  which: ClassNamed,
  work: Parameters<typeof context.tenant<T>>[0],
): Promise<T> {
  try {
    return await context.tenant(work);
  } catch (error) {
    if (violatedConstraint(error) !== 'instructor_not_double_booked') throw error;
    await refuseHeldTwice(context, which);
    throw error;
  }
}

/** A class, by its own id or one of its cancelled dates; or all that take place on one of some days. */
type ClassNamed = { classId: string } | { cancellationId: string } | { start: LocalDate; end: LocalDate };

/**
 * Throws what to do about a logged session of a class whose instructor was booked elsewhere at the same time. Earlier
 * versions allowed it where the class was moved away from that day, and the class can not be booked anew before it ends.
 */
export async function refuseHeldTwice({ read }: Reader, which: ClassNamed): Promise<void> {
  const [held] = await read(() => selectHeldTwice(which));
  if (!held) return;
  const { className, loggedStart, loggedEnd, loggedOn, ...row } = held;
  const other = toClash(row);
  const day = formatDate(loggedOn, true);
  const logged = formatTimeRange({ startTime: loggedStart, endTime: loggedEnd });
  throw conflict(
    `${other.instructorName} is in two places on ${day}: they are logged to have taught ${className}, ${logged}, and hold ${other.title}, ${formatTimeRange(other)}. Correct that log or cancel the other session, then try this again.`,
  );
}

function selectHeldTwice(which: ClassNamed) {
  const classIds =
    'classId' in which
      ? sql`(${which.classId}::uuid)`
      : 'cancellationId' in which
        ? sql`(select class_id from class_cancellations where id = ${which.cancellationId}::uuid)`
        : sql`(select held.id from ${daysOf(which)} day cross join lateral classes_on(day.date) held)`;
  return sql<HeldTwice>`
    select clash.*, c.name as class_name, a.session_date as logged_on,
      to_char(d.start_time, 'HH24:MI') as logged_start, to_char(d.end_time, 'HH24:MI') as logged_end
    from attendance_sessions a
      join classes c on c.organization_id = a.organization_id and c.id = a.class_id
      ${asOf(sql`a.session_date`)}
      cross join lateral find_clashes(a.instructor_id, null, array[extract(isodow from a.session_date)::smallint],
        a.session_date, a.session_date, '{}', d.start_time, d.end_time, c.id, null) clash
    where c.id in ${classIds} and a.status = 'Completed'
      and (d.instructor_id <> a.instructor_id or (c.archived_at is null and not d.takes_place))
    order by a.session_date limit 1`;
}
