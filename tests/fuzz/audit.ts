import { sql } from 'kysely';
import type { Database, TenantScope } from '#platform/database.ts';

// What must be true of everything a studio has stored, said once more and by itself: neither the schemas of the
// inputs nor the checks of the database are asked.

/** Texts people write at length have lines, in the history too; all others are one line. */
const isLongText = (name: string) => /notes$/i.test(name);

/** Texts a person gave, by column, with their longest; a column that is not here is not known to be text of a person. */
const longest: Record<string, number> = {
  'attendance_sessions.notes': 2000,
  'classes.name': 120,
  'classrooms.name': 80,
  'dance_types.name': 80,
  'inquiries.availability_notes': 2000,
  'inquiries.dance_type_interest': 200,
  'inquiries.email': 254,
  'inquiries.full_name': 120,
  'inquiries.lead_source': 120,
  'inquiries.phone_number': 40,
  'one_off_sessions.outcome_notes': 2000,
  'organizations.city': 80,
  'organizations.country': 80,
  'organizations.name': 120,
  'organizations.phone_number': 40,
  'profiles.email': 254,
  'profiles.full_name': 120,
  'profiles.phone_number': 40,
  'subscriptions.payment_notes': 2000,
};

/** Texts that are one of a few, by column. */
const choices: Record<string, readonly string[]> = {
  'attendance_entries.student_role': ['student'],
  'attendance_sessions.instructor_role': ['instructor'],
  'attendance_sessions.status': ['Completed', 'Cancelled'],
  'audit_log.action': ['INSERT', 'UPDATE', 'DELETE'],
  'class_registrations.student_role': ['student'],
  'classes.class_type': ['Group', 'Private'],
  'classes.instructor_role': ['instructor'],
  'inquiries.gender': ['Female', 'Male'],
  'inquiries.status': ['new', 'contacted', 'enrolled', 'Tryout Scheduled', 'Converted to Student'],
  'inquiries.student_role': ['student'],
  'one_off_sessions.instructor_role': ['instructor'],
  'one_off_sessions.outcome': ['Completed', 'Cancelled', 'No Show'],
  'one_off_sessions.session_type': ['Private', 'Catch-up', 'Tryout'],
  'one_off_sessions.student_role': ['student'],
  'organizations.currency': ['USD'],
  'past_class_rules.class_type': ['Group', 'Private'],
  'past_class_rules.instructor_role': ['instructor'],
  'pay_terms.payment_type': ['per_class', 'salary', 'hybrid', 'percentage'],
  'pay_terms.role': ['instructor'],
  'people_words.role': ['owner', 'admin', 'staff', 'instructor', 'student'],
  'profiles.gender': ['Female', 'Male'],
  'profiles.role': ['owner', 'admin', 'staff', 'instructor', 'student'],
  'subscriptions.payment_for': ['new_class', 'renewal'],
  'subscriptions.status': ['active', 'expired', 'cancelled'],
  'subscriptions.student_role': ['student'],
  'subscriptions.subscription_type': ['time_based', 'session_based'],
};

/** Texts the server writes, by column, and how they look. Marks in front are people_words' own. */
const written: Record<string, RegExp> = {
  'audit_log.row_id': /^[\da-f-]{36}(\/[\da-f-]{36})?$/,
  'audit_log.table_name': /^[a-z_]{1,40}$/,
  'idempotency_keys.fingerprint': /^[\w-]{43}$/,
  'idempotency_keys.key': /^[\w.:-]{8,100}$/,
  'idempotency_keys.operation': /^[\w.-]{3,60}$/,
  'organizations.time_zone': /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/,
  'people_words.sort_name': /^[^\p{Cc}\p{Cs}]*$/u,
  'people_words.word': /^[^\p{Cc}\p{Cs}]+$/u,
};

