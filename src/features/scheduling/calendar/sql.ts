import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '#platform/caller.ts';
import { daysOf, visibleSessions } from '#features/scheduling/classes/sql.ts';
import { isOneOffLogged, oneOffTitle, visibleOneOffs } from '#features/scheduling/one-offs/sql.ts';
import type { CalendarSession } from '#features/scheduling/schema.ts';
import type { LocalDate } from '#shared/local-date.ts';

/**
 * Every session between two days that the caller may see, in order, in one statement. What an instructor taught in the
 * place of another is theirs, too.
 */
export function selectCalendar(
  caller: Caller,
  { start, end }: { start: LocalDate; end: LocalDate },
): RawBuilder<CalendarSession> {
  const visible = visibleSessions(caller, sql`day.date`);
  const isOwn =
    caller.role === 'instructor'
      ? sql<boolean>`(${visible} or a.instructor_id = ${caller.profileId}::uuid)`
      : visible;
  return sql<CalendarSession>`
    select found.kind, found.id, found.date, coalesce(found.name, ${oneOffTitle('found.type', 'found.outcome')}) as title,
      to_char(found.start_time, 'HH24:MI') as "startTime", to_char(found.end_time, 'HH24:MI') as "endTime", found.type,
      dance_type.name as "danceTypeName",
      json_build_object('id', instructor.id, 'fullName', instructor.full_name) as instructor,
      json_build_object('id', room.id, 'name', room.name) as room,
      found.is_cancelled as "isCancelled", found.cancellation_id as "cancellationId",
      found.is_logged as "isLogged",
      coalesce(student.full_name, inquiry.full_name) as "studentName"
    from (
      select 'class' as kind, c.id, day.date, c.name, null as outcome, c.start_time, c.end_time, c.class_type as type,
        c.dance_type_id, coalesce(a.instructor_id, c.instructor_id) as instructor_id, c.room_id,
        x.id is not null or a.status is not distinct from 'Cancelled' as is_cancelled, x.id as cancellation_id,
        a.id is not null as is_logged, null::uuid as student_id, null::uuid as inquiry_id
      from ${daysOf({ start, end })} day
        cross join lateral classes_as_of(day.date) c
        left join class_cancellations x on x.class_id = c.id and x.cancelled_date = day.date
        -- the two days once more: without them all that was ever logged would be read
        left join attendance_sessions a on a.class_id = c.id and a.session_date = day.date
          and a.session_date between ${start}::date and ${end}::date
      where (a.id is not null or (c.archived_at is null and c.takes_place)) and ${isOwn}
      union all
      select 'session', s.id, s.session_date, null, s.outcome, s.start_time, s.end_time, s.session_type,
        s.dance_type_id, s.instructor_id, s.room_id, s.cancelled_at is not null or s.outcome is not distinct from 'Cancelled', null,
        ${isOneOffLogged}, s.student_id, s.inquiry_id
      from one_off_sessions s
      where s.session_date between ${start}::date and ${end}::date and ${visibleOneOffs(caller)}
    ) found
      join profiles instructor on instructor.id = found.instructor_id
      join classrooms room on room.id = found.room_id
      left join dance_types dance_type on dance_type.id = found.dance_type_id
      left join profiles student on student.id = found.student_id
      left join inquiries inquiry on inquiry.id = found.inquiry_id
    order by found.date, found.start_time, found.end_time, plain_text(found.name), found.id`;
}
