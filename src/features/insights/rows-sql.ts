import { sql, type RawBuilder } from 'kysely';
import type { DateRange } from '#features/insights/rules.ts';
import type { Metric } from '#features/insights/schema.ts';
import { completedTryout, createdIn, runsIn, sourceKey, type Now } from '#features/insights/sql.ts';
import { isOpen } from '#features/people/students/sql.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { compareNames } from '#shared/name-order.ts';

/** One row behind a number: whose it is, what it is, when, how much, and the profile or class it leads to, if that is there. */
type MetricRow = {
  id: string;
  name: string;
  detail: string | null;
  day: string | null;
  amountCents: number | null;
  studentId: string | null;
  classId: string | null;
};

/**
 * The newest rows that a number counts or sums up; with `only`, those of one bar of its panel. Which rows of a day are
 * told, where they are too many, goes by a name that costs little: `inOrder` is for people. Bars are
 * compared as lead sources are: ids, and weekdays in small letters, are their own keys.
 */
export function selectRows(
  metric: Metric,
  range: DateRange,
  now: Now,
  { only, limit }: { only: string | null; limit: number },
): RawBuilder<MetricRow> {
  return sql<MetricRow>`
    select id, name, detail, day, amount_cents, student_id, class_id from (${rowsOf[metric](range, now)}) r
    where ${only}::text is null or (select ${sourceKey(sql`${only}::text`)}) = any (bars)
    order by day desc nulls last, lower(name), id limit ${limit}`;
}

/** Newest first, those of one day by name. */
export function inOrder(rows: readonly MetricRow[]): MetricRow[] {
  return rows.toSorted((a, b) => compareDays(b.day, a.day) || compareNames(a.name, b.name));
}

/** A day that is none comes before all others. */
function compareDays(a: LocalDate | null, b: LocalDate | null): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

type Rows = (range: DateRange, now: Now) => RawBuilder<MetricRow>;

// Who was deleted has a profile only for what they paid, and a deleted class no roster.
const payer = sql`p.id as student_id`;
const living = sql`case when p.erased_at is null then p.id end as student_id`;
const ofClass = sql`case when c.archived_at is null then c.id end as class_id`;

// As `formatTimeRange` writes it.
const timeRange = sql`to_char(start_time, case when (start_time < '12:00') = (end_time < '12:00') then 'FMHH12:MI' else 'FMHH12:MI AM' end)
      || ' – ' || to_char(end_time, 'FMHH12:MI AM')`;

const payments: Rows = ({ startDate, endDate }) => sql`
  select s.id, p.full_name as name, concat_ws(', ', c.name, replace(s.payment_for, '_', ' '),
      case s.status when 'cancelled' then s.status end) as detail, s.paid_on as day,
    s.amount_paid_cents as amount_cents, ${payer}, null::uuid as class_id, array[s.class_id::text] as bars
  from subscriptions s
  join profiles p on p.organization_id = s.organization_id and p.id = s.student_id
  join classes c on c.organization_id = s.organization_id and c.id = s.class_id
  where s.paid_on between ${startDate} and ${endDate}`;

const oneOffs: Rows = ({ startDate, endDate }) => sql`
  select s.id, coalesce(p.full_name, i.full_name, 'Nobody named') as name,
    concat_ws(', ', 'One-Time ' || s.session_type,
      case when s.cancelled_at is not null or s.outcome = 'Cancelled' then 'cancelled' end) as detail,
    s.session_date as day, case when s.is_paid then s.price_cents end as amount_cents, ${living},
    null::uuid as class_id, null::text[] as bars
  from one_off_sessions s
  left join profiles p on p.organization_id = s.organization_id and p.id = s.student_id
  left join inquiries i on i.organization_id = s.organization_id and i.id = s.inquiry_id
  where s.session_date between ${startDate} and ${endDate}`;

const inquiries: Rows = (range, { timeZone }) => sql`
  select id, full_name as name, concat_ws(', ', upper(left(status, 1)) || substr(status, 2), lead_source) as detail,
    (created_at at time zone ${timeZone})::date as day, null::bigint as amount_cents, living.id_of_student as student_id, null::uuid as class_id,
    array[${sourceKey(sql`lead_source`)}] as bars
  from inquiries
  left join (select id as id_of_student from profiles where erased_at is null) living on living.id_of_student = student_id
  where ${createdIn(range, timeZone)}`;

const rowsOf: Record<Metric, Rows> = {
  totalRevenue: (range, now) => sql`${payments(range, now)} union all ${oneOffs(range, now)} and s.is_paid`,
  totalRenewals: (range, now) => sql`${payments(range, now)} and s.payment_for = 'renewal'`,
  completedTryouts: (range, now) => sql`${oneOffs(range, now)} and ${completedTryout}`,
  tryoutRevenue: (range, now) => sql`${oneOffs(range, now)} and ${completedTryout} and s.is_paid`,
  newInquiries: inquiries,
  tryoutsScheduled: (range, now) =>
    sql`${inquiries(range, now)} and status in ('Tryout Scheduled', 'Converted to Student')`,
  convertedToStudent: (range, now) => sql`${inquiries(range, now)} and status = 'Converted to Student'`,
  activeStudents: ({ startDate, endDate }) => sql`
    select p.id, p.full_name as name, count(*) || case count(*) when 1 then ' subscription' else ' subscriptions' end as detail,
      max(s.end_date) as day, null::bigint as amount_cents, ${payer}, null::uuid as class_id, null::text[] as bars
    from subscriptions s join profiles p on p.organization_id = s.organization_id and p.id = s.student_id
    where s.status <> 'cancelled' and s.start_date <= ${endDate} and s.end_date >= ${startDate}
    group by p.id, p.full_name`,
  totalClasses: (range, { timeZone }) => sql`
    select id, name, ${timeRange} as detail, null::date as day,
      null::bigint as amount_cents, null::uuid as student_id, ${ofClass}, null::text[] as bars
    from classes c where ${runsIn(range, timeZone)}`,
  totalCompletedSessions: ({ startDate, endDate }) => sql`
    select a.id, c.name, p.full_name as detail, a.session_date as day, null::bigint as amount_cents,
      null::uuid as student_id, ${ofClass}, array[trim(to_char(a.session_date, 'day')), a.instructor_id::text] as bars
    from attendance_sessions a
    join classes c on c.organization_id = a.organization_id and c.id = a.class_id
    join profiles p on p.organization_id = a.organization_id and p.id = a.instructor_id
    where a.status = 'Completed' and a.session_date between ${startDate} and ${endDate}`,
  totalEnrollments: (_range, { today }) => sql`
    select r.id, p.full_name as name, c.name as detail, r.enrolled_on as day, null::bigint as amount_cents,
      r.student_id, r.class_id, array[r.class_id::text] as bars
    from class_registrations r
    join profiles p on p.organization_id = r.organization_id and p.id = r.student_id
    join classes c on c.organization_id = r.organization_id and c.id = r.class_id
    where r.ended_on is null and ${isOpen(today)}`,
};
