import { sql, type RawBuilder } from 'kysely';
import type { Logger } from '#features/attendance/rules.ts';
import type {
  AttendanceChange,
  AttendanceCorrection,
  AttendanceEntry,
  AttendanceLog,
  NewAttendance,
  Sheet,
  SheetStudent,
} from '#features/attendance/schema.ts';
import { asOf } from '#features/scheduling/classes/sql.ts';
import type { ClashRow } from '#features/scheduling/sql.ts';
import type { LocalDate } from '#shared/local-date.ts';

export type SheetRow = {
  class: Sheet['class'];
  isArchived: boolean;
  takesPlace: boolean;
  isCancelled: boolean;
  log: AttendanceLog | null;
  students: SheetStudent[];
};

/**
 * A class on a date, as it was then: its roster of that day, whoever else the log names, and the log. No row: no such
 * class. Who is listed is found first: joined to both, the plan would read all people of the studio.
 */
export function selectSheet({ classId, date }: { classId: string; date: LocalDate }) {
  return sql<SheetRow>`
    with log as (
      select * from attendance_sessions a where a.class_id = ${classId} and a.session_date = ${date}
    ), marked as (
      select e.student_id, e.is_present from attendance_entries e join log on log.id = e.session_id
    ), roster as (${rosterOn(sql`${classId}::uuid`, sql`${date}::date`)}
    ), marked_before as (
      select roster.student_id, (dropped.before ->> 'is_present')::boolean as was_present
      from log cross join roster join audit_log dropped on dropped.table_name = 'attendance_entries'
        and dropped.row_id = log.id || '/' || roster.student_id and dropped.action = 'DELETE'
      where log.status = 'Cancelled' and dropped.id > (
        select max(id) from audit_log where table_name = 'attendance_sessions' and row_id = log.id::text
          and before ->> 'status' = 'Completed' and after ->> 'status' = 'Cancelled')
    ), listed as materialized (
      select student_id, coalesce(roster.is_guest, false) as is_guest, marked.is_present, marked_before.was_present
      from roster full join marked using (student_id) left join marked_before using (student_id)
      where roster.is_there or marked.student_id is not null
    )
    select jsonb_build_object(
        'id', c.id, 'name', c.name, 'danceTypeName', t.name,
        'room', jsonb_build_object('id', r.id, 'name', r.name),
        'instructor', jsonb_build_object('id', i.id, 'fullName', i.full_name),
        'startTime', to_char(d.start_time, 'HH24:MI'),
        'endTime', to_char(d.end_time, 'HH24:MI')) as class,
      c.archived_at is not null as is_archived,
      d.takes_place,
      ${isCancelled(date)} as is_cancelled,
      (select jsonb_build_object('id', log.id, 'status', log.status, 'notes', log.notes, 'version', log.version,
          'instructor', jsonb_build_object('id', taught.id, 'fullName', taught.full_name),
          'loggedBy', logger.full_name, 'loggedAt', log.logged_at)
        from log join profiles taught on taught.id = log.instructor_id
          left join profiles logger on logger.id = log.logged_by) as log,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'fullName', p.full_name,
          'isGuest', listed.is_guest, 'isPresent', listed.is_present)
          || case when was_present is null then '{}' else jsonb_build_object('wasPresent', was_present) end
          order by plain_text(p.full_name), p.id)
        from listed join profiles p on p.id = listed.student_id), '[]') as students
    from classes c
      ${asOf(date)}
      join dance_types t on t.organization_id = c.organization_id and t.id = d.dance_type_id
      join classrooms r on r.organization_id = c.organization_id and r.id = d.room_id
      join profiles i on i.organization_id = c.organization_id and i.id = d.instructor_id
    where c.id = ${classId}`;
}

/** What stood in the way of a log, or that it was written. */
type LogFacts = {
  instructorId: string;
  takesPlace: boolean;
  isCancelled: boolean;
  isLogged: boolean;
  isSaved: boolean;
} & InputFacts;

/** What the input names that is not there. */
export type InputFacts = { hasInstructor: boolean; strangerIds: string[] };

