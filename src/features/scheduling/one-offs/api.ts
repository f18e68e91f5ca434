import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import { onceErrors } from '#platform/idempotency.ts';
import { badInput, conflict, notFound, procedure } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import {
  isOneOffLogged,
  selectOneOffPage,
  selectOneOffs,
  updateOneOff,
  visibleOneOffs,
} from '#features/scheduling/one-offs/sql.ts';
import {
  holdInquiryOf,
  moveInquiryBack,
  moveInquiryOn,
} from '#features/scheduling/one-offs/tried-inquiry.ts';
import {
  cancelOneOffInput,
  createOneOffInput,
  listOneOffsInput,
  oneOffInput,
  updateOneOffInput,
  type OneOffCancellation,
  type OneOffEdit,
  type OneOffPage,
  type OneOffSession,
} from '#features/scheduling/one-offs/schema.ts';
import { bookingErrors } from '#features/scheduling/schema.ts';
import { bookOnce, isWithin, prepareBooking, refuseBooking, slotOn } from '#features/scheduling/sql.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';

const missing = 'Session Not Found';
const cancelledStays =
  'This session is cancelled. Only its price and whether it is paid can be corrected; book a new one instead.';
const loggedStays =
  'This session was already logged and cannot move to a day to come. Book a new session for that day.';
const tags = ['One-time sessions'];

/** What a cancelled session keeps, besides its room and its time. */
const kept = ['sessionType', 'studentId', 'inquiryId', 'instructorId', 'danceTypeId', 'classId'] as const;

type StoredOneOff = {
  version: number;
  sessionDate: LocalDate;
  sessionType: string;
  studentId: string | null;
  inquiryId: string | null;
  danceTypeId: string | null;
  classId: string | null;
  instructorId: string;
  roomId: string;
  startTime: string;
  endTime: string;
  outcome: string | null;
  cancelledAt: string | null;
  isRoomConflictIgnored: boolean;
};

export const oneOffsApi = {
  list: procedure('readSchedule')
    .route({
      method: 'GET',
      path: '/one-off-sessions',
      tags,
      summary: 'List one-time sessions by date and time, page by page',
    })
    .input(listOneOffsInput)
    .handler(async ({ context, input }): Promise<OneOffPage> => {
      const [page] = await context.read(() => selectOneOffPage(input, context.caller));
      return page ?? { total: 0, items: [] };
    }),
  get: procedure('readSchedule')
    .route({ method: 'GET', path: '/one-off-sessions/{id}', tags, summary: 'Show a one-time session' })
    .input(oneOffInput)
    .handler(async ({ context, input }): Promise<OneOffSession> => {
      const [session] = await context.read(
        () => sql<OneOffSession>`${selectOneOffs(sql`one_off_sessions`, context.caller)}
          where s.id = ${input.id} and ${visibleOneOffs(context.caller)}`,
      );
      if (!session) throw notFound(missing);
      return session;
    }),
  create: procedure('manageSchedule')
    .errors({ ...bookingErrors, ...onceErrors })
    .route({ method: 'POST', path: '/one-off-sessions', tags, summary: 'Book a one-time session' })
    .input(createOneOffInput)
    .handler(({ context, input }) => context.tenant((db) => bookOnce(db, input, context.today))),
  update: procedure('manageSchedule')
    .errors(bookingErrors)
    .route({ method: 'PUT', path: '/one-off-sessions/{id}', tags, summary: 'Change a one-time session' })
    .input(updateOneOffInput)
    .handler(({ context, input }) => context.tenant((db) => moveOneOff(db, input, context.today))),
  cancel: procedure('manageSchedule')
    .route({
      method: 'POST',
      path: '/one-off-sessions/{id}/cancel',
      tags,
      summary: 'Cancel a one-time session, which frees its room and instructor',
    })
    .input(cancelOneOffInput)
    .handler(({ context, input }) => context.tenant((db) => cancelOneOff(db, input))),
};

