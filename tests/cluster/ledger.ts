import { ask } from './databases.ts';
import type { Host } from './hosts.ts';
import type { Studio } from './studio.ts';
import { pastDay } from './studio.ts';
import type { Kind, Write } from './traffic.ts';

/** `parts` are how many rows of each kind must be there for each class that was enrolled in. */
type Kept = { id: string; name: string; parts: number[] };

const queries: Record<Kind, string> = {
  // Each table counted once: looked up for each student, it took longer than a question may once there were ten thousand.
  enrollment: `select p.id, p.full_name as name, array[coalesce(r.count, 0), coalesce(s.count, 0)]::int[] as parts
    from profiles p
      left join (select student_id, count(*) from class_registrations group by student_id) r on r.student_id = p.id
      left join (select student_id, count(*) from subscriptions group by student_id) s on s.student_id = p.id
    where p.role = 'student' and p.full_name like 'Dancer %'`,
  attendance: `select id, class_id || ' ' || session_date as name, array[]::int[] as parts from attendance_sessions`,
  class: `select c.id, c.name, array[]::int[] as parts from classes c where c.name like 'Class %'`,
};

/** What is wrong with what a database holds: an acknowledged write that is lost, doubled, torn or another's. */
export async function auditWrites(host: Host, studio: Studio, writes: readonly Write[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [kind, query] of Object.entries(queries) as [Kind, string][]) {
    const kept = new Map<string, Kept[]>();
    for (const row of await ask<Kept>(host, query)) kept.set(row.name, [...(kept.get(row.name) ?? []), row]);
    for (const [name, rows] of kept)
      if (rows.length > 1) problems.push(`${kind} ${name} is there ${rows.length} times`);
    for (const write of writes.filter((each) => each.kind === kind && each.acknowledgedId)) {
      const [row] = kept.get(nameOf(write, studio)) ?? [];
      if (!row) problems.push(`${kind} ${nameOf(write, studio)} was acknowledged and is lost`);
      else if (row.id !== write.acknowledgedId) problems.push(`${kind} ${row.name} has another id than told`);
      else if (row.parts.some((count) => count !== studio.dailyClassIds.length))
        problems.push(`${kind} ${row.name} is torn: ${row.parts.join(' and ')} of its parts are there`);
    }
  }
  return problems;
}

function nameOf({ kind, nth }: Write, { dailyClassIds }: Studio): string {
  if (kind === 'enrollment') return `Dancer ${nth}`;
  if (kind === 'class') return `Class ${nth}`;
  return `${dailyClassIds[nth % 2]} ${pastDay(Math.floor(nth / 2))}`;
}
