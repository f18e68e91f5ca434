import { ORPCError } from '@orpc/server';
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