/** Rows there must be none of: what is wrong with them, and how they are found. */
const wrongRows: [wrong: string, from: string][] = [
  ['a class ends before it starts', `classes where not start_time < end_time`],
  ['a class ends on a day before its first', `classes where session_end_date < session_start_date`],
  [
    'a class has no weekday, one twice or one that is none',
    `classes where cardinality(days_of_week) not between 1 and 7
      or cardinality(days_of_week) <> (select count(distinct day) from unnest(days_of_week) day where day between 1 and 7)`,
  ],
  [
    'a class never takes place',
    `classes where session_end_date is not null and not exists (
      select from generate_series(session_start_date, least(session_end_date, session_start_date + 6), '1 day') day
      where extract(isodow from day) = any (days_of_week))`,
  ],
  [
    'a date is cancelled on which the class was never to take place',
    `class_cancellations x join classes c on c.id = x.class_id where c.version = 1 and (
      not extract(isodow from x.cancelled_date) = any (c.days_of_week)
      or x.cancelled_date not between c.session_start_date and coalesce(c.session_end_date, 'infinity'))`,
  ],
  ['a one-off session ends before it starts', `one_off_sessions where not start_time < end_time`],
  [
    'something is paid without a day, or has one unpaid',
    `one_off_sessions where is_paid <> (paid_on is not null)`,
  ],
  [
    'a tryout was paid with nothing',
    `one_off_sessions where session_type = 'Tryout' and is_paid and coalesce(price_cents, 0) = 0`,
  ],
  ['a subscription ends before it starts', `subscriptions where end_date < start_date`],
  [
    'a subscription is of no sessions or too many',
    `subscriptions where number_of_sessions not between 1 and 10000`,
  ],
  ['an enrollment ends before it starts', `class_registrations where ended_on < enrolled_on`],
  [
    'a student is in a class twice at a time',
    `class_registrations a join class_registrations b using (class_id, student_id)
      where a.id < b.id and daterange(a.enrolled_on, a.ended_on) && daterange(b.enrolled_on, b.ended_on)`,
  ],
  ['an age is none', `inquiries where age not between 1 and 120 or (age is null) <> (age_told_on is null)`],
  ['somebody was born after tomorrow', `profiles where date_of_birth > date '2026-11-22'`],
  [
    'a percentage is none',
    `pay_terms where percentage_rate not between 0 and 100 or scale(percentage_rate) > 2`,
  ],
  [
    'pay terms carry what their type does not use',
    `pay_terms where (fixed_salary_cents is not null and payment_type not in ('salary', 'hybrid'))
      or (rate_per_class_cents is not null and payment_type not in ('per_class', 'hybrid'))
      or (percentage_rate is not null and payment_type not in ('percentage', 'hybrid'))`,
  ],
  [
    'pay terms are of somebody who does not teach',
    `pay_terms t join profiles p on p.id = t.profile_id where p.role <> 'instructor'`,
  ],
  [
    'a log counts a student who is none',
    `attendance_entries e join profiles p on p.id = e.student_id where p.role <> 'student'`,
  ],
  [
    'attendance was logged for a day to come',
    `attendance_sessions where session_date > date '2026-11-22' and status = 'Completed'`,
  ],
  [
    'a cancelled date was held',
    `attendance_sessions a join class_cancellations x on x.class_id = a.class_id and x.cancelled_date = a.session_date
      where a.status = 'Completed'`,
  ],
  [
    'an instructor is in two places on one day',
    `one_off_sessions a join one_off_sessions b using (instructor_id, session_date)
      where a.id < b.id and a.cancelled_at is null and b.cancelled_at is null
        and a.outcome is distinct from 'Cancelled' and b.outcome is distinct from 'Cancelled'
        and a.start_time < b.end_time and b.start_time < a.end_time`,
  ],
  [
    'there is not the one owner',
    `(select count(*) as owners from profiles where role = 'owner') o where owners <> 1`,
  ],
  [
    'a forgotten person is known by more than the role, or the name where it was the office’s',
    `profiles where erased_at is not null
      and (role in ('instructor', 'student') and full_name not in ('Deleted student', 'Deleted instructor')
        or num_nonnulls(email, phone_number, gender, date_of_birth) > 0)`,
  ],
];

/** By type: the values a column of any table may hold. */
const wrongByType: Record<string, (column: string) => string> = {
  date: (column) => `${column} not between '1900-01-01' and '2199-12-31'`,
  'timestamp with time zone': (column) => `${column} not between '2020-01-01' and '2199-12-31'`,
};
const isMoney = (column: string) => column.endsWith('_cents');

type Column = { table: string; column: string; type: string };

/** Everything that is wrong with what a studio has stored, a line each; nothing when all is well. */
export async function audit(database: Database, by: TenantScope): Promise<string[]> {
  return await database.inTenant(by, async (db) => {
    const read = async <Row>(query: string) => (await sql<Row>`${sql.raw(query)}`.execute(db)).rows;
    const counted = async (wrong: string, from: string) => {
      const [found] = await read<{ count: number }>(`select count(*) as count from ${from}`);
      return found && found.count > 0 ? [`${wrong}: ${found.count} times`] : [];
    };
    const columns =
      await read<Column>(`select table_name as "table", column_name as "column", data_type as type
      from information_schema.columns where table_schema = 'public' and table_name not in ('occupancy', 'migrations')`);
    const problems: string[] = [];
    for (const [wrong, from] of wrongRows) problems.push(...(await counted(wrong, from)));
    for (const { table, column, type } of columns) {
      const wrong = isMoney(column) ? `${column} not between 0 and 999999999` : wrongByType[type]?.(column);
      if (wrong)
        problems.push(...(await counted(`${table}.${column} is out of bounds`, `${table} where ${wrong}`)));
      if (type !== 'text' && type !== 'jsonb') continue;
      const values = await read<{ value: unknown }>(
        `select distinct ${column} as value from ${table} where ${column} is not null`,
      );
      const found = values
        .flatMap(({ value }) => textsIn(value, column))
        .flatMap((text) => problemOf(`${table}.${column}`, type, text));
      problems.push(...new Set(found));
    }
    return problems;
  });
}

type Text = { text: string; isLong: boolean };

/** The texts in a column's value: itself, or those in its JSON. */
function textsIn(value: unknown, name: string): Text[] {
  if (typeof value === 'string') return [{ text: value, isLong: isLongText(name) }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, /^\d+$/.test(key) ? name : key));
}

function problemOf(name: string, type: string, { text, isLong }: Text): string[] {
  const wrong = (what: string) => [`${name} ${what}: ${JSON.stringify(text.slice(0, 60))}`];
  const breaks = isLong ? /[^\P{Cc}\n\r\t]|\p{Cs}/u : /[\p{Cc}\p{Cs}\u2028\u2029]/u;
  if (breaks.test(text)) return wrong('holds control characters');
  if (type === 'jsonb') return [];
  const max = longest[name];
  if (max !== undefined) return problemOfOwnText(name, text, max).flatMap(wrong);
  if (choices[name]) return choices[name].includes(text) ? [] : wrong('is none of its choices');
  if (written[name]) return written[name].test(text) ? [] : wrong('is not as the server writes it');
  return [`${name} is not known to this audit`];
}

/** Something to be seen: letters, digits, signs. Blanks, marks without a letter and what joins letters are not. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

function problemOfOwnText(name: string, text: string, max: number): string[] {
  if (!visible.test(text)) return ['shows nothing'];
  if (text.trim() !== text) return ['begins or ends with blanks'];
  if (name.endsWith('.email') && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return ['is no email address'];
  return Array.from(text).length > max ? ['is too long'] : [];
}
