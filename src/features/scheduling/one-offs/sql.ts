import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import type {
  OneOffBooking,
  OneOffEdit,
  OneOffFilter,
  OneOffPage,
  OneOffSession,
} from '#features/scheduling/one-offs/schema.ts';
import { isAllowed } from '#shared/access.ts';
import type { LocalDate } from '#shared/local-date.ts';

type Saving = { today: LocalDate; isRoomConflictIgnored: boolean };

/**
 * The columns of a one-off session as the API shows it; `source` has the columns of the table. What staff noted of its
 * outcome is not for a student.
 */
export function selectOneOffs(source: RawBuilder<unknown>, caller?: Caller): RawBuilder<OneOffSession> {
  const isForStudent = caller?.role === 'student';
  const notes = isForStudent ? sql`null::text` : sql.ref('s.outcome_notes');
  const titled = isForStudent ? undefined : 's.outcome_notes';
  return sql<OneOffSession>`
    select s.id, ${oneOffTitle('s.session_type', 's.outcome', titled)} as title, s.session_type, s.class_id, s.session_date,
      to_char(s.start_time, 'HH24:MI') as start_time, to_char(s.end_time, 'HH24:MI') as end_time, s.price_cents, s.is_paid, s.paid_on,
      s.outcome, ${notes} as outcome_notes, s.cancelled_at is not null or s.outcome is not distinct from 'Cancelled' as is_cancelled,
      ${isOneOffLogged} as is_logged, s.is_room_conflict_ignored, s.version,
      case when student.id is not null then jsonb_build_object('id', student.id, 'fullName', student.full_name) end as student,
      case when inquiry.id is not null then jsonb_build_object('id', inquiry.id, 'fullName', inquiry.full_name, 'studentId', inquiry.student_id) end as inquiry,
      jsonb_build_object('id', instructor.id, 'fullName', instructor.full_name) as instructor,
      jsonb_build_object('id', room.id, 'name', room.name) as room,
      case when dance_type.id is not null then jsonb_build_object('id', dance_type.id, 'name', dance_type.name) end as dance_type
    from ${source} s
      join profiles instructor on instructor.id = s.instructor_id
      join classrooms room on room.id = s.room_id
      left join profiles student on student.id = s.student_id
      left join inquiries inquiry on inquiry.id = s.inquiry_id
      left join dance_types dance_type on dance_type.id = s.dance_type_id`;
}

/** One page of the one-off sessions a filter leaves, with their number: one statement. */
export function selectOneOffPage({ start, end, order, page, limit }: OneOffFilter, caller: Caller) {
  const inOrder =
    order === 'ascending'
      ? sql`session_date, start_time, id`
      : sql`session_date desc, start_time desc, id desc`;
  return sql<OneOffPage>`
    with matching as not materialized (
      select s.* from one_off_sessions s where ${visibleOneOffs(caller)}
        and (${start}::date is null or s.session_date >= ${start}::date)
        and (${end}::date is null or s.session_date <= ${end}::date)
    ), page as materialized (
      select * from matching order by ${inOrder}
      limit (select ${limit}::integer) offset (select ${(page - 1) * limit}::integer)
    )
    select (select count(*)::integer from matching) as total, coalesce((
      select json_agg(item order by ${inOrder}) from (${selectOneOffs(sql`page`, caller)}) item
    ), '[]') as items`;
}

/**
 * The title of a one-off session, from the columns of its type, outcome and notes: 'One-Time ' and the type (spec §3),
 * then outcome and notes once logged (spec §4).
 */
export function oneOffTitle(type: string, outcome: string, notes?: string): RawBuilder<string> {
  const parts = [outcome, notes].filter((part) => part !== undefined);
  const logged = sql.join(parts.map((part) => sql`nullif(${sql.ref(part)}, '')`));
  return sql<string>`concat_ws(' - ', 'One-Time ' || ${sql.ref(type)}, ${logged})`;
}

