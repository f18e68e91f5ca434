import { sql, type RawBuilder } from 'kysely';
import { parallelClasses } from '#features/enrollment/parallel-classes-sql.ts';
import { enrolledFrom, enrolledOnProblem, type Bounds } from '#features/enrollment/rules.ts';
import type {
  AvailableStudents,
  EnrollmentItem,
  NewPlace,
  PlaceEdit,
  Roster,
} from '#features/enrollment/schema.ts';
import { classMissing, refuseMissing } from '#features/payments/sql.ts';
import type { StudentDetails } from '#features/people/students/schema.ts';
import { foundStudents, isOpen } from '#features/people/students/sql.ts';
import { asOf } from '#features/scheduling/classes/sql.ts';
import type { Tx } from '#platform/database.ts';
import { deletedSince } from '#platform/idempotency.ts';
import { badInput, conflict, notFound } from '#platform/procedure.ts';
import { staleEdit } from '#platform/stale.ts';
import { wallClock, type StudioMoment } from '#platform/studio-moment.ts';
import type { LocalDate } from '#shared/local-date.ts';

/**
 * A new student with their registrations and first payments, in one statement: one round trip, whatever the number
 * of classes. Throws NOT_FOUND or CONFLICT, with nothing made, when a class is not one of the studio's current ones.
 */
export async function insertStudent(
  db: Tx,
  id: string,
  student: StudentDetails,
  items: readonly EnrollmentItem[],
  today: LocalDate,
): Promise<void> {
  const lines = items.map((item) => ({
    ...item,
    paidOn: item.paidOn ?? today,
    enrolledOn: enrolledFrom(item.startDate, today),
  }));
  const enrolled = await sql`
    with items as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as item("classId" uuid, "startDate" date,
        "endDate" date, "amountPaidCents" bigint, "numberOfSessions" integer, "subscriptionType" text,
        "paymentNotes" text, "paidOn" date, "enrolledOn" date)
    ), offered as materialized (
      select c.id from classes c where c.id in (select "classId" from items) and ${isOpen(today)}
      order by c.id for share -- as everybody locks several
    ), student as (
      insert into profiles (id, role, full_name, email, phone_number, gender, date_of_birth)
      select ${id}::uuid, 'student', ${student.fullName}, ${student.email}, ${student.phoneNumber}, ${student.gender},
        ${student.dateOfBirth}::date
      where (select count(*) from offered) = (select count(*) from items)
      returning id
    ), registered as (
      insert into class_registrations (class_id, student_id, enrolled_on)
      select "classId", student.id, "enrolledOn" from items, student
    ), paid as (
      insert into subscriptions (student_id, class_id, start_date, end_date, amount_paid_cents, number_of_sessions,
        payment_for, subscription_type, payment_notes, paid_on)
      select student.id, "classId", "startDate", "endDate", "amountPaidCents", "numberOfSessions", 'new_class',
        "subscriptionType", "paymentNotes", "paidOn" from items, student
    )
    select id from student`.execute(db);
  if (enrolled.rows.length > 0) return;
  const classIds = items.map(({ classId }) => classId);
  await refuseEnded(db, classIds, today);
  throw notFound(classMissing);
}

/** Throws NOT_FOUND where the person whom an earlier request made was deleted since. */
export async function refuseErased(db: Tx, id: string, refusal = deletedSince()): Promise<void> {
  const person = db.selectFrom('profiles').select('id').where('id', '=', id).where('erasedAt', 'is', null);
  if (!(await person.executeTakeFirst())) throw refusal;
}