async function moveOneOff(db: Tx, edit: OneOffEdit, today: LocalDate): Promise<OneOffSession> {
  const slot = slotOn(edit.sessionDate, edit);
  const prepared = await prepareBooking<StoredOneOff>(db, slot, { oneOffId: edit.id }, edit);
  const { edited, clashes } = prepared;
  if (edited?.version !== edit.version)
    return await refuseUnchanged(db, 'one_off_sessions', edit.id, missing);
  const isUnmoved = isWithin(slot, slotOn(edited.sessionDate, edited));
  if (edited.cancelledAt !== null || edited.outcome === 'Cancelled') {
    // What was paid for it may be returned, or was noted wrongly; neither takes its room and instructor again.
    if (!isUnmoved || kept.some((field) => edit[field] !== edited[field])) throw conflict(cancelledStays);
    return await updateOneOff(db, edit, { today, isRoomConflictIgnored: edited.isRoomConflictIgnored });
  }
  const [isTryout, wasTryout] = [edit.sessionType === 'Tryout', edited.sessionType === 'Tryout'];
  const isNewOnDay = !wasTryout || edit.sessionDate !== edited.sessionDate;
  if (isTryout && isNewOnDay && edit.sessionDate < today)
    throw badInput('sessionDate', 'Choose today or a later date.');
  if (edit.sessionDate > today && edit.sessionDate !== edited.sessionDate && (await isLogged(db, edit.id)))
    throw badInput('sessionDate', loggedStays);
  refuseBooking(prepared, { ignoreRoomConflict: edit.ignoreRoomConflict || isUnmoved });
  const isRoomConflictIgnored =
    clashes.length > 0 && (edit.ignoreRoomConflict || edited.isRoomConflictIgnored);
  const session = await updateOneOff(db, edit, { today, isRoomConflictIgnored });
  if (isTryout && wasTryout && edit.inquiryId === edited.inquiryId) return session;
  if (isTryout && edit.inquiryId) await moveInquiryOn(db, edit.inquiryId);
  if (wasTryout && edited.inquiryId) await moveInquiryBack(db, edited.inquiryId);
  return session;
}

async function isLogged(db: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from one_off_sessions s where s.id = ${id} and ${isOneOffLogged}`.execute(db);
  return rows.length > 0;
}

/** Sent again, it changes nothing: not who is said to have changed the session last, nor its version. */
async function cancelOneOff(db: Tx, { id, sessionDate, startTime }: OneOffCancellation): Promise<void> {
  await holdInquiryOf(db, id);
  const { rows } = await sql<{ inquiryId: string | null }>`
    update one_off_sessions set cancelled_at = now()
    where id = ${id} and outcome is null and cancelled_at is null
      and session_date = coalesce(${sessionDate}::date, session_date)
      and start_time = coalesce(${startTime}::time, start_time)
    returning case when session_type = 'Tryout' then inquiry_id end as inquiry_id`.execute(db);
  const [cancelled] = rows;
  if (cancelled?.inquiryId) await moveInquiryBack(db, cancelled.inquiryId);
  if (cancelled) return;
  const { rows: held } = await sql<
    Pick<StoredOneOff, 'sessionDate' | 'startTime' | 'endTime' | 'outcome' | 'cancelledAt'>
  >`select session_date, to_char(start_time, 'HH24:MI') as start_time, to_char(end_time, 'HH24:MI') as end_time, outcome, cancelled_at
    from one_off_sessions where id = ${id}`.execute(db);
  const [session] = held;
  if (!session) throw notFound(missing);
  if (session.outcome !== null)
    throw conflict('The outcome of this session was already logged. Correct it there.');
  if (session.cancelledAt !== null) return;
  const when = `${formatDate(session.sessionDate, true)}, ${formatTimeRange(session)}`;
  throw conflict(
    `This session was moved to ${when}. If it is not to take place then either, cancel it there.`,
  );
}