/**
 * Whether a student came to catch up, as the log of the class tells it; no row where it does not, nor of a session that
 * was cancelled: who came all the same came to the class.
 */
export const caughtUp = sql<{ isPresent: boolean }>`
  select e.is_present from attendance_sessions a
    join attendance_entries e on e.organization_id = a.organization_id and e.session_id = a.id
  where s.session_type = 'Catch-up' and s.cancelled_at is null and a.organization_id = s.organization_id
    and a.class_id = s.class_id and a.session_date = s.session_date and e.student_id = s.student_id`;

/** Whether it was told how a session went: by its outcome, or in the log of the class its student caught up in. */
export const isOneOffLogged = sql<boolean>`(s.outcome is not null or exists (${caughtUp}))`;

/** The outcome that `caughtUp` amounts to; null where it tells nothing. */
export const toldOutcome = sql<OneOffSession['outcome']>`
  (select case when told.is_present then 'Completed' else 'No Show' end from (${caughtUp}) told)`;

/**
 * Which one-off sessions a caller sees: the office all, instructors and students their own; a student also those of the
 * inquiry they were before.
 */
export function visibleOneOffs({ role, profileId }: Caller): RawBuilder<boolean> {
  if (isAllowed(role, 'manageSchedule')) return sql<boolean>`true`;
  return role === 'instructor'
    ? sql<boolean>`s.instructor_id = ${profileId}::uuid`
    : sql<boolean>`(s.student_id = ${profileId}::uuid
        or s.inquiry_id = (select id from inquiries where student_id = ${profileId}::uuid))`;
}

export async function insertOneOff(
  db: Tx,
  booking: OneOffBooking,
  { id, today, isRoomConflictIgnored }: Saving & { id: string },
): Promise<OneOffSession> {
  const paidOn = booking.isPaid ? today : null;
  const { rows } = await sql<OneOffSession>`
    with saved as (
      insert into one_off_sessions (id, session_type, student_id, inquiry_id, instructor_id, room_id, dance_type_id, class_id,
        session_date, start_time, end_time, price_cents, is_paid, paid_on, is_room_conflict_ignored)
      values (${id}, ${booking.sessionType}, ${booking.studentId}, ${booking.inquiryId}, ${booking.instructorId}, ${booking.roomId},
        ${booking.danceTypeId}, ${booking.classId}, ${booking.sessionDate}, ${booking.startTime}, ${booking.endTime},
        ${booking.priceCents}, ${booking.isPaid}, ${paidOn}, ${isRoomConflictIgnored})
      returning *
    ) ${selectOneOffs(sql`saved`)}`.execute(db);
  return onlyOne(rows);
}

/** Saves an edit; a session paid before keeps the day on which it was paid. */
export async function updateOneOff(
  db: Tx,
  edit: OneOffEdit,
  { today, isRoomConflictIgnored }: Saving,
): Promise<OneOffSession> {
  const { rows } = await sql<OneOffSession>`
    with saved as (
      update one_off_sessions set session_type = ${edit.sessionType}, student_id = ${edit.studentId},
        inquiry_id = ${edit.inquiryId}, instructor_id = ${edit.instructorId}, room_id = ${edit.roomId},
        dance_type_id = ${edit.danceTypeId}, class_id = ${edit.classId}, session_date = ${edit.sessionDate},
        start_time = ${edit.startTime}, end_time = ${edit.endTime}, price_cents = ${edit.priceCents},
        is_paid = ${edit.isPaid}, paid_on = case when ${edit.isPaid}::boolean then coalesce(paid_on, ${today}::date) end,
        is_room_conflict_ignored = ${isRoomConflictIgnored}
      where id = ${edit.id} and version = ${edit.version}
      returning *
    ) ${selectOneOffs(sql`saved`)}`.execute(db);
  return onlyOne(rows);
}

/** The session that a statement has saved or found. */
export function onlyOne([session]: OneOffSession[]): OneOffSession {
  if (!session) throw new Error('the one-off session was locked, yet could not be saved');
  return session;
}
