import { sql } from 'kysely';
import type { Logger } from '#features/attendance/rules.ts';
import { guestsOn } from '#features/attendance/sql.ts';
import type { DailyItem, DailyLogFilter } from '#features/attendance/schema.ts';
import { oneOffTitle, toldOutcome } from '#features/scheduling/one-offs/sql.ts';

/**
 * What takes place on a date, by time: classes of that weekday within their dates, and one-off sessions. What was
 * logged stays, even when the rule was changed or archived since. Instructors see what they teach.
 */
export function selectDailyLog({ date, from, to, roomId }: DailyLogFilter, { isOffice, profileId }: Logger) {
  return sql<DailyItem>`
    select item.kind, item.id, item.type, t.name as "danceTypeName",
      coalesce(item.name, ${oneOffTitle('item.type', 'item.outcome', 'item.outcome_notes')}) as title,
      json_build_object('id', i.id, 'fullName', i.full_name) as instructor,
      json_build_object('id', r.id, 'name', r.name) as room,
      item.person_name as "personName", item.roster_count as "rosterCount", item.present_count as "presentCount",
      to_char(item.start_time, 'HH24:MI') as "startTime", to_char(item.end_time, 'HH24:MI') as "endTime",
      item.is_cancelled as "isCancelled", item.result
    from (
      select 'class' as kind, c.id, c.name, c.class_type as type, c.dance_type_id, c.room_id,
        coalesce(a.instructor_id, c.instructor_id) as instructor_id, c.instructor_id as owner_id,
        null as person_name, c.start_time, c.end_time,
        exists (select from class_cancellations x where x.class_id = c.id and x.cancelled_date = ${date}) as is_cancelled,
        a.status as result, null as outcome, null as outcome_notes,
        (select count(*) from (
          select g.student_id from class_registrations g where g.class_id = c.id
            and g.enrolled_on <= ${date} and (g.ended_on is null or g.ended_on > ${date})
          union ${guestsOn(sql`c.id`, sql`${date}::date`)}) belonging) as roster_count,
        case when a.status = 'Completed' then
          (select count(*) from attendance_entries e where e.session_id = a.id and e.is_present) end as present_count
      from classes_as_of(${date}::date) c
        left join attendance_sessions a
          on a.organization_id = c.organization_id and a.class_id = c.id and a.session_date = ${date}
      -- spec §5: the weekday matches and the date is within start and end
      where a.id is not null or (c.archived_at is null and c.takes_place)
      union all
      select 'session', s.id, null, s.session_type, s.dance_type_id, s.room_id, s.instructor_id, s.instructor_id,
        coalesce(p.full_name, q.full_name), s.start_time, s.end_time, s.cancelled_at is not null,
        coalesce(s.outcome, ${toldOutcome}), s.outcome, s.outcome_notes, null, null
      from one_off_sessions s
        left join profiles p on p.organization_id = s.organization_id and p.id = s.student_id
        left join inquiries q on q.organization_id = s.organization_id and q.id = s.inquiry_id
      where s.session_date = ${date}
    ) item
      join profiles i on i.id = item.instructor_id
      join classrooms r on r.id = item.room_id
      left join dance_types t on t.id = item.dance_type_id
    -- spec §5: from excludes what ends at or before it, to what starts at or after it
    where (${from}::time is null or item.end_time > ${from}::time)
      and (${to}::time is null or item.start_time < ${to}::time)
      and (${roomId}::uuid is null or item.room_id = ${roomId})
      and (${isOffice}::boolean or ${profileId} in (item.instructor_id, item.owner_id))
    order by item.start_time, item.end_time, item.kind, plain_text(coalesce(item.name, item.type)), item.id`;
}
