import { ORPCError } from '@orpc/server';
import { sql, type Kysely } from 'kysely';
import type { NewSubscription, Subscription, SubscriptionEdit } from '#features/payments/schema.ts';
import type { Tx } from '#platform/database.ts';
import type { DB } from '#platform/database-types.ts';
import { notFound } from '#platform/procedure.ts';
import type { LocalDate } from '#shared/local-date.ts';

// spec §5
export const classMissing = 'Class not found in your organization.';
export const studentMissing = 'Student not found in your organization.';

/** A student's payments with their effective state on a day, newest first. The notes are the office's. */
export function selectSubscriptions(
  studentId: string,
  today: LocalDate,
  { hasNotes }: { hasNotes: boolean },
) {
  return sql<Subscription>`
    select s.id, s.class_id as "classId", c.name as "className", d.name as "danceTypeName",
      s.start_date as "startDate", s.end_date as "endDate", s.amount_paid_cents as "amountPaidCents",
      s.number_of_sessions as "numberOfSessions", s.payment_for as "paymentFor",
      s.subscription_type as "subscriptionType", s.status, state.effective_status as "effectiveStatus",
      state.sessions_left as "sessionsLeft", case when ${hasNotes}::boolean then s.payment_notes end as "paymentNotes",
      s.paid_on as "paidOn", s.version
    from subscriptions s
    join subscription_states(${today}) state on state.organization_id = s.organization_id and state.id = s.id
    join classes c on c.organization_id = s.organization_id and c.id = s.class_id
    join dance_types d on d.organization_id = c.organization_id and d.id = c.dance_type_id
    where s.student_id = ${studentId}
    order by s.paid_on desc, s.created_at desc, s.id`;
}

/**
 * Records a payment of a student and for a class who are there. Throws NOT_FOUND otherwise, and STALE where there are
 * more payments than were seen.
 */
export async function insertSubscription(
  db: Tx,
  id: string,
  { studentId, classId, paymentsSeen, idempotencyKey: _, ...terms }: NewSubscription,
  today: LocalDate,
): Promise<void> {
  if (paymentsSeen !== null) await refuseUnseen(db, { studentId, classId }, paymentsSeen);
  const added = await sql`
    insert into subscriptions (id, student_id, class_id, start_date, end_date, amount_paid_cents, number_of_sessions,
      payment_for, subscription_type, payment_notes, paid_on)
    select ${id}::uuid, p.id, c.id, ${terms.startDate}, ${terms.endDate}, ${terms.amountPaidCents},
      ${terms.numberOfSessions}, ${terms.paymentFor}, ${terms.subscriptionType}, ${terms.paymentNotes},
      ${terms.paidOn ?? today}
    from profiles p, classes c
    where p.id = ${studentId} and p.role = 'student' and p.erased_at is null and c.id = ${classId} and c.archived_at is null
    for share of p`.execute(db);
  if (added.numAffectedRows !== 0n) return;
  await refuseMissing(db, { studentId, classId });
  throw notFound(classMissing); // it was archived
}

/** What came to a class last, and how many did. */
type Unseen = {
  changedAt: Date;
  changedBy: string | null;
  current: unknown;
  isMoved: boolean;
  count: number;
};

async function refuseUnseen(
  db: Tx,
  { studentId, classId }: { studentId: string; classId: string },
  seen: number,
): Promise<void> {
  // One desk after the other, in a statement of its own: the next one sees what the desk before it has recorded.
  await sql`select from profiles where id = ${studentId} for no key update`.execute(db);
  const { rows } = await sql<Unseen>`
    select coalesce(came.at, s.created_at) as changed_at, p.full_name as changed_by, to_jsonb(s) as current,
      came.action is not distinct from 'UPDATE' as is_moved, count(*) over ()::integer as count
    from subscriptions s
    left join lateral (
      select a.id, a.at, a.action, a.profile_id from audit_log a
      where a.organization_id = s.organization_id and a.table_name = 'subscriptions' and a.row_id = s.id::text
        and a.after ->> 'class_id' is distinct from a.before ->> 'class_id'
      order by a.id desc limit 1
    ) came on true
    left join profiles p on p.organization_id = s.organization_id and p.id = came.profile_id
    where s.student_id = ${studentId} and s.class_id = ${classId}
    order by came.id desc nulls last, s.created_at desc, s.id limit 1`.execute(db);
  const [latest] = rows;
  if (!latest || latest.count <= seen) return;
  const { count: _, isMoved, ...data } = latest;
  const by = data.changedBy ?? 'Somebody';
  const message = isMoved
    ? `${by} moved a payment of this student to this class meanwhile, so yours was not recorded.`
    : `${by} recorded a payment of this student for this class meanwhile, so yours was not.`;
  throw new ORPCError('STALE', { status: 409, message, data });
}

/**
 * Changes a payment that still has the version the edit was made on, for a class that is there or was its own before;
 * whether there was one.
 */
export async function updateSubscription(
  db: Tx,
  { id, version, classId, ...terms }: SubscriptionEdit,
): Promise<{ id: string; version: number } | undefined> {
  return await db
    .updateTable('subscriptions')
    .set({ ...terms, classId })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(
      sql<boolean>`(class_id = ${classId} or exists (select from classes where id = ${classId} and archived_at is null))`,
    )
    .returning(['id', 'version'])
    .executeTakeFirst();
}

/** Throws the spec's NOT_FOUND when the class or the student is not one of the studio's. */
export async function refuseMissing(
  db: Kysely<DB>,
  { studentId, classId }: { studentId?: string | undefined; classId: string },
): Promise<void> {
  const found = await sql<{ hasClass: boolean; hasStudent: boolean }>`
    select exists (select from classes where id = ${classId}) as has_class,
      ${studentId ?? null}::uuid is null or exists (
        select from profiles where id = ${studentId ?? null}::uuid and role = 'student' and erased_at is null
      ) as has_student`.execute(db);
  const [row] = found.rows;
  if (!row?.hasClass) throw notFound(classMissing);
  if (!row.hasStudent) throw notFound(studentMissing);
}
