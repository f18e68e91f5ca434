import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import { notFound } from '#platform/procedure.ts';

type Versioned =
  | 'classes'
  | 'classrooms'
  | 'dance_types'
  | 'inquiries'
  | 'one_off_sessions'
  | 'profiles'
  | 'subscriptions'
  | 'attendance_sessions'
  | 'organizations';

/**
 * Call when an update that named the version it saw touched no row: throws STALE with who changed the row
 * and how it is now, or the given NOT_FOUND when it is gone or was never there.
 */
export async function refuseUnchanged(db: Tx, table: Versioned, id: string, missing: string): Promise<never> {
  const found = await sql<{ changedAt: Date; changedBy: string | null; current: unknown }>`
    select t.changed_at, p.full_name as changed_by, to_jsonb(t) as current
    from ${sql.table(table)} t
    left join profiles p on p.organization_id = ${sql.ref(table === 'organizations' ? 't.id' : 't.organization_id')} and p.id = t.changed_by
    where t.id = ${id}`.execute(db);
  const row = found.rows[0];
  if (!row) throw notFound(missing);
  throw staleEdit(row);
}

/** The refusal of an edit of what somebody has changed since it was seen. */
export function staleEdit<Row extends { changedBy: string | null }>(row: Row): ORPCError<'STALE', Row> {
  const message = `This was changed by ${row.changedBy ?? 'someone'} just now.`;
  return new ORPCError('STALE', { status: 409, message, data: row });
}
