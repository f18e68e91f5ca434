import { sql, type RawBuilder } from 'kysely';
import type { ClassTimes } from '#features/insights/class-names.ts';
import { previousRange, type DateRange } from '#features/insights/rules.ts';
import type { Figures, Insights } from '#features/insights/schema.ts';
import { isOpen } from '#features/people/students/sql.ts';
import type { LocalDate } from '#shared/local-date.ts';

type Totals = 'totalClasses' | 'totalEnrollments' | 'totalInstructors';

type InsightsRow = Pick<Insights, Totals | 'topLeadSources' | 'busiestDays' | 'instructorWorkload'> & {
  figures: Figures;
  previous: Figures;
  mostPopularClasses: (Insights['mostPopularClasses'][number] & ClassTimes)[];
  revenueByClass: (Insights['revenueByClass'][number] & ClassTimes)[];
};

const classTimes = sql`c.days_of_week as "daysOfWeek", to_char(c.start_time, 'HH24:MI') as "startTime",
  to_char(c.end_time, 'HH24:MI') as "endTime", c.session_start_date as "sessionStartDate"`;

/** When it is in the studio. */
export type Now = { timeZone: string; today: LocalDate };

/** Every number of the dashboard in one statement (product: one database round trip). */
export function selectInsights(range: DateRange, { timeZone, today }: Now): RawBuilder<InsightsRow> {
  const { startDate: first, endDate: last } = range;
  return sql<InsightsRow>`
    select
      ${figures(range, timeZone)} as figures,
      ${figures(previousRange(range), timeZone)} as previous,
      ${rows(sql`
        select source, count from (
          select sum(count) as count, case key when 'unknown' then 'Unknown'
              else (array_agg(trim(lead_source) order by count desc, lead_source collate "C"))[1] end as source
          from (${spelledSources(range, timeZone)}) spelled group by key) s
        order by count desc, plain_text(source), source limit 10`)} as top_lead_sources,
      ${rows(sql`
        select trim(to_char(session_date, 'Day')) as day, count(*) as count from attendance_sessions
        where status = 'Completed' and session_date between ${first} and ${last}
        group by 1 order by 2 desc, min(extract(dow from session_date))`)} as busiest_days,
      ${rows(sql`
        select c.id as "classId", c.name as "className", ${classTimes}, r.count as "enrollmentCount" from (
          select organization_id, class_id, count(*) as count from class_registrations
          where ended_on is null group by 1, 2) r
        join classes c on c.organization_id = r.organization_id and c.id = r.class_id
        where ${isOpen(today)} order by r.count desc, plain_text(c.name), c.id limit 3`)} as most_popular_classes,
      ${rows(sql`
        select p.id as "instructorId", p.full_name as "instructorName", a.count as "sessionCount" from (
          select organization_id, instructor_id, count(*) as count from attendance_sessions
          where status = 'Completed' and session_date between ${first} and ${last} group by 1, 2) a
        join profiles p on p.organization_id = a.organization_id and p.id = a.instructor_id
        order by a.count desc, plain_text(p.full_name), p.id`)} as instructor_workload,
      ${rows(sql`
        select c.id as "classId", c.name as "className", c.archived_at is not null as "isDeleted",
          ${classTimes}, s.total as "totalRevenueCents" from (
          select organization_id, class_id, sum(amount_paid_cents) as total from subscriptions
          where paid_on between ${first} and ${last} group by 1, 2) s
        join classes c on c.organization_id = s.organization_id and c.id = s.class_id
        where s.total > 0 order by s.total desc, plain_text(c.name), c.id`)} as revenue_by_class,
      (select count(*) from classes where ${runsIn(range, timeZone)}) as total_classes,
      (select count(*) from class_registrations where ended_on is null
        and class_id not in (select c.id from classes c where not ${isOpen(today)})) as total_enrollments,
      (select count(*) from profiles where role = 'instructor' and erased_at is null) as total_instructors`;
}

