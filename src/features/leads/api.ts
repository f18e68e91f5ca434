import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import { deletedSince, once, onceErrors } from '#platform/idempotency.ts';
import { conflict, notFound, procedure } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import { refuseConverted } from '#features/scheduling/one-offs/tried-inquiry.ts';
import type { OneOffSession } from '#features/scheduling/one-offs/schema.ts';
import { bookingErrors } from '#features/scheduling/schema.ts';
import { bookOnce } from '#features/scheduling/sql.ts';
import type { LocalDate } from '#shared/local-date.ts';
import {
  convertedStatus,
  createInquiryInput,
  inquiryIdInput,
  linkStudentInput,
  listInquiriesInput,
  onlyByEnrolling,
  scheduleTryoutInput,
  setInquiryStatusInput,
  undoConversionInput,
  updateInquiryInput,
  type Inquiry,
  type InquiryEdit,
  type InquiryPage,
  type InquiryStatus,
  type NewInquiry,
  type StudentLink,
  type TryoutBooking,
} from '#features/leads/schema.ts';
import {
  convertInquiry,
  deleteInquiry,
  inquiryColumns,
  inquiryMissing,
  selectInquiries,
  selectInquiry,
  undoConversion,
} from '#features/leads/sql.ts';

// spec §5
const foreignStudent = 'Student not found in your organization.';
const tags = ['Inquiries'];

/** The day and the place of whoever writes: an age is told on the studio's day. */
type Here = { today: LocalDate; caller: { timeZone: string } };

export const leadsApi = {
  list: procedure('manageInquiries')
    .route({ method: 'GET', path: '/inquiries', tags, summary: 'List inquiries, newest first' })
    .input(listInquiriesInput)
    .handler(async ({ context, input }): Promise<InquiryPage> => {
      const [page] = await context.read((db) => selectInquiries(db, input, context.caller.timeZone));
      return page ?? { total: 0, rows: [] };
    }),
  get: procedure('manageInquiries')
    .route({ method: 'GET', path: '/inquiries/{id}', tags, summary: 'Read an inquiry' })
    .input(inquiryIdInput)
    .handler(async ({ context, input }): Promise<Inquiry> => {
      const [inquiry] = await context.read((db) => selectInquiry(db, input.id, context.caller.timeZone));
      if (!inquiry) throw notFound(inquiryMissing);
      return inquiry;
    }),
  create: procedure('manageInquiries')
    .errors(onceErrors)
    .route({ method: 'POST', path: '/inquiries', tags, summary: 'Add an inquiry' })
    .input(createInquiryInput)
    .handler(({ context, input }) => context.tenant((db) => addInquiry(db, input, context))),
  update: procedure('manageInquiries')
    .route({ method: 'PATCH', path: '/inquiries/{id}', tags, summary: 'Edit an inquiry' })
    .input(updateInquiryInput)
    .handler(({ context, input }) => context.tenant((db) => updateInquiry(db, input, context))),
  setStatus: procedure('manageInquiries')
    .route({ method: 'PUT', path: '/inquiries/{id}/status', tags, summary: 'Set the status of an inquiry' })
    .input(setInquiryStatusInput)
    .handler(({ context, input }) =>
      context.tenant(async (db) => {
        const changed = await updateSeen(db, input)
          .set({ status: input.status })
          .returning(inquiryColumns(context.caller.timeZone))
          .executeTakeFirst();
        return changed ?? (await refuseChange(db, input));
      }),
    ),
  linkStudent: procedure('manageInquiries')
    .route({
      method: 'POST',
      path: '/inquiries/{id}/link-student',
      tags,
      summary: 'Say which student an inquiry became who was enrolled without it; it counts as converted',
    })
    .input(linkStudentInput)
    .handler(({ context, input }) => context.tenant((db) => linkStudent(db, input, context))),
  undoConversion: procedure('manageInquiries')
    .route({
      method: 'POST',
      path: '/inquiries/{id}/undo-conversion',
      tags,
      summary: 'Open an inquiry again that became a student by mistake; the student stays',
    })
    .input(undoConversionInput)
    .handler(({ context, input }) =>
      context.tenant(async (db) => {
        const undone = await undoConversion(db, input)
          .returning(inquiryColumns(context.caller.timeZone))
          .executeTakeFirst();
        return undone ?? (await refuseUndoing(db, input));
      }),
    ),
  scheduleTryout: procedure('manageInquiries')
    .errors({ ...bookingErrors, ...onceErrors })
    .route({
      method: 'POST',
      path: '/inquiries/{inquiryId}/tryouts',
      tags,
      summary: 'Book a tryout for an inquiry, which becomes Tryout Scheduled',
    })
    .input(scheduleTryoutInput)
    .handler(({ context, input }) => context.tenant((db) => scheduleTryout(db, input, context.today))),
  delete: procedure('manageInquiries')
    .route({
      method: 'DELETE',
      path: '/inquiries/{id}',
      tags,
      summary: 'Delete an inquiry and cancel its tryouts to come',
    })
    .input(inquiryIdInput)
    .handler(({ context, input: { id } }) =>
      context.tenant(async (db) => {
        if (!(await deleteInquiry(db, id, context.moment))) throw notFound(inquiryMissing);
      }),
    ),
};

