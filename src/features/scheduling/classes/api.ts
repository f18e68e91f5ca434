import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import { deletedSince, once, onceErrors } from '#platform/idempotency.ts';
import { written } from '#platform/json-text.ts';
import { badInput, notFound, procedure } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import { unlessHeldTwice } from '#features/scheduling/classes/held-twice.ts';
import {
  beginOfRule,
  findClass,
  findClashesOfChange,
  forgetPastRule,
  insertClass,
  keepPastRule,
  selectClasses,
  updateClass,
  visibleClasses,
  wasOtherwise,
  weekdayNumbers,
} from '#features/scheduling/classes/sql.ts';
import { endedProblem, resumes } from '#features/scheduling/rules.ts';
import {
  bookingErrors,
  classInput,
  createClassInput,
  updateClassInput,
  type ClassBooking,
  type ClassEdit,
  type ClassRule,
  type Clash,
  type NewClass,
} from '#features/scheduling/schema.ts';
import {
  instructorBusy,
  isSameRule,
  isWithin,
  prepareBooking,
  refuseBooking,
  type Slot,
} from '#features/scheduling/sql.ts';
import { addDays, formatDate, type LocalDate } from '#shared/local-date.ts';

const missing = 'Could not find class details for this ID.';
const tooLate =
  'Choose tomorrow at the latest. For a later day, let this class end the day before and add one that begins then.';
const tags = ['Classes'];

type StoredClass = Omit<Slot, 'weekdays' | 'firstDay' | 'lastDay'> & {
  version: number;
  classType: ClassRule['classType'];
  danceTypeId: string;
  daysOfWeek: number[];
  sessionStartDate: LocalDate;
  sessionEndDate: LocalDate | null;
  isRoomConflictIgnored: boolean;
  archivedAt: string | null;
};

export const classesApi = {
  list: procedure('readSchedule')
    .route({ method: 'GET', path: '/classes', tags, summary: 'List classes by start time' })
    .output(written<ClassRule[]>())
    .handler(({ context: { readText, today, caller } }) =>
      readText(
        sql<ClassRule>`${selectClasses(sql`classes`, today)}
          where c.archived_at is null and ${visibleClasses(caller, today)}
          order by c.start_time, plain_text(c.name), c.id`,
      ),
    ),
  get: procedure('readSchedule')
    .route({ method: 'GET', path: '/classes/{id}', tags, summary: 'Show a class' })
    .input(classInput)
    .handler(async ({ context: { read, today, caller }, input }): Promise<ClassRule> => {
      const [rule] = await read(
        () => sql<ClassRule>`${selectClasses(sql`classes`, today)}
          where c.id = ${input.id} and c.archived_at is null and ${visibleClasses(caller, today)}`,
      );
      if (!rule) throw notFound(missing);
      return rule;
    }),
  create: procedure('manageSchedule')
    .errors({ ...bookingErrors, ...onceErrors })
    .route({ method: 'POST', path: '/classes', tags, summary: 'Add a class' })
    .input(createClassInput)
    .handler(({ context, input }) => context.tenant((db) => bookClass(db, input, context.today))),
  update: procedure('manageSchedule')
    .errors(bookingErrors)
    .route({ method: 'PUT', path: '/classes/{id}', tags, summary: 'Change a class' })
    .input(updateClassInput)
    .handler(({ context, input }) =>
      unlessHeldTwice(context, { classId: input.id }, (db) => moveClass(db, input, context.today)),
    ),
  delete: procedure('manageSchedule')
    .route({
      method: 'DELETE',
      path: '/classes/{id}',
      tags,
      summary: 'Take a class off the schedule; its history stays',
    })
    .input(classInput)
    .handler(({ context, input }) =>
      unlessHeldTwice(context, { classId: input.id }, (db) => archiveClass(db, input.id)),
    ),
};

/** Books a class once for the key under which it is asked for; a busy room does not make it another one. */
async function bookClass(
  db: Tx,
  { idempotencyKey: key, ...booking }: NewClass,
  today: LocalDate,
): Promise<ClassRule> {
  const { ignoreRoomConflict: _, ...input } = booking;
  const request = { key, operation: 'classes.create', input, answer: { id: randomUUID() } };
  let made: ClassRule | null = null;
  const { id } = await once(db, request, async () => {
    const prepared = await prepareBooking(db, slotOf(booking), {}, { danceTypeId: booking.danceTypeId });
    refuseBooking(prepared, booking);
    const isRoomConflictIgnored = prepared.clashes.length > 0;
    made = await insertClass(db, booking, { ...request.answer, today, isRoomConflictIgnored });
  });
  const rule = made ?? (await findClass(db, id, today));
  if (!rule) throw deletedSince();
  return rule;
}

