import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/database.ts';

/** What an archive holds, in its order, each with what its README says about it. */
export const archivedTables = {
  organizations: 'The studio and its settings.',
  profiles: 'People: owner, admins, staff, instructors and students, told apart by role.',
  pay_terms: 'How each instructor is paid.',
  classrooms: 'Classrooms. One with archived_at was deleted and is kept for its history.',
  dance_types: 'Dance types. One with archived_at was deleted and is kept for its history.',
  classes: 'Class rules. One with archived_at was deleted and is kept for its history.',
  past_class_rules:
    'What classes were like before they were changed: the type, time, room and instructor of those dates. Without weekdays: it did not take place then.',
  class_cancellations: 'Dates on which a class was cancelled.',
  one_off_sessions: 'Private, catch-up and tryout sessions.',
  inquiries: 'Inquiries.',
  subscriptions: 'Payments of students for classes.',
  class_registrations: 'Who is enrolled in which class, from enrolled_on up to, not on, ended_on.',
  attendance_sessions: 'Logged sessions of classes.',
  attendance_entries: 'Who was present in each logged session.',
  audit_log: 'Who changed money, attendance and roles, when, from which values to which.',
} as const satisfies Record<string, string>;

type TableName = keyof typeof archivedTables;
export const tableNames = Object.keys(archivedTables).filter(
  (name): name is TableName => name in archivedTables,
);

export type ArchiveColumn = { name: string; kind: 'value' | 'cents' | 'weekdays'; source: string };
export type ArchiveTable = { name: TableName; columns: ArchiveColumn[] };

/** The readable name that stands beside an id, by the id's column. */
const namesOf: Readonly<Record<string, { name: string; table: string; shown: string }>> = {
  profile_id: { name: 'profile_name', table: 'profiles', shown: 'full_name' },
  student_id: { name: 'student_name', table: 'profiles', shown: 'full_name' },
  instructor_id: { name: 'instructor_name', table: 'profiles', shown: 'full_name' },
  class_id: { name: 'class_name', table: 'classes', shown: 'name' },
  room_id: { name: 'room_name', table: 'classrooms', shown: 'name' },
  dance_type_id: { name: 'dance_type_name', table: 'dance_types', shown: 'name' },
  inquiry_id: { name: 'inquiry_name', table: 'inquiries', shown: 'full_name' },
  created_by: { name: 'created_by_name', table: 'profiles', shown: 'full_name' },
  changed_by: { name: 'changed_by_name', table: 'profiles', shown: 'full_name' },
  logged_by: { name: 'logged_by_name', table: 'profiles', shown: 'full_name' },
};

type CatalogRow = { tableName: TableName; name: string; type: string };

// Every column a table has is archived, also one that was added later; secrets are told by their names. Serial numbers
// stay here: they are counted across all studios, and would tell how much the others do.
const catalog = sql<CatalogRow>`
  select t.relname as table_name, a.attname as name, format_type(a.atttypid, null) as type
  from pg_class t join pg_attribute a on a.attrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.relname = any (${tableNames}::text[])
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    and a.attname <> 'organization_id'
    and a.attname !~ '(secret|token|password|hash)'
  order by t.relname, a.attnum`;

/** The tables with their columns as the database has them now. */
export async function readTables(db: Tx): Promise<ArchiveTable[]> {
  const { rows } = await catalog.execute(db);
  return tableNames.map((name) => ({
    name,
    columns: rows.filter(({ tableName }) => tableName === name).flatMap(archiveColumns),
  }));
}

/** One row of an archive: of which table, and its cells in the order of that table's columns, as JSON. */
export type ArchiveRow = { tableNo: number; cells: string };

/** All rows of all tables as one statement, and therefore as of one moment; table by table. */
export function selectEverything(tables: readonly ArchiveTable[]): RawBuilder<ArchiveRow> {
  const selects = tables.map(({ name, columns }, tableNo) => {
    const cells = columns.map(({ source }) => source).join(', ');
    const key = columns.some((column) => column.name === 'id') ? 't.id' : 't';
    return `(select ${tableNo} as table_no, json_build_array(${cells})::text as cells from "${name}" t order by ${key})`;
  });
  return sql<ArchiveRow>`${sql.raw(selects.join(' union all '))}`;
}

function archiveColumns({ name, type }: CatalogRow): ArchiveColumn[] {
  const column = `t."${name}"`;
  if (name === 'days_of_week') return [{ name, kind: 'weekdays', source: column }];
  if (name.endsWith('_cents')) return [{ name, kind: 'cents', source: column }];
  if (type === 'time without time zone')
    return [{ name, kind: 'value', source: `to_char(${column}, 'HH24:MI')` }];
  if (type === 'timestamp with time zone')
    return [
      {
        name,
        kind: 'value',
        source: `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      },
    ];
  const named = namesOf[name];
  if (!named) return [{ name, kind: 'value', source: column }];
  const { table, shown } = named;
  const source = `(select n."${shown}" from "${table}" n where n.id = ${column})`;
  return [
    { name, kind: 'value', source: column },
    { name: named.name, kind: 'value', source },
  ];
}