async function scheduleTryout(db: Tx, tryout: TryoutBooking, today: LocalDate): Promise<OneOffSession> {
  const priceCents = tryout.isPaid ? tryout.priceCents : null;
  const booking = { ...tryout, priceCents, sessionType: 'Tryout', studentId: null, classId: null } as const;
  return await bookOnce(db, booking, today);
}

async function linkStudent(db: Tx, { id, studentId }: StudentLink, { caller }: Here): Promise<Inquiry> {
  // Held until this is done: with who is deleted goes what their inquiries say.
  const student = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', studentId)
    .where('role', '=', 'student')
    .where('erasedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!student) throw notFound(foreignStudent);
  await convertInquiry(db, id, studentId);
  return await selectInquiry(db, id, caller.timeZone).executeTakeFirstOrThrow();
}

async function addInquiry(
  db: Tx,
  { idempotencyKey: key, ...asked }: NewInquiry,
  here: Here,
): Promise<Inquiry> {
  const answer = { id: randomUUID() };
  const request = { key, operation: 'leads.create', input: asked, answer };
  const { id } = await once(db, request, () =>
    db
      .insertInto('inquiries')
      .values({ ...asked, ...answer, ageToldOn: asked.age === null ? null : here.today })
      .execute(),
  );
  // As it is by now, for whoever asks once more.
  const inquiry = await selectInquiry(db, id, here.caller.timeZone).executeTakeFirst();
  if (!inquiry) throw deletedSince();
  return inquiry;
}

async function updateInquiry(db: Tx, edit: InquiryEdit, { today, caller }: Here): Promise<Inquiry> {
  const { id: _id, version: _version, ...details } = edit;
  // An age that was not changed is as old as it was.
  const ageToldOn = sql<LocalDate | null>`case
    when ${details.age}::smallint is null then null
    when age = ${details.age}::smallint then age_told_on
    else ${today}::date end`;
  const changed = await updateSeen(db, edit)
    .set({ ...details, ageToldOn })
    .returning(inquiryColumns(caller.timeZone))
    .executeTakeFirst();
  return changed ?? (await refuseChange(db, edit));
}

type Seen = { id: string; version: number; status: InquiryStatus };

/**
 * An update of one inquiry as it was seen; who became a student stays one, and nobody else is said to be one. With a
 * student who was deleted went what their inquiry said, for good.
 */
function updateSeen(db: Tx, seen: Seen) {
  return db
    .updateTable('inquiries')
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .where(({ not }) => not(isOfErased))
    .where((row) =>
      seen.status === convertedStatus
        ? row.or([row('studentId', 'is not', null), row('status', '=', convertedStatus)])
        : row('studentId', 'is', null),
    );
}

const isOfErased = sql<boolean>`exists (select from profiles p where p.id = student_id and p.erased_at is not null)`;
const goneWithStudent = 'This student was deleted, and what their inquiry said with them.';

async function refuseChange(db: Tx, { id, version, status }: Seen): Promise<never> {
  // Whichever version was seen: there is nothing to compare any more.
  const erased = await db
    .selectFrom('inquiries')
    .select('id')
    .where('id', '=', id)
    .where(isOfErased)
    .executeTakeFirst();
  if (erased) throw conflict(goneWithStudent);
  const isAsSeen = await db
    .selectFrom('inquiries')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  // Who has not seen it as it is looks at it first: there may be more to keep than the status.
  if (isAsSeen && status === convertedStatus) await refuseUnconverted(db, id);
  else if (isAsSeen) await refuseConverted(db, id);
  return await refuseUnchanged(db, 'inquiries', id, inquiryMissing);
}

async function refuseUndoing(db: Tx, { id, version }: { id: string; version: number }): Promise<never> {
  const inquiry = await db
    .selectFrom('inquiries')
    .select(['fullName', 'studentId'])
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (inquiry)
    throw conflict(inquiry.studentId === null ? `${inquiry.fullName} is no student yet.` : goneWithStudent);
  return await refuseUnchanged(db, 'inquiries', id, inquiryMissing);
}

async function refuseUnconverted(db: Tx, id: string): Promise<void> {
  const inquiry = await db
    .selectFrom('inquiries')
    .select('fullName')
    .where('id', '=', id)
    .where('studentId', 'is', null)
    .where('status', '!=', convertedStatus)
    .executeTakeFirst();
  if (inquiry) throw conflict(`${inquiry.fullName} is no student yet. ${onlyByEnrolling}`);
}