async function moveClass(db: Tx, edit: ClassEdit, today: LocalDate): Promise<ClassRule> {
  const slot = slotOf(edit);
  const appliesFrom = edit.appliesFrom ?? today;
  if (appliesFrom > addDays(today, 1)) throw badInput('appliesFrom', tooLate);
  // Only locks: what it runs into is asked once it is known from when on.
  const prepared = await prepareBooking<StoredClass>(
    db,
    { ...slot, weekdays: [] },
    { classId: edit.id },
    { danceTypeId: edit.danceTypeId },
  );
  const { edited } = prepared;
  if (!edited || edited.archivedAt !== null) throw notFound(missing);
  if (edited.version !== edit.version) return await refuseUnchanged(db, 'classes', edit.id, missing);
  const stored = slotOfStored(edited);
  const isResumed = resumes(edit, edited, appliesFrom);
  const isOfSameType = edit.classType === edited.classType && edit.danceTypeId === edited.danceTypeId;
  const isChanged = isResumed || !isOfSameType || !isSameRule(slot, stored);
  const problem = isChanged ? endedProblem(edit, edited, appliesFrom) : null;
  if (problem) throw badInput('appliesFrom', problem);
  // Saved as it is, with a day: it is from then on already what it is.
  const isEarlier =
    (isChanged || edit.appliesFrom !== null) && (await wasOtherwise(db, edit.id, appliesFrom));
  if (isChanged || isEarlier) await keepPastRule(db, edit.id, { changed: appliesFrom, isResumed });
  // What it is now it may be from a later day on alone: until then nothing changes.
  const until =
    isChanged || edit.appliesFrom !== null ? appliesFrom : await beginOfRule(db, edit.id, appliesFrom);
  const clashes = eachOnce(await findClashesOfChange(db, { id: edit.id, slot, stored, until }));
  // A class that stays where it is, or leaves some of it, was accepted there before: a room it shares is no news, if not on
  // earlier days.
  const ignoreRoomConflict = edit.ignoreRoomConflict || (isWithin(slot, stored) && !isEarlier);
  refuseLogged(clashes, { chosen: prepared.instructorName, until });
  refuseBooking({ ...prepared, clashes }, { ignoreRoomConflict });
  const isRoomConflictIgnored =
    clashes.length > 0 && (edit.ignoreRoomConflict || edited.isRoomConflictIgnored);
  await forgetPastRule(db, edit.id, { ...edit, slot });
  return await updateClass(db, edit, { today, isRoomConflictIgnored });
}

/** Of a session that somebody else is logged to have taught: it moves with the class, and another choice does not help. */
function refuseLogged(
  clashes: Clash[],
  { chosen, until }: { chosen: string | null; until: LocalDate },
): void {
  const busy = clashes.find(({ resource }) => resource === 'instructor');
  if (!busy || chosen === null || busy.instructorName === chosen || busy.date < until) return;
  const day = formatDate(busy.date, true);
  const more = ` They are logged to have taught this class on ${day}: choose a later day for the change, or correct that log.`;
  throw instructorBusy(busy, clashes, more);
}

/** Of what is run into on several days, the first. */
function eachOnce(clashes: Clash[]): Clash[] {
  return clashes.filter(
    ({ resource, id }, nth) => nth === clashes.findIndex((one) => one.resource === resource && one.id === id),
  );
}

async function archiveClass(db: Tx, id: string): Promise<void> {
  const { rows } = await sql`
    update classes set archived_at = now() where id = ${id} and archived_at is null returning id`.execute(db);
  if (rows.length === 0) throw notFound(missing);
}

function slotOf(booking: ClassBooking): Slot {
  return {
    ...booking,
    weekdays: weekdayNumbers(booking.daysOfWeek),
    firstDay: booking.sessionStartDate,
    lastDay: booking.sessionEndDate,
  };
}

function slotOfStored(stored: StoredClass): Slot {
  return {
    ...stored,
    weekdays: stored.daysOfWeek,
    firstDay: stored.sessionStartDate,
    lastDay: stored.sessionEndDate,
  };
}
