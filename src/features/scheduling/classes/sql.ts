import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import type { ClassBooking, ClassEdit, ClassRule, Clash } from '#features/scheduling/schema.ts';
import { freedOfChanged, toClash, type ClashRow, type Slot } from '#features/scheduling/sql.ts';
import { isAllowed } from '#shared/access.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { sortWeekdays, weekdayNumber, weekdays, type Weekday } from '#shared/weekday.ts';

/** Classes as the API shows them; `source` has the columns of the table. */
export function selectClasses(source: RawBuilder<unknown>, today: LocalDate): RawBuilder<ClassRule> {
  return sql<ClassRule>`
    select c.id, c.name, c.class_type as "classType", ${weekdayNames} as "daysOfWeek",
      to_char(c.start_time, 'HH24:MI') as "startTime", to_char(c.end_time, 'HH24:MI') as "endTime",
      c.session_start_date as "sessionStartDate", c.session_end_date as "sessionEndDate",
      c.is_room_conflict_ignored as "isRoomConflictIgnored", c.version, kept.until as "changedFrom",
      json_build_object('id', dance_type.id, 'name', dance_type.name) as "danceType",
      json_build_object('id', instructor.id, 'fullName', instructor.full_name) as instructor,
      json_build_object('id', room.id, 'name', room.name) as room,
      (select count(*) from class_registrations r
        where r.class_id = c.id and (r.ended_on is null or r.ended_on > ${today}::date)
          and (c.session_end_date is null or c.session_end_date >= ${today}::date)) as "enrolledCount",
      coalesce(cancelled.dates, '[]') as "cancelledDates",
      c.id in (select class_id from attendance_sessions
        where session_date = ${today}::date and status = 'Cancelled') as "isOffToday"
    from ${source} c
      join dance_types dance_type on dance_type.id = c.dance_type_id
      join profiles instructor on instructor.id = c.instructor_id
      join classrooms room on room.id = c.room_id
      left join (with by_class as materialized (
        select class_id, json_agg(json_build_object('id', id, 'date', cancelled_date) order by cancelled_date) as dates
        from class_cancellations where cancelled_date >= ${today}::date group by class_id
      ) select * from by_class) cancelled on cancelled.class_id = c.id
      left join (with by_class as materialized (
        select class_id, max(upper(dates)) as until from past_class_rules group by class_id
      ) select * from by_class) kept on kept.class_id = c.id`;
}

// A list of seven is quicker made than seven rows are looked up, for every class of a list.
const weekdayNames = sql`array_remove(array[${sql.join(
  weekdays.map(
    (day) => sql`case when ${sql.lit(weekdayNumber(day))} = any (c.days_of_week) then ${sql.lit(day)} end`,
  ),
)}], null)`;

/** Joins `d`: class `c` as it is or was on a date, also where it does not take place. */
export function asOf(date: LocalDate | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`join lateral classes_as_of(${date}::date) d on d.organization_id = c.organization_id and d.id = c.id`;
}

/** Every `date` of a range, its ends included. */
export function daysOf({ start, end }: { start: LocalDate; end: LocalDate }): RawBuilder<unknown> {
  return sql`(select generated::date as date from generate_series(${start}::timestamp, ${end}::timestamp, '1 day') generated)`;
}

/** Which classes a caller sees; an instructor also one that is handed over from tomorrow on, for as long as it is theirs. */
export function visibleClasses(caller: Caller, today: LocalDate): RawBuilder<boolean> {
  const visible = visibleSessions(caller, today);
  if (caller.role !== 'instructor') return visible;
  return sql<boolean>`(${visible} or c.id in (
    select held.id from classes_on(${today}::date) held where held.instructor_id = ${caller.profileId}::uuid))`;
}

/**
 * Which classes, as they are on a day, a caller sees on it: the office all, instructors those they teach, students those
 * they have a place in on that day.
 */
export function visibleSessions(
  { role, profileId }: Caller,
  day: LocalDate | RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (isAllowed(role, 'manageSchedule')) return sql<boolean>`true`;
  if (role === 'instructor') return sql<boolean>`c.instructor_id = ${profileId}::uuid`;
  return sql<boolean>`exists (select from class_registrations r where r.class_id = c.id
    and r.student_id = ${profileId}::uuid and r.enrolled_on <= ${day}::date
    and (r.ended_on is null or r.ended_on > ${day}::date))`;
}

export async function insertClass(
  db: Tx,
  booking: ClassBooking,
  { id, today, isRoomConflictIgnored }: { id: string; today: LocalDate; isRoomConflictIgnored: boolean },
): Promise<ClassRule> {
  const { rows } = await sql<ClassRule>`
    with saved as (
      insert into classes (id, name, class_type, dance_type_id, instructor_id, room_id, days_of_week, start_time, end_time,
        session_start_date, session_end_date, is_room_conflict_ignored)
      values (${id}, ${booking.name}, ${booking.classType}, ${booking.danceTypeId}, ${booking.instructorId}, ${booking.roomId},
        ${weekdayNumbers(booking.daysOfWeek)}, ${booking.startTime}, ${booking.endTime}, ${booking.sessionStartDate},
        ${booking.sessionEndDate}, ${isRoomConflictIgnored})
      returning *
    ) ${selectClasses(sql`saved`, today)}`.execute(db);
  return onlyOne(rows);
}

