import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import { selectOneOffs } from '#features/scheduling/one-offs/sql.ts';
import type { OneOffSession } from '#features/scheduling/one-offs/schema.ts';

type NewOutcome = {
  id: string;
  version: number;
  outcome: NonNullable<OneOffSession['outcome']>;
  notes: string | null;
  isRoomConflictIgnored: boolean;
};

/** Writes how a one-off session went. Null when it is not there at this version. */
export async function recordOutcome(
  db: Tx,
  { id, version, outcome, notes, isRoomConflictIgnored }: NewOutcome,
): Promise<OneOffSession | null> {
  const { rows } = await sql<OneOffSession>`
    with saved as (
      update one_off_sessions set outcome = ${outcome}, outcome_notes = ${notes},
        is_room_conflict_ignored = ${isRoomConflictIgnored}
      where id = ${id} and version = ${version}
      returning *
    ) ${selectOneOffs(sql`saved`)}`.execute(db);
  return rows[0] ?? null;
}
