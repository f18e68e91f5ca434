import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { defaultPayTerms, type PayTerms } from '#features/payroll/rules.ts';
import type { Teaching } from '#features/people/instructors/rules.ts';
import { deletedInstructorName } from '#features/people/instructors/rules.ts';
import { isOpen } from '#features/people/students/sql.ts';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import type { DB } from '#platform/database-types.ts';
import { wallClock, type StudioMoment } from '#platform/studio-moment.ts';
import { isAllowed } from '#shared/access.ts';
import { localDateAt, type LocalDate } from '#shared/local-date.ts';

type Reader = { caller: Caller; today: LocalDate };

/** An instructor as `reader` may see them: columns of a statement that selects from or changes `profiles`. */
export function instructorColumns({ caller, today }: Reader) {
  const seesAllPay = isAllowed(caller.role, 'readPayroll');
  return [
    'profiles.id',
    'profiles.fullName',
    'profiles.email',
    'profiles.phoneNumber',
    'profiles.version',
    sql<PayTerms | null>`case when ${seesAllPay}::boolean or profiles.id = ${caller.profileId} then ${payTerms} end`.as(
      'payTerms',
    ),
    classCountOf(sql`profiles.id`, today).as('classCount'),
  ] as const;
}

/** One instructor who was not deleted, as `reader` may see them. */
export function selectInstructor(db: Kysely<DB>, id: string, reader: Reader) {
  return db
    .selectFrom('profiles')
    .select(instructorColumns(reader))
    .where('id', '=', id)
    .where('role', '=', 'instructor')
    .where('erasedAt', 'is', null);
}

/**
 * How many classes an instructor teaches today or later, also what is handed over from tomorrow on. That is counted by
 * itself: looked for with the others, every class would be gone through for every instructor.
 */
function classCountOf(instructorId: RawBuilder<unknown>, today: LocalDate) {
  return sql<number>`((select count(*) from classes c where c.instructor_id = ${instructorId} and ${isOpen(today)})
    + (select count(*) from past_class_rules p join classes c on c.organization_id = p.organization_id and c.id = p.class_id
      where p.instructor_id = ${instructorId} and p.dates @> ${today}::date and c.instructor_id <> p.instructor_id
        and c.archived_at is null
        and class_takes_place_on(p.days_of_week, c.session_start_date, c.session_end_date, ${today}::date)))`;
}

/** How one instructor is paid, or was before they were deleted: what they taught may still have to be paid. */
export function selectPayTerms(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('profiles')
    .select(sql<PayTerms>`${payTerms}`.as('payTerms'))
    .where('id', '=', id)
    .where('role', '=', 'instructor');
}

// Whoever became an instructor on another way has no terms of their own yet and gets the default ones.
const payTerms = sql`coalesce(
  (select jsonb_build_object('paymentType', t.payment_type, 'fixedSalaryCents', t.fixed_salary_cents,
      'ratePerClassCents', t.rate_per_class_cents, 'percentageRate', t.percentage_rate)
    from pay_terms t where t.organization_id = profiles.organization_id and t.profile_id = profiles.id),
  ${sql.lit(JSON.stringify(defaultPayTerms))})`;

/** Whether the words of an instructor begin with every term of a query, case and accents ignored: as with students. */
export function isFoundBy(query: string) {
  return sql<boolean>`profiles.id in (
    select w.profile_id from search_ranges(${query}) r
    join people_words w on w.role = 'instructor' and w.word >= r.since and w.word < r.until
    group by w.profile_id having count(distinct r.term) = (select max(term) from search_ranges(${query})))`;
}

/** Instructors with their pay terms, all of them or none: one statement. */
export async function insertInstructors(
  db: Tx,
  instructors: readonly {
    fullName: string;
    email: string | null;
    phoneNumber: string | null;
    payTerms: PayTerms;
  }[],
): Promise<void> {
  const people = instructors.map(({ payTerms, ...person }) => ({ id: randomUUID(), ...person, ...payTerms }));
  await sql`
    with people as (
      select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as person(id uuid, "fullName" text, email text,
        "phoneNumber" text, "paymentType" text, "fixedSalaryCents" bigint, "ratePerClassCents" bigint,
        "percentageRate" numeric)
    ), added as (
      insert into profiles (id, role, full_name, email, phone_number)
      select id, 'instructor', "fullName", email, "phoneNumber" from people
    )
    insert into pay_terms (profile_id, payment_type, fixed_salary_cents, rate_per_class_cents, percentage_rate)
    select id, "paymentType", "fixedSalaryCents", "ratePerClassCents", "percentageRate" from people`.execute(
    db,
  );
}

/**
 * Erases who an instructor is, unless they still teach, which the answer says. What they taught stays, sessions of today
 * that are over included.
 * Lock their row first: then no booking comes between the count and the erasure.
 */
export async function eraseUnlessTeaching(db: Tx, id: string, moment: StudioMoment): Promise<Teaching> {
  const today = localDateAt(moment.now, moment.timeZone);
  const counted = await sql<Teaching>`
    with teaching as (
      select ${classCountOf(sql`${id}::uuid`, today)} as classes,
        (select count(*) from one_off_sessions s where s.instructor_id = ${id} and s.cancelled_at is null and s.outcome is null
          and s.session_date + s.end_time > ${wallClock(moment)}) as sessions
    ), erased as (
      update profiles set full_name = ${deletedInstructorName}, email = null, phone_number = null, gender = null,
        date_of_birth = null, erased_at = now()
      from teaching where id = ${id} and teaching.classes + teaching.sessions = 0
    )
    select classes, sessions from teaching`.execute(db);
  return counted.rows[0] ?? { classes: 0, sessions: 0 };
}