/** A class as it is by now, unless it was taken off the schedule. */
export async function findClass(db: Tx, id: string, today: LocalDate): Promise<ClassRule | undefined> {
  const { rows } = await sql<ClassRule>`
    ${selectClasses(sql`classes`, today)} where c.id = ${id} and c.archived_at is null`.execute(db);
  return rows[0];
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

/** Whether a class is only since after `day` what it is. */
export async function wasOtherwise(db: Tx, id: string, day: LocalDate): Promise<boolean> {
  const { rows } =
    await sql`select from past_class_rules where class_id = ${id} and upper(dates) > ${day}::date`.execute(
      db,
    );
  return rows.length > 0;
}

/** From which day on, `day` or a later one, a class is what it is now. */
export async function beginOfRule(db: Tx, id: string, day: LocalDate): Promise<LocalDate> {
  const { rows } = await sql<{ begin: LocalDate }>`
    select greatest(${day}::date, max(upper(dates))) as begin from past_class_rules where class_id = ${id}`.execute(
    db,
  );
  return rows[0]?.begin ?? day;
}

/**
 * Lets what took place before `changed` stay as it was: called before the class is changed. Of one that resumes then,
 * nothing took place since it had ended.
 */
export async function keepPastRule(
  db: Tx,
  id: string,
  { changed, isResumed }: { changed: LocalDate; isResumed: boolean },
): Promise<void> {
  await sql`select keep_past_rule(${id}, ${changed}::date, ${isResumed})`.execute(db);
}

/** Forgets what a class was last when it is that again: called before the class is changed, it was never something else. */
export async function forgetPastRule(
  db: Tx,
  id: string,
  { classType, danceTypeId, slot }: Pick<ClassBooking, 'classType' | 'danceTypeId'> & { slot: Slot },
): Promise<void> {
  await sql`
    delete from past_class_rules
    where class_id = ${id} and upper(dates) = (select max(upper(dates)) from past_class_rules where class_id = ${id})
      and (class_type, dance_type_id, instructor_id, room_id, days_of_week, start_time, end_time)
        = (${classType}, ${danceTypeId}::uuid, ${weeklyOf(slot)})`.execute(db);
}

/**
 * What a class that is changed from `until` on runs into, earliest first: from that day on with its slot, and where it is
 * logged to have been held; on earlier days that its dates take in anew, on each as it was then. Called once what it was
 * is kept.
 */
export async function findClashesOfChange(
  db: Tx,
  { id, slot, stored, until }: { id: string; slot: Slot; stored: Slot; until: LocalDate },
): Promise<Clash[]> {
  const { rows } = await sql<ClashRow>`
    select clash.*
    from (
        select rule.*, rule.dates * added as held, freed_dates(current_organization_id(), ${id}) as freed
        from (
            select instructor_id, room_id, days_of_week, start_time, end_time, dates
            from past_class_rules where class_id = ${id}
            union all
            select ${weeklyOf(slot)}, daterange((select max(upper(dates)) from past_class_rules where class_id = ${id}), null)
          ) rule
          cross join unnest((${datesOf(slot)} - ${datesOf(stored)}) * datemultirange(daterange(null, ${until}))) added
        union all
        select ${weeklyOf(slot)}, null,
          daterange(${slot.firstDay}, ${slot.lastDay}, '[]') * daterange(${until}, null), ${freedOfChanged(id, slot.instructorId)}
        union all
        select instructor_id, ${slot.roomId}, array[extract(isodow from session_date)::smallint],
          ${slot.startTime}, ${slot.endTime}, null, daterange(session_date, session_date, '[]'), '{}'
        from attendance_sessions
        where class_id = ${id} and status = 'Completed' and session_date >= ${until}
      ) span
      cross join lateral find_clashes(span.instructor_id, span.room_id, span.days_of_week, lower(span.held),
        upper(span.held) - 1, span.freed, span.start_time, span.end_time, ${id}, null) clash
    where not isempty(span.held)
    order by clash.date, clash.start_time, clash.resource`.execute(db);
  return rows.map(toClash);
}

function weeklyOf({ instructorId, roomId, weekdays, startTime, endTime }: Slot): RawBuilder<unknown> {
  return sql`${instructorId}::uuid, ${roomId}::uuid, ${weekdays}::smallint[], ${startTime}::time, ${endTime}::time`;
}

function datesOf({ firstDay, lastDay }: Slot): RawBuilder<unknown> {
  return sql`datemultirange(daterange(${firstDay}, ${lastDay}, '[]'))`;
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

/** Notes that a class takes a room that was busy, because somebody said so. */
export async function recordOverride(db: Tx, classId: string): Promise<void> {
  await sql`update classes set is_room_conflict_ignored = true
    where id = ${classId} and not is_room_conflict_ignored`.execute(db);
}

export function weekdayNumbers(days: readonly Weekday[]): number[] {
  return sortWeekdays(days).map(weekdayNumber);
}

function onlyOne([rule]: ClassRule[]): ClassRule {
  if (!rule) throw new Error('the class was locked, yet could not be saved');
  return rule;
}
