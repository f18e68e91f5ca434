import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import { once, onceErrors } from '#platform/idempotency.ts';
import { badInput, conflict, forbidden, notFound, procedure } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import { asOf, recordOverride } from '#features/scheduling/classes/sql.ts';
import { bookingErrors } from '#features/scheduling/schema.ts';
import { refuseClashes, toClash } from '#features/scheduling/sql.ts';
import { unlessBusy, type Holder } from '#features/attendance/busy-instructor.ts';
import { dailyLog } from '#features/attendance/daily-log.ts';
import { outcomeApi } from '#features/attendance/outcome-api.ts';
import {
  dayState,
  entriesToKeep,
  loggerOf,
  mayLog,
  refusalTexts,
  taughtByOthers,
  type Logger,
} from '#features/attendance/rules.ts';
import {
  attendanceIdInput,
  correctAttendanceInput,
  saveAttendanceInput,
  sheetInput,
  type AttendanceChange,
  type AttendanceCorrection,
  type NewAttendance,
  type Sheet,
} from '#features/attendance/schema.ts';
import {
  insertLog,
  selectHistory,
  selectRoomClashes,
  selectSheet,
  updateLog,
  type CorrectionFacts,
  type InputFacts,
  type SheetRow,
} from '#features/attendance/sql.ts';
import { unlogged } from '#features/attendance/unlogged.ts';
import { isAllowed } from '#shared/access.ts';
import type { LocalDate } from '#shared/local-date.ts';

const tags = ['Attendance'];
// spec §8
const classMissing = 'Class not found.';
const logMissing = 'Attendance log not found.';

type Here = { caller: Caller; today: LocalDate };

export const attendanceApi = {
  sheet: procedure('takeAttendance')
    .route({
      method: 'GET',
      path: '/classes/{classId}/attendance/{date}',
      tags,
      summary: 'Read who belongs to a class on a date, and the log of that date if there is one',
    })
    .input(sheetInput)
    .handler(async ({ context, input }): Promise<Sheet> => {
      const [row] = await context.read(() => selectSheet(input));
      if (!row || (row.isArchived && !row.log)) throw notFound(classMissing);
      return toSheet(row, input.date, context);
    }),
  save: procedure('takeAttendance')
    .errors({ ...bookingErrors, ...onceErrors })
    .route({
      method: 'POST',
      path: '/classes/{classId}/attendance/{date}',
      tags,
      summary: 'Log a class on a date, once',
    })
    .input(saveAttendanceInput)
    .handler(({ context, input }): Promise<{ id: string }> =>
      unlessBusy(context, (db) => saveLog(db, input, context), holderOfClass(input)),
    ),
  correct: procedure('takeAttendance')
    .errors(bookingErrors)
    .route({ method: 'PUT', path: '/attendance/{id}', tags, summary: 'Correct a log; what it said is kept' })
    .input(correctAttendanceInput)
    .handler(({ context, input }): Promise<{ id: string }> =>
      unlessBusy(context, (db) => correctLog(db, input, context), holderOfLog(input)),
    ),
  history: procedure('takeAttendance')
    .route({
      method: 'GET',
      path: '/attendance/{id}/history',
      tags,
      summary: 'List what was changed in a log, the latest first',
    })
    .input(attendanceIdInput)
    .handler(async ({ context, input }): Promise<AttendanceChange[]> => {
      const [log] = await context.read(() => selectHistory(input.id));
      if (!log) throw notFound(logMissing);
      if (!mayLog(loggerOf(context.caller), log)) throw forbidden(taughtByOthers);
      return log.changes;
    }),
  dailyLog,
  unlogged,
  outcome: outcomeApi,
};

