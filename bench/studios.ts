import type pg from 'pg';
import { inventPerson } from '#server/demo/names.ts';
import { seedRandom } from '#server/demo/schedule.ts';

/** How large a studio is, and for how many months its attendance and payments go back. */
export type Size = { classes: number; students: number; months: number };

/** How many studios stand for a tenth of them. */
export function someOf(studios: number): number {
  return Math.ceil(studios / 10);
}

const danceTypes = 'Ballet,Hip Hop,Jazz,Contemporary,Tap,Salsa,Ballroom,Modern'.split(',');
const classesPerInstructor = 5;
const daysOfMonth = 28;

/** Fills a studio that has just been founded, every trigger at work: classes, people, payments, attendance. */
export async function fillStudio(client: pg.Client, organizationId: string, size: Size): Promise<void> {
  await client.query('begin');
  await client.query(`select set_config('app.organization_id', $1, true)`, [organizationId]);
  await insertGround(client, size.classes);
  await insertClasses(client);
  await insertPeople(client, 'student', size.students);
  await insertInquiries(client);
  await client.query(enrolSql);
  await client.query(paySql, [size.months]);
  await client.query(cancelSql);
  await client.query(logSql, [size.months * daysOfMonth]);
  await client.query(attendSql);
  await client.query('commit');
}

async function insertGround(client: pg.Client, classes: number): Promise<void> {
  const instructors = Math.ceil(classes / classesPerInstructor);
  await client.query('insert into dance_types (name) select unnest($1::text[])', [danceTypes]);
  await client.query(`insert into classrooms (name) select 'Room ' || n from generate_series(1, $1) n`, [
    instructors,
  ]);
  await insertPeople(client, 'instructor', instructors);
  await client.query(`insert into pay_terms (profile_id, payment_type, rate_per_class_cents)
    select id, 'per_class', 4500 from profiles where organization_id = current_organization_id() and role = 'instructor'`);
}

async function insertPeople(client: pg.Client, role: string, count: number): Promise<void> {
  const random = seedRandom();
  const people = Array.from({ length: count }, (_, nth) => inventPerson(random, nth));
  await client.query(
    `insert into profiles (role, full_name, email, phone_number, gender, date_of_birth)
      select $1, p."fullName", p.email, p."phoneNumber", p.gender, current_date - 2000 - (row_number() over ())::int % 9000
      from jsonb_to_recordset($2::jsonb) p ("fullName" text, email text, "phoneNumber" text, gender text)`,
    [role, JSON.stringify(people)],
  );
}

/** Every instructor and their room take five slots of the week, so that nobody is in two places. */
async function insertClasses(client: pg.Client): Promise<void> {
  await client.query(`
    with instructor as (
      select id, row_number() over (order by id) as nth from profiles
      where organization_id = current_organization_id() and role = 'instructor'
    ), room as (
      select id, row_number() over (order by id) as nth from classrooms where organization_id = current_organization_id()
    ), style as (
      select id, name, row_number() over (order by id) as nth from dance_types where organization_id = current_organization_id()
    ), slot (nth, days, starts, ends) as (values
      (1, '{1}'::smallint[], '16:00'::time, '17:00'::time), (2, '{2,4}', '16:30', '17:30'), (3, '{3}', '17:00', '18:30'),
      (4, '{5}', '18:00', '19:00'), (5, '{6}', '10:00', '11:00'))
    insert into classes (name, dance_type_id, instructor_id, room_id, days_of_week, start_time, end_time, session_start_date)
      select style.name || ' ' || instructor.nth || '-' || slot.nth, style.id, instructor.id, room.id, slot.days, slot.starts,
        slot.ends, current_date - 2000
      from instructor join room using (nth) cross join slot
        join style on style.nth = 1 + (instructor.nth + slot.nth) % ${danceTypes.length}`);
}

async function insertInquiries(client: pg.Client): Promise<void> {
  await client.query(`
    insert into inquiries (full_name, email, status, dance_type_interest, created_at)
      select 'Inquiry ' || n, 'inquiry' || n || '@families.example',
        (array['new', 'contacted', 'Tryout Scheduled', 'enrolled'])[1 + n % 4], 'Ballet', now() - n * interval '14 hours'
      from generate_series(1, 150) n`);
}

const inStudio = 'organization_id = current_organization_id()';

// One class each and a second one for every fourth.
const enrolSql = `
  with class as (select id, row_number() over (order by id) - 1 as nth, count(*) over () as total from classes where ${inStudio}),
  student as (select id, row_number() over (order by id) as nth from profiles where ${inStudio} and role = 'student')
  insert into class_registrations (class_id, student_id, enrolled_on)
    select class.id, student.id, current_date - 1990
    from student join class on class.nth = student.nth % total or (student.nth % 4 = 0 and class.nth = (student.nth + 7) % total)`;

const paySql = `
  insert into subscriptions (student_id, class_id, start_date, end_date, amount_paid_cents, number_of_sessions, payment_for,
      subscription_type, paid_on)
    select r.student_id, r.class_id, day, (day + interval '1 month - 1 day')::date, 6500 + (n * 700), 8,
      case n when 0 then 'new_class' else 'renewal' end,
      case when hashtext(r.id::text) % 10 < 3 then 'session_based' else 'time_based' end, day
    from class_registrations r, generate_series(0, $1::int - 1) n,
      lateral (select (current_date - abs(hashtext(r.id::text)) % 28 - n * 30) as day) paid
    where r.organization_id = current_organization_id()`;

