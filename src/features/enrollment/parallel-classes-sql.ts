import { sql } from 'kysely';
import type { LocalDate } from '#shared/local-date.ts';

/**
 * The common table expression `parallel (student_id, classes)`: what students are enrolled in that takes place at the
 * same time as a class on days from today on, by name, each with the weekdays on which it does; see `ParallelClass`.
 * What ended, was deleted or is cancelled occupies no day. Those classes are looked for once, not for every student.
 */
export function parallelClasses(classId: string, today: LocalDate, isOffice: boolean) {
  return sql`parallel as materialized (
    with met as materialized (
      select there.class_id, there.times, array_agg(distinct there.weekday) as weekdays
      from occupancy here join occupancy there on there.organization_id = here.organization_id
        and there.class_id <> here.class_id and there.weekday = here.weekday and there.times && here.times
      where ${isOffice} and here.class_id = ${classId}
        and not isempty(here.dates * there.dates * datemultirange(daterange(${today}::date, null)))
      group by there.class_id, there.times
    )
    select r.student_id, jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'daysOfWeek', met.weekdays,
        'startTime', to_char(lower(met.times), 'HH24:MI'), 'endTime', to_char(upper(met.times), 'HH24:MI'))
      order by plain_text(c.name), c.id, met.times) as classes
    from met join classes c on c.id = met.class_id
    join class_registrations r on r.organization_id = c.organization_id and r.class_id = c.id
      and (r.ended_on is null or r.ended_on > ${today}::date)
    group by r.student_id
  )`;
}
