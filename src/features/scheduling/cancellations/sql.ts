import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/database.ts';
import type { Clash } from '#features/scheduling/schema.ts';
import { prepareBooking, slotOn } from '#features/scheduling/sql.ts';
import type { LocalDate } from '#shared/local-date.ts';

type CancelledDate = { classId: string; date: LocalDate };
type Taken = { instructorId: string; roomId: string; startTime: string; endTime: string };

/** In the order in which everybody locks several. Answers which are locked: others may be made meanwhile. */
export async function lockClasses(db: Tx, which: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from classes where ${which} and archived_at is null order by id for no key update`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a class has a session on a cancelled date, and what that would run into by now. */
export async function lookAtDate(
  db: Tx,
  { classId, date }: CancelledDate,
): Promise<{ takesPlace: boolean; clashes: Clash[] }> {
  const found = await sql<Taken>`select instructor_id, room_id, start_time, end_time
    from classes_on(${date}::date) where id = ${classId}`.execute(db);
  const [taken] = found.rows;
  if (!taken) return { takesPlace: false, clashes: [] };
  const { clashes } = await prepareBooking(db, slotOn(date, taken), { classId, restoredDay: date });
  return { takesPlace: true, clashes };
}

/**
 * Cancelled dates in the order in which they are restored, but for those of deleted classes. Free are those that run into
 * nothing, nor into what comes before them here; whether another one is, is known when it is its turn. Called once their
 * classes and what those hold are locked.
 */
export async function findToRestore(
  db: Tx,
  ids: readonly string[],
): Promise<(CancelledDate & { id: string; isRoomConflictIgnored: boolean; isFree: boolean })[]> {
  const { rows } = await sql<CancelledDate & { id: string; isRoomConflictIgnored: boolean; isFree: boolean }>`
    with asked as materialized (
      select x.id, x.class_id, x.cancelled_date as date, c.is_room_conflict_ignored, held.instructor_id, held.room_id,
        held.start_time, held.end_time,
        row_number() over (order by c.is_room_conflict_ignored, c.id, x.cancelled_date) as turn
      from class_cancellations x
        join classes c on c.id = x.class_id
        left join lateral classes_on(x.cancelled_date) held
          on held.organization_id = c.organization_id and held.id = c.id
      where x.id = any (${ids}::uuid[]) and c.archived_at is null
    )
    select id, class_id, date, is_room_conflict_ignored, not exists (
      select from find_clashes(instructor_id, room_id, array[extract(isodow from date)::smallint], date, date, '{}',
        start_time, end_time, class_id, null)
    ) and not exists (
      select from asked earlier
      where earlier.date = asked.date and earlier.turn < asked.turn
        and earlier.start_time < asked.end_time and asked.start_time < earlier.end_time
        and (earlier.room_id = asked.room_id or earlier.instructor_id = asked.instructor_id)
    ) as is_free
    from asked order by turn`.execute(db);
  return rows;
}
