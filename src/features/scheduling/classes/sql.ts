import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import type { ClassBooking, ClassEdit, ClassRule } from '#features/scheduling/schema.ts';
import { isAllowed } from '#shared/access.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { sortWeekdays, weekdayNumber, weekdays, type Weekday } from '#shared/weekday.ts';

/** Classes as the API shows them; `source` has the columns of the table. */
export function selectClasses(source: RawBuilder<unknown>, today: LocalDate): RawBuilder<ClassRule> {
  return sql<ClassRule>`
    select c.id, c.name, c.class_type as "classType", ${weekdayNames} as "daysOfWeek",
      to_char(c.start_time, 'HH24:MI') as "startTime", to_char(c.end_time, 'HH24:MI') as "endTime",
      c.session_start_date as "sessionStartDate", c.session_end_date as "sessionEndDate",
      c.is_room_conflict_ignored as "isRoomConflictIgnored", c.version,
      json_build_object('id', dance_type.id, 'name', dance_type.name) as "danceType",
      json_build_object('id', instructor.id, 'fullName', instructor.full_name) as instructor,
      json_build_object('id', room.id, 'name', room.name) as room,
      (select count(*) from class_registrations r
        where r.class_id = c.id and (r.ended_on is null or r.ended_on > ${today}::date)) as "enrolledCount",
      coalesce(cancelled.dates, '[]') as "cancelledDates"
    from ${source} c
      join dance_types dance_type on dance_type.id = c.dance_type_id
      join profiles instructor on instructor.id = c.instructor_id
      join classrooms room on room.id = c.room_id
      left join (with by_class as materialized (
        select class_id, json_agg(json_build_object('id', id, 'date', cancelled_date) order by cancelled_date) as dates
        from class_cancellations where cancelled_date >= ${today}::date group by class_id
      ) select * from by_class) cancelled on cancelled.class_id = c.id`;
}

// A list of seven is quicker made than seven rows are looked up, for every class of a list.
const weekdayNames = sql`array_remove(array[${sql.join(
  weekdays.map(
    (day) => sql`case when ${sql.lit(weekdayNumber(day))} = any (c.days_of_week) then ${sql.lit(day)} end`,
  ),
)}], null)`;

/** Joins `d`: class `c` as it is or was on a date, nothing where it does not take place. */
export function asOf(date: LocalDate | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join lateral classes_on(${date}::date) d on d.organization_id = c.organization_id and d.id = c.id`;
}

/** Which classes a caller sees: the office all, instructors those they teach, students those they are enrolled in. */
export function visibleClasses({ role, profileId }: Caller, today: LocalDate): RawBuilder<boolean> {
  if (isAllowed(role, 'manageSchedule')) return sql<boolean>`true`;
  if (role === 'instructor') return sql<boolean>`c.instructor_id = ${profileId}::uuid`;
  return sql<boolean>`exists (select from class_registrations r where r.class_id = c.id
    and r.student_id = ${profileId}::uuid and (r.ended_on is null or r.ended_on > ${today}::date))`;
}

export async function insertClass(
  db: Tx,
  booking: ClassBooking,
  { today, isRoomConflictIgnored }: { today: LocalDate; isRoomConflictIgnored: boolean },
): Promise<ClassRule> {
  const { rows } = await sql<ClassRule>`
    with saved as (
      insert into classes (name, class_type, dance_type_id, instructor_id, room_id, days_of_week, start_time, end_time,
        session_start_date, session_end_date, is_room_conflict_ignored)
      values (${booking.name}, ${booking.classType}, ${booking.danceTypeId}, ${booking.instructorId}, ${booking.roomId},
        ${weekdayNumbers(booking.daysOfWeek)}, ${booking.startTime}, ${booking.endTime}, ${booking.sessionStartDate},
        ${booking.sessionEndDate}, ${isRoomConflictIgnored})
      returning *
    ) ${selectClasses(sql`saved`, today)}`.execute(db);
  return onlyOne(rows);
}

/** Classes that were all checked for clashes, all of them or none: one statement. */
export async function insertClasses(
  db: Tx,
  bookings: readonly (ClassBooking & { isRoomConflictIgnored: boolean })[],
): Promise<void> {
  const rules = bookings.map((booking) => ({ ...booking, daysOfWeek: weekdayNumbers(booking.daysOfWeek) }));
  await sql`
    insert into classes (name, class_type, dance_type_id, instructor_id, room_id, days_of_week, start_time, end_time,
      session_start_date, session_end_date, is_room_conflict_ignored)
    select name, "classType", "danceTypeId", "instructorId", "roomId", "daysOfWeek", "startTime", "endTime",
      "sessionStartDate", "sessionEndDate", "isRoomConflictIgnored"
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as rule(name text, "classType" text, "danceTypeId" uuid,
      "instructorId" uuid, "roomId" uuid, "daysOfWeek" smallint[], "startTime" time, "endTime" time,
      "sessionStartDate" date, "sessionEndDate" date, "isRoomConflictIgnored" boolean)`.execute(db);
}

/** Lets what took place before `changed` stay as it was: called before the class is changed. */
export async function keepPastRule(db: Tx, id: string, changed: LocalDate): Promise<void> {
  await sql`select keep_past_rule(${id}, ${changed}::date)`.execute(db);
}

export async function updateClass(
  db: Tx,
  edit: ClassEdit,
  { today, isRoomConflictIgnored }: { today: LocalDate; isRoomConflictIgnored: boolean },
): Promise<ClassRule> {
  const { rows } = await sql<ClassRule>`
    with saved as (
      update classes set name = ${edit.name}, class_type = ${edit.classType}, dance_type_id = ${edit.danceTypeId},
        instructor_id = ${edit.instructorId}, room_id = ${edit.roomId}, days_of_week = ${weekdayNumbers(edit.daysOfWeek)},
        start_time = ${edit.startTime}, end_time = ${edit.endTime}, session_start_date = ${edit.sessionStartDate},
        session_end_date = ${edit.sessionEndDate}, is_room_conflict_ignored = ${isRoomConflictIgnored}
      where id = ${edit.id} and version = ${edit.version}
      returning *
    ) ${selectClasses(sql`saved`, today)}`.execute(db);
  return onlyOne(rows);
}

export function weekdayNumbers(days: readonly Weekday[]): number[] {
  return sortWeekdays(days).map(weekdayNumber);
}

function onlyOne([rule]: ClassRule[]): ClassRule {
  if (!rule) throw new Error('the class was locked, yet could not be saved');
  return rule;
}
