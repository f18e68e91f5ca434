import { sql } from 'kysely';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import { conflict, notFound, procedure } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import { recordOutcome } from '#features/scheduling/one-offs/outcome.ts';
import {
  holdInquiryOf,
  moveInquiryBack,
  moveInquiryOnAgain,
} from '#features/scheduling/one-offs/tried-inquiry.ts';
import { selectOneOffs, toldOutcome, visibleOneOffs } from '#features/scheduling/one-offs/sql.ts';
import type { OneOffSession } from '#features/scheduling/one-offs/schema.ts';
import { bookingErrors } from '#features/scheduling/schema.ts';
import { prepareBooking, refuseClashes, slotOn } from '#features/scheduling/sql.ts';
import { unlessBusy, type Holder } from '#features/attendance/busy-instructor.ts';
import { outcomeProblem } from '#features/attendance/rules.ts';
import {
  logOutcomeInput,
  oneOffOutcomeInput,
  type OutcomeLog,
  type SessionToLog,
} from '#features/attendance/schema.ts';
import type { LocalDate } from '#shared/local-date.ts';

const tags = ['Attendance'];
// spec §8
const missing = 'Session Not Found';

export const outcomeApi = {
  get: procedure('takeAttendance')
    .route({
      method: 'GET',
      path: '/one-off-sessions/{id}/outcome',
      tags,
      summary: 'Read a one-time session and how it went',
    })
    .input(oneOffOutcomeInput)
    .handler(async ({ context, input }): Promise<SessionToLog> => {
      const [session] = await context.read(
        () => sql<SessionToLog>`
          select own.*, (select ${toldOutcome} from one_off_sessions s where s.id = own.id) as told_outcome
          from (${selectOwn(input.id, context.caller)}) own`,
      );
      if (!session) throw notFound(missing);
      return session;
    }),
  log: procedure('takeAttendance')
    .errors(bookingErrors)
    .route({
      method: 'PUT',
      path: '/one-off-sessions/{id}/outcome',
      tags,
      summary: 'Log how a one-time session went; its title says so from then on',
    })
    .input(logOutcomeInput)
    .handler(({ context, input }): Promise<OneOffSession> =>
      unlessBusy(context, (db) => logOutcome(db, input, context), holderOf(input.id), { oneOffId: input.id }),
    ),
};

async function logOutcome(
  db: Tx,
  input: OutcomeLog,
  { caller, today }: { caller: Caller; today: LocalDate },
): Promise<OneOffSession> {
  await holdInquiryOf(db, input.id);
  const { rows } = await selectOwn(input.id, caller).execute(db);
  const [session] = rows;
  if (!session) throw notFound(missing);
  const problem = outcomeProblem(session, input.outcome, today);
  if (problem) throw conflict(problem);
  const isRoomConflictIgnored = (await isTakenAgain(db, session, input)) || session.isRoomConflictIgnored;
  const logged = await recordOutcome(db, { ...input, isRoomConflictIgnored });
  if (!logged) return await refuseUnchanged(db, 'one_off_sessions', input.id, missing);
  const tried = session.sessionType === 'Tryout' ? session.inquiry : null;
  if (tried && input.outcome !== session.outcome) {
    if (input.outcome === 'Cancelled') await moveInquiryBack(db, tried.id);
    if (session.outcome === 'Cancelled') await moveInquiryOnAgain(db, tried.id);
  }
  return logged;
}

/** What was called off takes its instructor and room again when it is told to have been held; true if over others. */
async function isTakenAgain(db: Tx, session: OneOffSession, input: OutcomeLog): Promise<boolean> {
  if (session.outcome !== 'Cancelled' || input.outcome === 'Cancelled') return false;
  const { sessionDate, instructor, room, startTime, endTime } = session;
  const slot = slotOn(sessionDate, { instructorId: instructor.id, roomId: room.id, startTime, endTime });
  const { clashes } = await prepareBooking(db, slot, { oneOffId: session.id });
  refuseClashes(clashes, input.ignoreRoomConflict);
  return clashes.length > 0;
}

/** A session the caller may log: the office any, instructors those they hold. */
function selectOwn(id: string, caller: Caller) {
  return sql<OneOffSession>`${selectOneOffs(sql`one_off_sessions`, caller)} where s.id = ${id} and ${visibleOneOffs(caller)}`;
}

function holderOf(id: string) {
  return sql<Holder>`select s.instructor_id, s.session_date as date, s.start_time, s.end_time
    from one_off_sessions s
    where s.id = ${id}`;
}
