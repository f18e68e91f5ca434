import { sql } from 'kysely';
import type { Known } from '#features/data/rules/people.ts';
import type { Directory, GoodRow } from '#features/data/rules/rows.ts';
import type { ImportKind } from '#features/data/schema.ts';
import type { ClassBooking, Clash } from '#features/scheduling/schema.ts';
import type { Tx } from '#platform/database.ts';
import { weekdayNumber } from '#shared/weekday.ts';

/** Holds the studio's imports of a kind until the transaction ends: another file of it waits to be looked at. */
export async function lockImports(db: Tx, kind: ImportKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${kind} || ':' || current_organization_id(), 0))`.execute(
    db,
  );
}

/** What classes can refer to by name. */
export async function readDirectory(db: Tx): Promise<Directory> {
  const { rows } = await sql<Directory>`select
    coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name)) from dance_types
      where archived_at is null), '[]') as dance_types,
    coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name)) from classrooms
      where archived_at is null), '[]') as rooms,
    coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', full_name, 'email', email)) from profiles
      where role = 'instructor' and erased_at is null), '[]') as instructors`.execute(db);
  return rows[0] ?? { danceTypes: [], rooms: [], instructors: [] };
}

/** The studio's people of a role. */
export async function readKnown(db: Tx, role: 'student' | 'instructor'): Promise<Known[]> {
  return await db
    .selectFrom('profiles')
    .select(['fullName', 'email', 'dateOfBirth'])
    .where('role', '=', role)
    .where('erasedAt', 'is', null)
    .execute();
}

/** What a class of a file would run into on the studio's schedule. */
export type StoredClash = {
  row: number;
  resource: Clash['resource'];
  title: string;
  date: string;
  startTime: string;
};

/** For each class the first thing its instructor and its room are taken by; of several the same one each time. */
export async function findStoredClashes(
  db: Tx,
  rows: readonly GoodRow<ClassBooking>[],
): Promise<StoredClash[]> {
  if (rows.length === 0) return [];
  const found = await sql<StoredClash>`
    select distinct on (file.row, taken.resource) file.row, taken.resource, taken.date, taken.start_time,
      coalesce(taken.name, 'One-Time ' || taken.session_type) as title
    from jsonb_to_recordset(${JSON.stringify(rows.map(bookingRow))}::jsonb) as file("row" integer, "instructorId" uuid,
        "roomId" uuid, "weekdays" smallint[], "sessionStartDate" date, "sessionEndDate" date, "startTime" time,
        "endTime" time),
      lateral find_clashes(file."instructorId", file."roomId", file."weekdays", file."sessionStartDate",
        file."sessionEndDate", '{}', file."startTime", file."endTime", null, null) taken
    order by file.row, taken.resource, taken.date, taken.start_time, taken.id`.execute(db);
  return found.rows;
}

/** A booking as the database reads it from JSON. */
function bookingRow({ row, value }: GoodRow<ClassBooking>) {
  return { row, ...value, weekdays: value.daysOfWeek.map(weekdayNumber) };
}