async function refuseEnded(db: Tx, classIds: readonly string[], today: LocalDate): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.name from classes c
    where c.id = any(${classIds}) and c.archived_at is null and not ${isOpen(today)}
    order by plain_text(c.name) limit 1`.execute(db);
  const [ended] = rows;
  if (ended) throw conflict(`${ended.name} has ended. Change its end date to enroll somebody.`);
}

/**
 * Who is enrolled in a class on a day, by name, for the office also how to reach them and what else they take at the same
 * time, and who teaches it or did then; no row: not one of the studio's. Without a day it is today, or the last day of a class that is over.
 */
export function selectRoster(classId: string, asked: LocalDate | null, today: LocalDate, isOffice: boolean) {
  const date = asked === null ? sql`least(${today}::date, c.session_end_date)` : sql`${asked}::date`;
  return sql<Roster & { instructorIds: string[] }>`
    with ${parallelClasses(classId, today, isOffice)}
    select c.id as class_id, c.name as class_name, array[c.instructor_id, d.instructor_id] as instructor_ids, ${date} as date, coalesce((
      select jsonb_agg(jsonb_build_object('registrationId', r.id, 'studentId', p.id, 'fullName', p.full_name,
          'email', case when ${isOffice} then p.email end,
          'phoneNumber', case when ${isOffice} then p.phone_number end,
          'enrolledOn', r.enrolled_on, 'sessionSubscriptions', ${sessionSubscriptions(today)},
          'parallelClasses', coalesce(parallel.classes, '[]'))
        order by plain_text(p.full_name), p.id)
      from class_registrations r
      join profiles p on p.organization_id = r.organization_id and p.id = r.student_id
      left join parallel on parallel.student_id = r.student_id
      where r.organization_id = c.organization_id and r.class_id = c.id
        and r.enrolled_on <= ${date} and (r.ended_on is null or r.ended_on > ${date})
        ${asked === null ? sql`and p.erased_at is null` : sql``}
    ), '[]') as students
    from classes c ${asOf(date)} where c.id = ${classId} and c.archived_at is null`;
}

/**
 * What is active of a student's packs of sessions; without anything active, the one that was used up last. What begins
 * later counts only where nothing has begun: no session is taken off it before.
 */
function sessionSubscriptions(today: LocalDate) {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('id', s.id, 'sessionsLeft', s.sessions_left,
        'numberOfSessions', s.number_of_sessions, 'startDate', s.start_date) order by s.end_date, s.id)
    from (
      select s.*, state.sessions_left, state.effective_status,
        dense_rank() over (order by s.start_date > ${today}) as turn,
        row_number() over (order by s.start_date > ${today}, state.effective_status, s.end_date desc, s.id) as place
      from subscriptions s
      join subscription_states(${today}) state on state.organization_id = s.organization_id and state.id = s.id
      where s.organization_id = r.organization_id and s.student_id = r.student_id and s.class_id = r.class_id
        and s.status = 'active' and s.end_date >= ${today}
    ) s
    where s.subscription_type = 'session_based' and s.turn = 1 and (s.effective_status = 'active' or s.place = 1)
  ), '[]')`;
}

/** The first students by name who could be enrolled in a class: all minus enrolled, as far as a query goes. */
export function selectAvailable(classId: string, q: string | null, limit: number) {
  const free = sql`where not exists (
    select from class_registrations r
    where r.class_id = ${classId} and r.ended_on is null and r.student_id = m.profile_id
  )`;
  return sql<AvailableStudents>`
    with ${foundStudents(q)},
    first as (select m.* from matching m ${free} order by m.sort_name, m.profile_id limit ${limit})
    select (select count(*)::integer from matching m ${free}) as total, coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'fullName', p.full_name, 'email', p.email,
        'phoneNumber', p.phone_number) order by first.sort_name, first.profile_id)
      from first join profiles p on p.id = first.profile_id
    ), '[]') as items
    from classes where id = ${classId}`;
}

/**
 * Puts a student on a class's roster from a day on. Throws NOT_FOUND for a class or student who is not there, CONFLICT
 * for a class that has ended, BAD_REQUEST for a day that can not be the first.
 */
export async function insertRegistration(
  db: Tx,
  { classId, studentId, enrolledOn }: NewPlace,
  today: LocalDate,
): Promise<{ registrationId: string }> {
  const from = enrolledOn ?? today;
  const added = await sql<{ registrationId: string }>`
    insert into class_registrations (class_id, student_id, enrolled_on, entered_on)
    select c.id, p.id, ${from}, ${today} from classes c, profiles p
    where c.id = ${classId} and ${isOpen(today)}
      and p.id = ${studentId} and p.role = 'student' and p.erased_at is null
      and ${from}::date between greatest(least(${begins}, ${today}::date), ${leftOn(studentId)}) and ${today}
    for share of c, p
    returning id as registration_id`.execute(db);
  const [row] = added.rows;
  if (row) return row;
  await refuseMissing(db, { classId, studentId });
  await refuseEnded(db, [classId], today);
  const bounds = await sql<{ begins: LocalDate; leftOn: LocalDate | null }>`
    select ${begins} as begins, ${leftOn(studentId)} as left_on
    from classes c where c.id = ${classId} and c.archived_at is null`.execute(db);
  const problem = bounds.rows[0] && enrolledOnProblem(from, { ...bounds.rows[0], today });
  if (problem) throw badInput('enrolledOn', problem);
  throw notFound(classMissing); // it was archived
}

/** The first day of a class called `c`; what was logged before its start was moved is still of it. */
const begins = sql`least(c.session_start_date,
  (select min(a.session_date) from attendance_sessions a where a.class_id = c.id))`;