/** Writes the log of one date with all its entries, if nothing stands in its way. No row: no such class. */
export function insertLog(
  log: NewAttendance & { id: string },
  entries: readonly AttendanceEntry[],
  { logger, today }: { logger: Logger; today: LocalDate },
) {
  return sql<LogFacts>`
    with class as (
      select c.id, d.instructor_id, d.takes_place,
        ${isCancelled(log.date)} as is_cancelled,
        exists (select from attendance_sessions a where a.class_id = c.id and a.session_date = ${log.date}) as is_logged
      from classes c ${asOf(log.date)} where c.id = ${log.classId} and c.archived_at is null
    ), roster as (${rosterOn(sql`${log.classId}::uuid`, sql`${log.date}::date`, entries)}
    ), given as (${asRows(entries)}
    ), strangers as (
      select student_id from given where student_id not in (select student_id from roster)
    ), input as (${inputFacts(log.instructorId, sql`select instructor_id from class`)}
    ), written as (
      insert into attendance_sessions (id, class_id, session_date, status, instructor_id, notes)
      select ${log.id}, class.id, ${log.date}, ${log.status}, coalesce(${log.instructorId}::uuid, class.instructor_id), ${log.notes}
      from class, input
      where takes_place and not is_cancelled and ${log.date}::date <= ${today}::date
        and (${logger.isOffice}::boolean or class.instructor_id = ${logger.profileId})
        and has_instructor and stranger_ids = '{}'
      -- whoever comes second waits here for the first, and then writes nothing
      on conflict (organization_id, class_id, session_date) do nothing
      returning id
    ), kept as (
      insert into attendance_entries (session_id, student_id, is_present)
      select written.id, given.student_id, given.is_present from written, given
    )
    select class.*, input.*, exists (select from written) as is_saved from class, input`;
}

export type CorrectionFacts = {
  instructorId: string;
  taughtBy: string;
  classId: string;
  /** Whether nobody was held by it: it was cancelled, or one of a deleted class by its own instructor. */
  wasFree: boolean;
  isSaved: boolean;
} & InputFacts;

/**
 * Changes a log that was seen at a version; students who are not named keep their entry. What is as it was stays
 * untouched: it counts as saved. No row: no such log.
 */
export function updateLog(
  correction: AttendanceCorrection,
  entries: readonly AttendanceEntry[],
  logger: Logger,
) {
  const { id, version, status, instructorId, notes } = correction;
  return sql<CorrectionFacts>`
    with log as (
      select a.id, a.class_id, a.session_date, d.instructor_id, a.instructor_id as taught_by,
        a.status = 'Cancelled' or (c.archived_at is not null and a.instructor_id = d.instructor_id) as was_free
      from attendance_sessions a join classes c on c.organization_id = a.organization_id and c.id = a.class_id
        ${asOf(sql`a.session_date`)}
      where a.id = ${id}
    ), roster as (${rosterOn(sql`(select class_id from log)`, sql`(select session_date from log)`, entries)}
    ), given as (${asRows(entries)}
    ), strangers as (
      select student_id from given where student_id not in (select student_id from roster)
        and student_id not in (select e.student_id from attendance_entries e join log on log.id = e.session_id)
    ), input as (${inputFacts(instructorId, sql`select unnest(array[instructor_id, taught_by]) from log`)}
    ), unchanged as (
      select from attendance_sessions a join log on log.id = a.id
      where a.version = ${version}
        and (a.status, a.instructor_id, a.notes)
          is not distinct from (${status}, coalesce(${instructorId}::uuid, a.instructor_id), ${notes})
        and not exists (select from given left join attendance_entries e
            on e.session_id = a.id and e.student_id = given.student_id
          where e.is_present is distinct from given.is_present)
    ), changed as (
      update attendance_sessions a
      set status = ${status}, instructor_id = coalesce(${instructorId}::uuid, a.instructor_id), notes = ${notes}
      from log, input
      where a.id = log.id and a.version = ${version}
        and (${logger.isOffice}::boolean or ${logger.profileId} in (log.instructor_id, log.taught_by))
        and has_instructor and stranger_ids = '{}' and not exists (select from unchanged)
      returning a.id, a.status
    ), dropped as (
      delete from attendance_entries e using changed where e.session_id = changed.id and changed.status = 'Cancelled'
    ), kept as (
      insert into attendance_entries as e (session_id, student_id, is_present)
      select changed.id, given.student_id, given.is_present from changed, given
      on conflict (organization_id, session_id, student_id) do update set is_present = excluded.is_present
        where e.is_present is distinct from excluded.is_present
    )
    select log.instructor_id, log.taught_by, log.class_id, log.was_free, input.*,
      exists (select from changed) or exists (select from unchanged) as is_saved
    from log, input`;
}

