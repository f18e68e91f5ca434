import { sql, type RawBuilder } from 'kysely';
import type {
  Student,
  StudentDetails,
  StudentFilter,
  StudentPage,
} from '#features/people/students/schema.ts';
import type { Tx } from '#platform/database.ts';
import type { LocalDate } from '#shared/local-date.ts';

/**
 * One page of the students a filter leaves, by name, with their number: one statement. Status and classes are asked for
 * student by student: joined, they would be gone through for every one, for the planner expects one student where there
 * are fifty. As json a row is written once; jsonb is built first, its names sorted, and written then.
 * Limit and offset are subqueries: could the planner see them, it would plan every request anew, which takes as long
 * as the answer.
 */
export function selectStudents({ q, danceTypeId, page, limit }: StudentFilter, today: LocalDate) {
  // Dancers are looked for once, for page and number. All students are not kept: their index ends where the page does.
  // Who is on the page is looked up by ids: how long it is the plan does not know, and would read everybody.
  const chosen =
    danceTypeId === null
      ? sql`not materialized (select * from matching)`
      : sql`materialized (
          with dancers as materialized (${dancersOf(danceTypeId, today)})
          select * from matching where profile_id in (select student_id from dancers)
        )`;
  return sql<StudentPage>`
    with ${foundStudents(q)},
    chosen as ${chosen},
    page as materialized (
      select * from chosen order by sort_name, profile_id
      limit (select ${limit}::integer) offset (select ${(page - 1) * limit}::integer)
    ), ids as (
      select array_agg(profile_id) as of_page from page
    )
    select (select count(*)::integer from chosen) as total, coalesce((
      select json_agg(student) from (
        select p.id, p.full_name as "fullName", p.email, p.phone_number as "phoneNumber",
          (select status from student_statuses(array[p.id], ${today})) as status, coalesce((
            select json_agg(class) from (
              with r as materialized (select * from class_registrations where student_id = p.id)
              select c.id, c.name, d.name as "danceTypeName" from r
              join classes c on c.organization_id = r.organization_id and c.id = r.class_id
              join dance_types d on d.organization_id = c.organization_id and d.id = c.dance_type_id
              where ${isCurrent(today)}
              order by plain_text(c.name), c.id
            ) class
          ), '[]') as classes
        from ids
        join profiles p on p.id = any (ids.of_page)
        join page on page.profile_id = p.id
        order by page.sort_name, page.profile_id
      ) student
    ), '[]') as items`;
}

/**
 * The common table expression `matching (profile_id, sort_name)`: students whose words begin with every term of
 * the query, all of them without a query. It reads the search words alone, which alone can be searched by index.
 * Terms met are bits of a number, for counting different ones would sort all words found. Who is found by an address or
 * number stands behind who has the name: a list that ends after a few would end before them else. Names are looked at as
 * they are first, since hardly one has to be closed up, which would take a fifth of the time.
 */
export function foundStudents(q: string | null): RawBuilder<unknown> {
  if (q === null)
    return sql`matching as not materialized (
      select profile_id, word as sort_name from people_words where role = 'student' and word >= ' ' and word < '!'
    )`;
  return sql`ranges as materialized (select * from search_ranges(${q})),
    matching as materialized (
      select w.profile_id, case
          when bit_or(1 << r.term)
            filter (where strpos(w.sort_name, w.word) > 0 or strpos(translate(w.sort_name, '''-', ''), w.word) > 0)
            = (select bit_or(1 << term) from ranges) then min(w.sort_name)
          else chr(1114111) || min(w.sort_name)
        end as sort_name
      from ranges r
      join people_words w on w.role = 'student' and w.word >= r.since and w.word < r.until
      group by w.profile_id
      having bit_or(1 << r.term) = (select bit_or(1 << term) from ranges)
    )`;
}

/** Students without classes yet, all of them or none: one statement. */
export async function insertStudents(db: Tx, students: readonly StudentDetails[]): Promise<void> {
  await sql`
    insert into profiles (role, full_name, email, phone_number, gender, date_of_birth)
    select 'student', "fullName", email, "phoneNumber", gender, "dateOfBirth"
    from jsonb_to_recordset(${JSON.stringify(students)}::jsonb) as student("fullName" text, email text,
      "phoneNumber" text, gender text, "dateOfBirth" date)`.execute(db);
}

/** One student with their classes and status. */
export function selectStudent(id: string, today: LocalDate) {
  return sql<Student>`
    select p.id, p.full_name as "fullName", p.email, p.phone_number as "phoneNumber", p.gender,
      p.date_of_birth as "dateOfBirth", p.version,
      (select status from student_statuses(array[${id}::uuid], ${today})) as status, coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'danceTypeName', d.name,
          'instructorName', i.full_name, 'daysOfWeek', c.days_of_week, 'startTime', to_char(c.start_time, 'HH24:MI'),
          'endTime', to_char(c.end_time, 'HH24:MI'), 'enrolledOn', r.enrolled_on,
          'isFromTomorrow', exists (select from past_class_rules past
            where past.class_id = c.id and upper(past.dates) > ${today}::date)) order by plain_text(c.name), c.id)
        from class_registrations r
        join classes c on c.organization_id = r.organization_id and c.id = r.class_id
        join dance_types d on d.organization_id = c.organization_id and d.id = c.dance_type_id
        join profiles i on i.organization_id = c.organization_id and i.id = c.instructor_id
        where r.student_id = ${id} and ${isCurrent(today)}
      ), '[]') as classes
    from profiles p where p.id = ${id} and p.role = 'student' and p.erased_at is null`;
}

function dancersOf(danceTypeId: string, today: LocalDate) {
  return sql`select distinct r.student_id from class_registrations r
    join classes c on c.organization_id = r.organization_id and c.id = r.class_id
    where c.dance_type_id = ${danceTypeId} and ${isCurrent(today)}`;
}

/** Enrolled on a day, as a condition on registrations called `r` of classes called `c`. */
function isCurrent(today: LocalDate) {
  return sql`r.enrolled_on <= ${today} and (r.ended_on is null or r.ended_on > ${today}) and ${isOpen(today)}`;
}

/** Whether a class called `c` takes place or is going to: it was not deleted and is not over. */
export function isOpen(today: LocalDate) {
  return sql<boolean>`(c.archived_at is null and (c.session_end_date is null or c.session_end_date >= ${today}))`;
}