const cancelSql = `
  insert into class_cancellations (class_id, cancelled_date)
    select c.id, day::date from classes c, generate_series(current_date - 20, current_date + 20, interval '1 day') day
    where c.${inStudio} and class_takes_place_on(c.days_of_week, c.session_start_date, c.session_end_date, day::date)
      and abs(hashtext(c.id::text || day)) % 40 = 0`;

const logSql = `
  insert into attendance_sessions (class_id, session_date, status, instructor_id)
    select c.id, day::date, 'Completed', c.instructor_id
    from classes c, generate_series(current_date - $1::int, current_date - 1, interval '1 day') day
    where c.${inStudio} and class_takes_place_on(c.days_of_week, c.session_start_date, c.session_end_date, day::date)
      and not exists (select from class_cancellations x
        where x.organization_id = c.organization_id and x.class_id = c.id and x.cancelled_date = day::date)`;

const attendSql = `
  insert into attendance_entries (session_id, student_id, is_present)
    select a.id, r.student_id, abs(hashtext(a.id::text || r.student_id)) % 100 < 88
    from attendance_sessions a join class_registrations r on r.organization_id = a.organization_id and r.class_id = a.class_id
    where a.${inStudio}`;

// A word of a studio's own that no other text holds; its copies carry theirs in the same places.
const marker = ' zq0qz';
const markerOfCopy = `' zq' || c.n || 'qz'`;

/** Ends each name of a studio with a word of its own, by which an answer tells whose it is. */
export async function markNames(client: pg.Client, organizationId: string): Promise<void> {
  const names = [
    'profiles.full_name',
    'classes.name',
    'classrooms.name',
    'dance_types.name',
    'inquiries.full_name',
  ];
  await client.query('begin');
  await client.query(`select set_config('app.organization_id', $1, true)`, [organizationId]);
  for (const [table, column] of names.map((name) => name.split('.')))
    await client.query(`update ${table} set ${column} = ${column} || $1 where ${inStudio}`, [marker]);
  await client.query('update organizations set name = name || $2 where id = $1', [organizationId, marker]);
  await client.query('commit');
}

/**
 * Copies a studio, its owner's login included, `count` times under ids of their own, rows of all studios side by side
 * as years of common use leave them. Triggers and keys are not asked again: that takes a superuser.
 */
export async function copyStudio(client: pg.Client, organizationId: string, count: number): Promise<void> {
  await client.query('begin');
  await client.query(`set local session_replication_role = replica`);
  await client.query(
    `create temp table copies on commit drop as select n, ${randomLike(`$1 || '/' || n`)} as id from generate_series(1, $2::int) n`,
    [organizationId, count],
  );
  for (const { name, columns } of await tables(client)) {
    const inserted = columns.map(({ column }) => column).join(', ');
    const values = columns.map((column) => copiedColumn(name, column)).join(', ');
    const grouping = columns.some(({ column }) => column === 'session_id') ? 'session_id,' : '';
    await client.query(
      `insert into ${name} (${inserted}) overriding system value select ${values}
        from ${name} t cross join copies c where t.${ownerColumn(name)} order by ${grouping} t.ctid, c.n`,
      [organizationId],
    );
  }
  await client.query('commit');
}

type Column = { column: string; type: string };

async function tables(client: pg.Client): Promise<{ name: string; columns: Column[] }[]> {
  const { rows } = await client.query<{ name: string; columns: Column[] }>(`
    select format('%I.%I', c.table_schema, c.table_name) as name,
      json_agg(json_build_object('column', quote_ident(c.column_name), 'type', c.data_type) order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.is_generated = 'NEVER' and t.table_type = 'BASE TABLE' and (
      (c.table_schema = 'public' and exists (select from information_schema.columns k where k.table_schema = c.table_schema
        and k.table_name = c.table_name and k.column_name = 'organization_id'))
      or (c.table_schema, c.table_name) in (('public', 'organizations'), ('auth', 'user'), ('auth', 'membership'), ('auth', 'session'), ('auth', 'account')))
    group by 1`);
  return rows;
}

function ownerColumn(table: string): string {
  if (table === 'public.organizations') return 'id = $1';
  if (table === 'auth."user"' || table === 'auth.user')
    return 'id in (select user_id from auth.membership where organization_id = $1)';
  if (table === 'auth.session' || table === 'auth.account')
    return 'user_id in (select user_id from auth.membership where organization_id = $1)';
  return 'organization_id = $1';
}

/** An id that follows from a text and has the form of a random one: no other form is taken. */
function randomLike(text: string): string {
  return `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;
}

function copiedColumn(name: string, { column, type }: Column): string {
  if (column === 'organization_id') return 'case when t.organization_id = $1 then c.id end';
  // The account library takes a password only from an account that names its user.
  if (column === 'account_id') return `${randomLike(`c.n || t.${column}`)}::text`;
  if (column === 'token' || (name.startsWith('auth.') && column === 'email'))
    return `c.n || '-' || t.${column}`;
  if (type === 'uuid')
    return `case when t.${column} = $1 then c.id else ${randomLike(`c.n || t.${column}::text`)} end`;
  return type === 'text' ? `replace(t.${column}, '${marker}', ${markerOfCopy})` : `t.${column}`;
}