/** What else is in the room a log holds, at the time it holds it. */
export function selectRoomClashes(id: string) {
  return sql<ClashRow>`
    select clash.*
    from attendance_sessions a
      join occupancy o on o.attendance_session_id = a.id
        or (o.class_id = a.class_id and o.weekday = extract(isodow from a.session_date) and o.dates @> a.session_date)
      cross join lateral find_clashes(null, o.room_id, array[o.weekday], a.session_date, a.session_date, '{}',
        lower(o.times), upper(o.times), a.class_id, null) clash
    where a.id = ${id}`;
}

/**
 * What was changed in a log after it was made, the latest first, and whose log it is. No row: no such log. Changes are
 * numbered within the log: the numbers of the audit log count what all studios do.
 */
export function selectHistory(id: string) {
  const facts = (
    row: RawBuilder<unknown>,
  ) => sql`case when ${row} is not null then jsonb_strip_nulls(jsonb_build_object(
    'status', ${row} -> 'status', 'notes', ${row} -> 'notes', 'isPresent', ${row} -> 'is_present',
    'instructorId', ${row} -> 'instructor_id',
    'instructorName', (select i.full_name from profiles i where i.id = (${row} ->> 'instructor_id')::uuid))) end`;
  return sql<{ instructorId: string; taughtBy: string; changes: AttendanceChange[] }>`
    select d.instructor_id, a.instructor_id as taught_by, coalesce((
      select jsonb_agg(jsonb_build_object('id', l.nth, 'at', l.at, 'by', p.full_name, 'studentName', s.full_name,
        'before', ${facts(sql`l.before`)}, 'after', ${facts(sql`l.after`)}) order by l.id desc)
      from (select *, row_number() over (order by id) as nth from audit_log
          where (table_name = 'attendance_sessions' and row_id = ${id} and action <> 'INSERT')
            or (table_name = 'attendance_entries' and split_part(row_id, '/', 1) = ${id})) l
        left join profiles p on p.id = l.profile_id
        left join profiles s on l.table_name = 'attendance_entries' and s.id::text = split_part(l.row_id, '/', 2)),
      '[]') as changes
    from attendance_sessions a join classes c on c.organization_id = a.organization_id and c.id = a.class_id
      ${asOf(sql`a.session_date`)}
    where a.id = ${id}`;
}

const isCancelled = (date: LocalDate) =>
  sql`exists (select from class_cancellations x where x.class_id = c.id and x.cancelled_date = ${date})`;

/**
 * Who belongs to a class on a date: enrolled then, or invited to catch up. Whoever left on that very day is no
 * longer there, but a log taken before they left still names them rightly; invited to catch up, they are a guest.
 * Whoever is to be marked has their place held: one that is moved or given up at this moment is waited for, and left out.
 */
function rosterOn(
  classId: RawBuilder<unknown>,
  date: RawBuilder<unknown>,
  marked?: readonly AttendanceEntry[],
) {
  const held = marked
    ? sql`and g.student_id = any(${marked.map(({ studentId }) => studentId)}::uuid[]) for share`
    : sql``;
  return sql`
    with places as (
      select g.student_id, false as is_guest, g.ended_on is null or g.ended_on > ${date} as is_there
      from class_registrations g
      where g.class_id = ${classId} and g.enrolled_on <= ${date} and (g.ended_on is null or g.ended_on >= ${date}) ${held}
    )
    select student_id, coalesce(bool_and(is_guest) filter (where is_there), false) as is_guest, bool_or(is_there) as is_there from (
      select * from places
      union all
      select student_id, true, true from (${guestsOn(classId, date)}) guests
    ) belonging group by student_id`;
}

/** Whoever is invited to catch up in a class on a date. */
export function guestsOn(classId: RawBuilder<unknown>, date: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select s.student_id from one_off_sessions s
    where s.class_id = ${classId} and s.session_date = ${date} and s.session_type = 'Catch-up'
      and s.student_id is not null and s.cancelled_at is null and s.outcome is distinct from 'Cancelled'`;
}

function asRows(entries: readonly AttendanceEntry[]) {
  return sql`select (entry ->> 'studentId')::uuid as student_id, (entry ->> 'isPresent')::boolean as is_present
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) entry`;
}

/** Whose class or log it is stays allowed once they were deleted; only somebody else must still be there. */
function inputFacts(instructorId: string | null, own: RawBuilder<unknown>) {
  return sql`select
    ${instructorId}::uuid is null or ${instructorId}::uuid in (${own}) or exists (select from profiles p
      where p.id = ${instructorId} and p.role = 'instructor' and p.erased_at is null) as has_instructor,
    array(select student_id from strangers) as stranger_ids`;
}
