import { sql } from 'kysely';
import { loggerOf } from '#features/attendance/rules.ts';
import { unloggedDays, type UnloggedDay } from '#features/attendance/schema.ts';
import { caughtUp } from '#features/scheduling/one-offs/sql.ts';
import { procedure } from '#platform/procedure.ts';

/**
 * Days with sessions nobody has logged, the latest first: what is missing is missing from workload and pay. What took
 * place before its class was entered here is nobody's to log.
 */
export const unlogged = procedure('takeAttendance')
  .route({
    method: 'GET',
    path: '/unlogged-days',
    tags: ['Attendance'],
    summary: 'List the days of the last five weeks with sessions that are not logged, the latest first',
  })
  .handler(({ context: { caller, read, today } }): Promise<UnloggedDay[]> => {
    const { isOffice, profileId } = loggerOf(caller);
    return read(
      () => sql<UnloggedDay>`
        select day.date, count(*) as count from (
          select ${today}::date - ago as date from generate_series(1, ${unloggedDays}::int) ago
        ) day
        cross join lateral (
          select c.instructor_id from classes_on(day.date) c
          where c.archived_at is null and day.date >= (c.created_at at time zone ${caller.timeZone})::date
            and not exists (select from attendance_sessions a where a.class_id = c.id and a.session_date = day.date)
            and not exists (select from class_cancellations x where x.class_id = c.id and x.cancelled_date = day.date)
          union all
          select s.instructor_id from one_off_sessions s
          where s.session_date = day.date and s.cancelled_at is null and s.outcome is null
            and not exists (${caughtUp})
        ) open
        where ${isOffice}::boolean or open.instructor_id = ${profileId}::uuid
        group by day.date order by day.date desc`,
    );
  });
