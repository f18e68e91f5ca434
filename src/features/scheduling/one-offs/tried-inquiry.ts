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
 * Holds the inquiry of a session until the transaction ends, before the session itself, as who deletes an inquiry does: a
 * tryout of it that is being booked is waited for, and seen then.
 */
export async function holdInquiryOf(db: Tx, sessionId: string): Promise<void> {
  await sql`
    select from inquiries where id = (select inquiry_id from one_off_sessions where id = ${sessionId}) for update`.execute(
    db,
  );
}

/**
 * Takes an inquiry back to contacted whose tryout was called off, in the transaction that does so, unless another one of
 * it stands or somebody moved it on: somebody has to call again.
 */
export async function moveInquiryBack(db: Tx, inquiryId: string): Promise<void> {
  await db
    .updateTable('inquiries')
    .set({ status: 'contacted' })
    .where('id', '=', inquiryId)
    .where('status', '=', 'Tryout Scheduled')
    .where(({ not }) => not(standingTryout))
    .execute();
}

/** Moves an inquiry on again whose tryout was held after all, unless somebody chose another status than contacted. */
export async function moveInquiryOnAgain(db: Tx, inquiryId: string): Promise<void> {
  await db
    .updateTable('inquiries')
    .set({ status: 'Tryout Scheduled' })
    .where('id', '=', inquiryId)
    .where('status', '=', 'contacted')
    .execute();
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