/** The figures of one range as a JSON object; keys are the API's. */
function figures(range: DateRange, timeZone: string): RawBuilder<Figures> {
  const { startDate: first, endDate: last } = range;
  return sql<Figures>`(
    select jsonb_build_object(
      'totalRevenueCents', paid.revenue + sessions.revenue,
      'totalRenewals', paid.renewals,
      'activeStudents', (select count(distinct student_id) from subscriptions
        where status <> 'cancelled' and start_date <= ${last} and end_date >= ${first}),
      'newInquiries', leads.total,
      'tryoutsScheduled', leads.scheduled,
      'convertedToStudent', leads.converted,
      'completedTryouts', sessions.tryouts,
      'tryoutRevenueCents', sessions.tryout_revenue,
      'totalCompletedSessions', (select count(*) from attendance_sessions
        where status = 'Completed' and session_date between ${first} and ${last}))
    from
      (select coalesce(sum(amount_paid_cents), 0) as revenue, count(*) filter (where payment_for = 'renewal') as renewals
        from subscriptions where paid_on between ${first} and ${last}) paid,
      (select coalesce(sum(price_cents) filter (where is_paid), 0) as revenue,
          count(*) filter (where ${completedTryout}) as tryouts,
          coalesce(sum(price_cents) filter (where is_paid and ${completedTryout}), 0) as tryout_revenue
        from one_off_sessions where session_date between ${first} and ${last}) sessions,
      (select count(*) as total,
          count(*) filter (where status in ('Tryout Scheduled', 'Converted to Student')) as scheduled,
          count(*) filter (where status = 'Converted to Student') as converted
        from inquiries where ${createdIn(range, timeZone)}) leads)`;
}

export const completedTryout = sql<boolean>`(session_type = 'Tryout' and outcome = 'Completed')`;

/** By their spellings first: of these there are few, and a key takes longer than its inquiry. */
function spelledSources(range: DateRange, timeZone: string): RawBuilder<unknown> {
  return sql`select ${sourceKey(sql`lead_source`)} as key, lead_source, count(*) as count from inquiries
    where ${createdIn(range, timeZone)} group by lead_source`;
}

/** What a lead source is told by, the same for all that look alike; a missing one is Unknown (spec §9). */
export function sourceKey(source: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(nullif(trim(regexp_replace(plain_text(${source}), '\\s+', ' ', 'g')), ''), 'unknown')`;
}

/** Days of the studio's zone, which are not all 24 hours long; a day more on either side is what the index is asked for. */
export function createdIn({ startDate, endDate }: DateRange, timeZone: string): RawBuilder<boolean> {
  // Midnight itself is no bound: where the clocks go back to it, it comes twice.
  return sql<boolean>`(created_at >= (${startDate}::date - 1)::timestamp at time zone ${timeZone}
    and created_at < (${endDate}::date + 2)::timestamp at time zone ${timeZone}
    and (created_at at time zone ${timeZone})::date between ${startDate} and ${endDate})`;
}

/** Whether a class is on the schedule on at least one day of the range, cancelled or not, before it was archived, or was logged on one. */
export function runsIn({ startDate, endDate }: DateRange, timeZone: string): RawBuilder<boolean> {
  return sql<boolean>`id in (
    select span.class_id from (select class_id, days_of_week,
      greatest(first_day, ${startDate}::date) as since,
      least(last_day, ${endDate}::date, (archived_at at time zone ${timeZone})::date) as until from dated_class_rules) span,
    generate_series(0, least(6, span.until - span.since)) nth
    where extract(isodow from span.since + nth)::smallint = any (span.days_of_week)
    union select class_id from attendance_sessions where session_date between ${startDate} and ${endDate})`;
}

function rows(query: RawBuilder<unknown>): RawBuilder<never> {
  return sql<never>`(select coalesce(jsonb_agg(r), '[]'::jsonb) from (${query}) r)`;
}