function toSheet(row: SheetRow, date: LocalDate, { caller, today }: Here): Sheet {
  const logger = loggerOf(caller);
  const { takesPlace, isCancelled, isArchived, students, log } = row;
  const taughtBy = log?.instructor.id ?? null;
  if (!mayLog(logger, { instructorId: row.class.instructor.id, taughtBy })) throw forbidden(taughtByOthers);
  const state = dayState({ date, takesPlace, isCancelled, isLogged: log !== null }, today);
  const may = {
    log: state === 'open',
    correct: log !== null,
    chooseInstructor: logger.isOffice,
    enroll: isAllowed(caller.role, 'managePeople') && !isArchived,
  };
  return { class: row.class, date, state, students, log, may };
}

async function saveLog(db: Tx, input: NewAttendance, { caller, today }: Here): Promise<{ id: string }> {
  const { idempotencyKey: key, ...asked } = input;
  const answer = { id: randomUUID() };
  return await once(db, { key, operation: 'attendance.save', input: asked, answer }, async () => {
    const logger = loggerOf(caller);
    const entries = entriesToKeep(input.status, input.entries);
    const { rows } = await insertLog({ ...input, ...answer }, entries, { logger, today }).execute(db);
    const [facts] = rows;
    if (!facts) throw notFound(classMissing);
    if (facts.isSaved && isOwnChoice(logger, input.instructorId, facts.instructorId)) return;
    if (!mayLog(logger, { ...facts, taughtBy: null })) throw forbidden(taughtByOthers);
    const state = dayState({ date: input.date, ...facts }, today);
    if (state !== 'open') throw conflict(refusalTexts[state]);
    refuseInput(facts);
    if (!isOwnChoice(logger, input.instructorId, facts.instructorId)) throw forbidden();
    // Somebody else's log was written between the look and the attempt.
    throw conflict(refusalTexts.logged);
  });
}

async function correctLog(db: Tx, input: AttendanceCorrection, { caller }: Here): Promise<{ id: string }> {
  const logger = loggerOf(caller);
  const { rows } = await updateLog(input, entriesToKeep(input.status, input.entries), logger).execute(db);
  const [facts] = rows;
  if (!facts) throw notFound(logMissing);
  if (!mayLog(logger, facts)) throw forbidden(taughtByOthers);
  if (!isOwnChoice(logger, input.instructorId, facts.taughtBy)) throw forbidden();
  refuseInput(facts);
  if (!facts.isSaved) return await refuseUnchanged(db, 'attendance_sessions', input.id, logMissing);
  if (facts.wasFree && input.status === 'Completed') await askForRoom(db, input, facts);
  return { id: input.id };
}

/** Once it is saved: the room is locked then, so that what is found there is all there is. */
async function askForRoom(
  db: Tx,
  { id, ignoreRoomConflict }: AttendanceCorrection,
  { classId }: CorrectionFacts,
): Promise<void> {
  const { rows } = await selectRoomClashes(id).execute(db);
  refuseClashes(rows.map(toClash), ignoreRoomConflict);
  if (rows.length > 0) await recordOverride(db, classId);
}

/** Only the office says that somebody else taught. */
function isOwnChoice({ isOffice }: Logger, chosen: string | null, given: string): boolean {
  return isOffice || chosen === null || chosen === given;
}

function refuseInput({ hasInstructor, strangerIds }: InputFacts): void {
  if (!hasInstructor) throw badInput('instructorId', 'Instructor not found.');
  if (strangerIds.length > 0)
    throw badInput('entries', 'The roster of this class has changed. Check who was there and save again.');
}

function holderOfClass({ classId, date, instructorId }: NewAttendance) {
  return sql<Holder>`select c.id as class_id, coalesce(${instructorId}::uuid, d.instructor_id) as instructor_id, ${date}::date as date,
      d.start_time, d.end_time
    from classes c ${asOf(date)}
    where c.id = ${classId}`;
}

function holderOfLog({ id, instructorId }: AttendanceCorrection) {
  return sql<Holder>`select c.id as class_id, coalesce(${instructorId}::uuid, a.instructor_id) as instructor_id, a.session_date as date,
      d.start_time, d.end_time
    from attendance_sessions a
      join classes c on c.organization_id = a.organization_id and c.id = a.class_id
      ${asOf(sql`a.session_date`)}
    where a.id = ${id}`;
}
