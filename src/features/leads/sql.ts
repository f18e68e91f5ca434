import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/database.ts';
import type { DB } from '#platform/database-types.ts';
import { notFound } from '#platform/procedure.ts';
import { wallClock, type StudioMoment } from '#platform/studio-moment.ts';
import type { Gender } from '#features/people/students/schema.ts';
import { refuseConverted, standingTryout } from '#features/scheduling/one-offs/tried-inquiry.ts';
import type { LocalDate } from '#shared/local-date.ts';
import {
  convertedStatus,
  inquiriesPerPage,
  type InquiryFilter,
  type InquiryPage,
  type InquiryStatus,
} from '#features/leads/schema.ts';

// spec §8
export const inquiryMissing = "Inquiry not found or you don't have permission to update it.";

/** What an inquiry shows of itself; the day it came in is a day of the studio. */
export function inquiryColumns(timeZone: string) {
  return [
    'id',
    'fullName',
    'email',
    'phoneNumber',
    'age',
    'ageToldOn',
    sql<Gender | null>`gender`.as('gender'),
    'leadSource',
    'danceTypeInterest',
    'availabilityNotes',
    sql<InquiryStatus>`status`.as('status'),
    'studentId',
    sql<LocalDate>`(created_at at time zone ${timeZone})::date`.as('createdOn'),
    'version',
  ] as const;
}

export function selectInquiry(db: Kysely<DB>, id: string, timeZone: string) {
  return db.selectFrom('inquiries').select(inquiryColumns(timeZone)).where('id', '=', id);
}

/** One page of the inquiries a filter leaves, newest first, with their number: one statement. */
export function selectInquiries(db: Kysely<DB>, filter: InquiryFilter, timeZone: string) {
  return sql<InquiryPage>`
    with matching as ${matchingInquiries(db, filter, timeZone)}, page as (
      select * from matching order by created_at desc, id
      limit ${inquiriesPerPage} offset ${(filter.page - 1) * inquiriesPerPage}
    )
    select (select count(*) from matching) as total,
      coalesce((select jsonb_agg(to_jsonb(p) - 'created_at' order by p.created_at desc, p.id) from page p), '[]') as rows`;
}

function matchingInquiries(db: Kysely<DB>, { q, danceType, status }: InquiryFilter, timeZone: string) {
  let query = db.selectFrom('inquiries').select([...inquiryColumns(timeZone), 'createdAt']);
  if (status) query = query.where('status', '=', status);
  // spec §5: part of the interest, whatever its case; not every database knows the cases of É by itself
  if (danceType) query = query.where(holds(sql.ref('danceTypeInterest'), danceType));
  if (q) query = query.where(sql<boolean>`(${hasWords(q)} or ${hasNumber(q)})`);
  return query;
}

// Every word, in whatever order: families are asked for by either name first.
function hasWords(q: string) {
  return sql`0 < all (
    select strpos(plain_text(concat_ws(' ', full_name, email, phone_number)), word)
    from unnest((select string_to_array(plain_text(${q}), ' '))) word)`;
}

function holds(text: RawBuilder<unknown>, part: string) {
  return sql<boolean>`strpos(plain_text(${text}), (select plain_text(${part}))) > 0`;
}

// As where people are searched: digits alone, however they are grouped, are one phone number.
function hasNumber(q: string) {
  const isNumber = /^[0-9 ()+./-]*[0-9][0-9 ()+./-]*$/.test(q);
  return sql`(${isNumber} and strpos(digits_of(phone_number), digits_of(${q})) > 0)`;
}

/**
 * Records that an inquiry became a student, in the transaction that makes the student. Throws NOT_FOUND when
 * there is no such inquiry and ALREADY_CONVERTED, with the student's id, when it became one before.
 */
export async function convertInquiry(db: Tx, inquiryId: string, studentId: string): Promise<void> {
  const converted = await db
    .updateTable('inquiries')
    .set({ status: convertedStatus, studentId })
    .where('id', '=', inquiryId)
    .where('studentId', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (converted) return;
  await refuseConverted(db, inquiryId);
  throw notFound(inquiryMissing);
}

/**
 * Opens an inquiry as it was seen again, whose student is there: as what it would be without them. The funnel no longer
 * counts it as converted.
 */
export function undoConversion(db: Tx, { id, version }: { id: string; version: number }) {
  return db
    .updateTable('inquiries')
    .set({
      studentId: null,
      status: sql<InquiryStatus>`case when ${standingTryout} then 'Tryout Scheduled' else 'contacted' end`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(sql<boolean>`exists (select from profiles p where p.id = student_id and p.erased_at is null)`);
}

/**
 * Deletes an inquiry; whether there was one. Who became a student keeps their tryouts, anybody else's that are still to
 * come are cancelled: nobody would know who comes.
 */
export async function deleteInquiry(db: Tx, id: string, moment: StudioMoment): Promise<boolean> {
  // Step by step: a tryout that is being booked is waited for, and seen then.
  const inquiry = await db
    .selectFrom('inquiries')
    .select('studentId')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!inquiry) return false;
  await sql`
    update one_off_sessions s set student_id = p.id from profiles p
    where s.inquiry_id = ${id} and s.student_id is null and p.id = ${inquiry.studentId} and p.erased_at is null`.execute(
    db,
  );
  await sql`
    update one_off_sessions set cancelled_at = now()
    where inquiry_id = ${id} and student_id is null and cancelled_at is null and outcome is null
      and session_date + end_time > ${wallClock(moment)}`.execute(db);
  await db.deleteFrom('inquiries').where('id', '=', id).execute();
  return true;
}
