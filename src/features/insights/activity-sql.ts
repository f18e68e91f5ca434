import { sql, type RawBuilder } from 'kysely';
import type { DateRange } from '#features/insights/rules.ts';
import type { InstructorActivity } from '#features/insights/schema.ts';
import { completedTryout } from '#features/insights/sql.ts';
import { asOf } from '#features/scheduling/classes/sql.ts';

/** What an instructor taught, deleted since or not, the substitute for a substitute; no row when there is no such instructor. */
export function selectActivity(
  instructorId: string,
  { startDate, endDate }: DateRange,
): RawBuilder<InstructorActivity> {
  return sql<InstructorActivity>`
    select taught.group_classes + taught.private_classes + tryouts.count as total_classes,
      taught.group_classes, taught.private_classes, tryouts.count as tryout_classes
    from profiles p,
    lateral (
      select count(*) filter (where d.class_type = 'Group') as group_classes,
        count(*) filter (where d.class_type = 'Private') as private_classes
      from attendance_sessions a
      join classes c on c.organization_id = a.organization_id and c.id = a.class_id
        ${asOf(sql`a.session_date`)}
      where a.organization_id = p.organization_id and a.instructor_id = p.id and a.status = 'Completed'
        and a.session_date between ${startDate} and ${endDate}
    ) taught,
    lateral (
      select count(*) as count from one_off_sessions o
      where o.organization_id = p.organization_id and o.instructor_id = p.id and ${completedTryout}
        and o.session_date between ${startDate} and ${endDate}
    ) tryouts
    where p.id = ${instructorId} and p.role = 'instructor'`;
}
