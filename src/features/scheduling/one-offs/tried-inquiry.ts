import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';

/**
 * Moves the inquiry a tryout is booked for on to Tryout Scheduled (spec §4), in the transaction that books it.
 * Throws ALREADY_CONVERTED, with the student's id, when it became a student before.
 */
export async function moveInquiryOn(db: Tx, inquiryId: string): Promise<void> {
  const moved = await db
    .updateTable('inquiries')
    .set({ status: 'Tryout Scheduled' })
    .where('id', '=', inquiryId)
    .where('studentId', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!moved) await refuseConverted(db, inquiryId);
}

/** Of an inquiry: whether a tryout of it was held or is still to come. */
export const standingTryout = sql<boolean>`exists (
  select from one_off_sessions s where s.inquiry_id = inquiries.id and s.session_type = 'Tryout'
    and s.cancelled_at is null and s.outcome is distinct from 'Cancelled')`;

/**
 * Lets an inquiry follow a tryout that was called off, or was held after all, in the transaction that says so: it is
 * contacted where no tryout of it stands, as somebody has to call again, and Tryout Scheduled where one does. Any other
 * status is left as it is.
 */
export async function followTryout(db: Tx, inquiryId: string): Promise<void> {
  // Step by step: a tryout that is being booked is waited for, and seen then.
  await db.selectFrom('inquiries').select('id').where('id', '=', inquiryId).forUpdate().execute();
  await sql`
    update inquiries set status = case when ${standingTryout} then 'Tryout Scheduled' else 'contacted' end
    where id = ${inquiryId} and status = case when ${standingTryout} then 'contacted' else 'Tryout Scheduled' end`.execute(
    db,
  );
}

/** Throws ALREADY_CONVERTED when an inquiry is a student; one that is not there is none. */
export async function refuseConverted(db: Tx, inquiryId: string): Promise<void> {
  const inquiry = await db
    .selectFrom('inquiries')
    .select(['fullName', 'studentId'])
    .where('id', '=', inquiryId)
    .executeTakeFirst();
  if (!inquiry?.studentId) return;
  throw new ORPCError('ALREADY_CONVERTED', {
    status: 409,
    message: `${inquiry.fullName} is a student already.`,
    data: { studentId: inquiry.studentId },
  });
}