/** When a student's last place in a class called `c` ended. */
const leftOn = (studentId: RawBuilder<unknown> | string) =>
  sql`(select max(past.ended_on) from class_registrations past where past.class_id = c.id and past.student_id = ${studentId})`;

export const notEnrolled = 'This student is not enrolled in this class.';

/**
 * Lets a place that goes on begin on another day. Throws NOT_FOUND for one that is not there or has ended, STALE for one
 * that begins on another day than was seen, BAD_REQUEST for a day that can not be the first.
 */
export async function updateRegistration(
  db: Tx,
  { registrationId, since, enrolledOn }: PlaceEdit,
  today: LocalDate,
): Promise<{ registrationId: string }> {
  await holdPlaces(db, sql`id = ${registrationId}`);
  const found = await sql<Omit<Bounds, 'today'> & { since: LocalDate }>`
    select ${begins} as begins, c.session_end_date as ends, ${leftOn(sql`r.student_id`)} as left_on, r.enrolled_on as since, (
        select min(a.session_date) from attendance_sessions a join attendance_entries e on e.session_id = a.id
        where a.class_id = c.id and a.session_date >= r.enrolled_on and e.student_id = r.student_id) as marked_on
    from class_registrations r join classes c on c.id = r.class_id
    where r.id = ${registrationId} and r.ended_on is null and c.archived_at is null`.execute(db);
  const [place] = found.rows;
  if (!place) throw notFound(notEnrolled);
  if (since !== null && place.since !== since) throw staleEdit({ changedBy: null });
  const problem = enrolledOnProblem(enrolledOn, { ...place, today });
  if (problem) throw badInput('enrolledOn', problem);
  await sql`update class_registrations set enrolled_on = ${enrolledOn} where id = ${registrationId}`.execute(
    db,
  );
  return { registrationId };
}

/** Holds places in a statement of its own: who is marking somebody in one is waited for, and the next look sees the mark. */
async function holdPlaces(db: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`select from class_registrations where ${which} for update`.execute(db);
}

/**
 * Takes a student off a class's roster from a day on. A place that began on that day leaves no trace, nor does one that
 * was entered on it by itself, while the student was not marked; the answer says whether it does, for taking it back.
 */
export async function endRegistration(
  db: Tx,
  { classId, studentId }: { classId: string; studentId: string },
  today: LocalDate,
): Promise<{ registrationId: string; isKept: boolean } | undefined> {
  await holdPlaces(db, sql`class_id = ${classId} and student_id = ${studentId} and ended_on is null`);
  const ended = await sql<{ registrationId: string; isKept: boolean }>`
    with own as (
      select r.id, r.enrolled_on < ${today} and (r.entered_on is distinct from ${today} or exists (
          select from attendance_sessions a join attendance_entries e on e.session_id = a.id
          where a.class_id = r.class_id and a.session_date >= r.enrolled_on and e.student_id = r.student_id)) as is_kept
      from class_registrations r
      where r.class_id = ${classId} and r.student_id = ${studentId} and r.ended_on is null
    ), deleted as (
      delete from class_registrations r using own where r.id = own.id and not own.is_kept returning r.id
    ), ended as (
      update class_registrations r set ended_on = ${today} from own where r.id = own.id and own.is_kept returning r.id
    )
    select id as registration_id, false as is_kept from deleted
    union all select id, true from ended`.execute(db);
  return ended.rows[0];
}

/**
 * Takes back a removal of today. Whose place has not ended, or not any more, keeps it; undefined when it ended before,
 * left no trace, or its student or class was deleted.
 */
export async function restoreRegistration(
  db: Tx,
  registrationId: string,
  today: LocalDate,
): Promise<{ registrationId: string } | undefined> {
  // Both rows are locked: a deletion under way is waited for, and a student's that comes later ends this place, too.
  const restored = await sql<{ registrationId: string }>`
    with own as (
      select r.id from class_registrations r join profiles p on p.id = r.student_id join classes c on c.id = r.class_id
      where r.id = ${registrationId} and coalesce(r.ended_on, ${today}) = ${today}
        and p.erased_at is null and c.archived_at is null
      for share of p, c
    ), restored as (
      update class_registrations r set ended_on = null from own where r.id = own.id and r.ended_on = ${today}
    )
    select id as registration_id from own`.execute(db);
  return restored.rows[0];
}

/** Erases a student with everything personal, in one step; whether there was one. */
export async function eraseStudent(db: Tx, id: string, moment: StudioMoment): Promise<boolean> {
  const erasing = sql<{ isErased: boolean }>`select erase_student(${id}, ${wallClock(moment)}) as is_erased`;
  const erased = await erasing.execute(db);
  return erased.rows[0]?.isErased ?? false;
}
