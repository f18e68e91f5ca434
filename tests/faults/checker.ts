import { rosterSize } from './studio.ts';
import type { Load } from './load.ts';
import type { Write } from './writes.ts';

export type AskDatabase = (text: string) => Promise<Found[]>;
export type Found = { kind: string; mark: string; is_whole: boolean };

/** What became of a load's writes, by their marks. */
export type Findings = {
  acknowledged: number;
  /** Said to be saved, and not there. */
  lost: string[];
  /** There more than once. */
  doubled: string[];
  /** There without all its parts. */
  halves: string[];
  /** Said not to be saved, and there all the same. */
  mistold: string[];
  /** There, and asked for by nobody. */
  unasked: string[];
};

const everything = `
  select 'enrollment' as kind, p.full_name as mark,
    (select count(*) = 3 from class_registrations r where r.organization_id = p.organization_id and r.student_id = p.id)
      and (select count(*) = 3 from subscriptions s where s.organization_id = p.organization_id and s.student_id = p.id)
      as is_whole
    from profiles p where p.full_name like '%Enrolled Dancer %'
  union all
  select 'attendance', a.class_id || ' ' || a.session_date,
    (select count(*) = ${rosterSize} from attendance_entries e
      where e.organization_id = a.organization_id and e.session_id = a.id)
    from attendance_sessions a join classes c on c.organization_id = a.organization_id and c.id = a.class_id
    where c.name like 'Class at %'
  union all
  select 'payment', payment_notes, true from subscriptions where payment_notes like '%Payment %'
  union all
  select 'class', name, exists (select from occupancy o where o.class_id = c.id) from classes c
    where name like '%New Class %'
  union all
  select 'inquiry', full_name, true from inquiries where full_name like '%Asking Dancer %'`;

/** Compares what a load was told with what the database holds. */
export async function check(askDatabase: AskDatabase, { writes }: Pick<Load, 'writes'>): Promise<Findings> {
  const found = new Map<string, Found[]>();
  for (const row of await askDatabase(everything)) {
    const name = `${row.kind} ${row.mark}`;
    found.set(name, [...(found.get(name) ?? []), row]);
  }
  const asked = new Set(writes.map(nameOf));
  const there = (write: Write) => found.get(nameOf(write)) ?? [];
  const names = (isSo: (write: Write) => boolean) => writes.filter(isSo).map(nameOf);
  return {
    acknowledged: names(({ said }) => said === 'saved').length,
    lost: names((write) => write.said === 'saved' && there(write).length === 0),
    doubled: names((write) => there(write).length > 1),
    halves: names((write) => there(write).some(({ is_whole }) => !is_whole)),
    mistold: names((write) => write.said === 'denied' && there(write).length > 0),
    unasked: [...found.keys()].filter((name) => !asked.has(name)),
  };
}

function nameOf({ kind, mark }: Write): string {
  return `${kind} ${mark}`;
}
