import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/database.ts';
import { deletedSince, once } from '#platform/idempotency.ts';
import { badInput, notFound } from '#platform/procedure.ts';
import { oneOffTitle } from '#features/scheduling/rules.ts';
import type { NewOneOff, OneOffBooking, OneOffSession } from '#features/scheduling/one-offs/schema.ts';
import type { Clash } from '#features/scheduling/schema.ts';
import { insertOneOff, onlyOne, selectOneOffs } from '#features/scheduling/one-offs/sql.ts';
import { moveInquiryOn } from '#features/scheduling/one-offs/tried-inquiry.ts';
import { isoWeekday, type LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';

/** What a booking takes: ISO weekdays between two days (a null last day is an open end), at a time. */
export type Slot = {
  instructorId: string | null;
  roomId: string | null;
  weekdays: number[];
  firstDay: LocalDate;
  lastDay: LocalDate | null;
  startTime: LocalTime;
  endTime: LocalTime;
};

/** What is being changed, and therefore no obstacle to itself. */
export type Except = { classId?: string | null; oneOffId?: string | null; restoredDay?: LocalDate | null };

/** Rows a booking refers to; null where it refers to none. */
type References = {
  danceTypeId?: string | null;
  studentId?: string | null;
  classId?: string | null;
  inquiryId?: string | null;
};

type Prepared<Edited> = {
  /** The row being edited, locked, as it is in the database; null when it is not there. */
  edited: Edited | null;
  /** Null when there is no such instructor (any more). */
  instructorName: string | null;
  clashes: Clash[];
  /** What the booking names anew and is not there. */
  missing: string | null;
};

/** A clash as the database tells it; `toClash` makes it presentable. */
export type ClashRow = Omit<Clash, 'title' | 'instructorName'> & {
  name: string | null;
  sessionType: string | null;
  outcome: string | null;
  instructorName: string | null;
};

/** The slot of one dated session. */
export function slotOn(
  date: LocalDate,
  {
    instructorId,
    roomId,
    startTime,
    endTime,
  }: Pick<Slot, 'instructorId' | 'roomId' | 'startTime' | 'endTime'>,
): Slot {
  const weekdays = [isoWeekday(date)];
  return { instructorId, roomId, weekdays, firstDay: date, lastDay: date, startTime, endTime };
}

/** Whether a slot takes a room at no time at which another one does not, whoever teaches. */
export function isWithin(slot: Slot, other: Slot): boolean {
  return (
    placeAndTimes(slot) === placeAndTimes(other) &&
    slot.weekdays.every((day) => other.weekdays.includes(day)) &&
    slot.firstDay >= other.firstDay &&
    (other.lastDay === null || (slot.lastDay !== null && slot.lastDay <= other.lastDay))
  );
}

/** Whether two slots say the same of each day on which they hold. */
export function isSameRule(a: Slot, b: Slot): boolean {
  const weekdays = (slot: Slot) => slot.weekdays.toSorted((x, y) => x - y).join();
  return (
    placeAndTimes(a) === placeAndTimes(b) && weekdays(a) === weekdays(b) && a.instructorId === b.instructorId
  );
}

/**
 * Holds rooms and instructors until the transaction ends: whoever else books one of them waits.
 * Lock the class or session that is edited before, never after.
 */
export async function lockSchedule(db: Tx, rooms: string[], instructors: string[]): Promise<void> {
  await sql`select lock_schedule(${rooms}::uuid[], ${instructors}::uuid[])`.execute(db);
}

/**
 * The days on which a class that is changed takes nobody: those that are freed, and those that somebody else is logged to
 * have taught, who holds them still.
 */
export function freedOfChanged(classId: string | null, instructorId: string | null): RawBuilder<unknown> {
  return sql`(freed_dates(current_organization_id(), ${classId}::uuid) || array(
    select session_date from attendance_sessions where class_id = ${classId}::uuid and status = 'Completed'
      and instructor_id is distinct from ${instructorId}::uuid))`;
}

/** What a slot runs into as things stand, earliest first, for reads of one statement; see `toClash`. */
export function clashQuery(slot: Slot, { classId = null, oneOffId = null }: Except) {
  return sql<ClashRow>`
    select resource, kind, id, name, session_type, outcome, date, start_time, end_time, instructor_name
    from find_clashes(${slot.instructorId}::uuid, ${slot.roomId}::uuid, ${slot.weekdays}::smallint[],
      ${slot.firstDay}::date, ${slot.lastDay}::date, ${freedOfChanged(classId, slot.instructorId)},
      ${slot.startTime}::time, ${slot.endTime}::time, ${classId}::uuid, ${oneOffId}::uuid)`;
}

/**
 * The first step of a booking: locks what is edited, the room and the instructor, then tells what the slot
 * runs into, which is nothing for one without weekdays. True until the transaction ends, so what was told of the whole
 * slot can be relied on when it is written.
 */
export async function prepareBooking<Edited>(
  db: Tx,
  slot: Slot,
  { classId = null, oneOffId = null, restoredDay = null }: Except,
  references: References = {},
): Promise<Prepared<Edited>> {
  const { rows } = await sql<{
    edited: Edited | null;
    instructorName: string | null;
    clashes: ClashRow[];
    missing: string | null;
  }>`
    select p.edited, ${nameOfInstructor(slot)} as instructor_name, p.clashes, ${missingReference(slot, references)} as missing
    from prepare_booking(${slot.instructorId}::uuid, ${slot.roomId}::uuid, ${slot.weekdays}::smallint[],
      ${slot.firstDay}::date, ${slot.lastDay}::date, ${slot.startTime}::time, ${slot.endTime}::time,
      ${classId}::uuid, ${oneOffId}::uuid, ${restoredDay}::date) p`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('prepare_booking answers exactly one row');
  return { ...row, clashes: row.clashes.map(toClash) };
}

/** Throws the refusal a prepared booking deserves: something it names is not there, or is taken (spec §5). */
export function refuseBooking(
  prepared: Prepared<unknown>,
  { ignoreRoomConflict }: Pick<OneOffBooking, 'ignoreRoomConflict'>,
): void {
  if (prepared.instructorName === null) throw notFound('Instructor not found in your organization.');
  if (prepared.missing) throw notFound(`${prepared.missing} not found in your organization.`);
  refuseClashes(prepared.clashes, ignoreRoomConflict);
}

/** The refusal of a booking by what its instructor holds, with a further sentence where that tells who it is about. */
export function instructorBusy(busy: Clash, clashes: Clash[], more = '') {
  const message = `Scheduling Conflict: Instructor ${busy.instructorName} is already booked.${more}`;
  return new ORPCError('INSTRUCTOR_BUSY', { status: 409, message, data: { clashes } });
}

/** An instructor's clash blocks; a room's only warns, and is passed over when told to (spec §5). */
export function refuseClashes(clashes: Clash[], ignoreRoomConflict: boolean): void {
  const busy = clashes.find(({ resource }) => resource === 'instructor');
  if (busy) throw instructorBusy(busy, clashes);
  if (clashes.length > 0 && !ignoreRoomConflict) {
    const message = 'Warning: This room is already booked at this time.';
    throw new ORPCError('ROOM_BUSY', { status: 409, message, data: { clashes } });
  }
}

/**
 * Books a one-off session; the inquiry a tryout is for becomes Tryout Scheduled. Throws INSTRUCTOR_BUSY or ROOM_BUSY
 * with its clashes, NOT_FOUND for what it names and is not there, ALREADY_CONVERTED for a tryout of who is a student,
 * and BAD_REQUEST for one before `today` (spec §5).
 */
export async function bookOneOff(
  db: Tx,
  booking: OneOffBooking,
  today: LocalDate,
  id: string = randomUUID(),
): Promise<OneOffSession> {
  if (booking.sessionType === 'Tryout' && booking.sessionDate < today)
    throw badInput('sessionDate', 'Choose today or a later date.');
  const prepared = await prepareBooking(db, slotOn(booking.sessionDate, booking), {}, booking);
  refuseBooking(prepared, booking);
  const isRoomConflictIgnored = prepared.clashes.length > 0;
  const session = await insertOneOff(db, booking, { id, today, isRoomConflictIgnored });
  // Last: what is wrong is told in the order in which the form shows it.
  if (booking.sessionType === 'Tryout' && booking.inquiryId) await moveInquiryOn(db, booking.inquiryId);
  return session;
}

/** Books a one-off session once for the key under which it is asked for; a busy room does not make it another one. */
export async function bookOnce(
  db: Tx,
  { idempotencyKey: key, ...booking }: NewOneOff,
  today: LocalDate,
): Promise<OneOffSession> {
  const { ignoreRoomConflict: _, ...input } = booking;
  const request = { key, operation: 'oneOffs.create', input, answer: { id: randomUUID() } };
  const { id } = await once(db, request, () => bookOneOff(db, booking, today, request.answer.id));
  // As it is by now, for whoever asks once more.
  const found = sql<OneOffSession>`${selectOneOffs(sql`one_off_sessions`)} where s.id = ${id}`;
  const { rows } = await found.execute(db);
  const session = onlyOne(rows);
  if (session.isCancelled) throw deletedSince('cancelled');
  return session;
}

export function toClash({ name, sessionType, outcome, instructorName, ...row }: ClashRow): Clash {
  const title = name ?? oneOffTitle({ sessionType: sessionType ?? '', outcome });
  return {
    ...row,
    title,
    startTime: row.startTime.slice(0, 'HH:MM'.length),
    endTime: row.endTime.slice(0, 'HH:MM'.length),
    instructorName: instructorName ?? '',
  };
}

function placeAndTimes({ roomId, startTime, endTime }: Slot): string {
  return [roomId, startTime.slice(0, 5), endTime.slice(0, 5)].join();
}

/** The first thing a booking names that is not there; what the edited row named before may be gone meanwhile. */
function missingReference(slot: Slot, references: References): RawBuilder<string | null> {
  const { danceTypeId, studentId, classId, inquiryId } = references;
  return sql<string | null>`case
    when ${isNamedAnew('room_id', slot.roomId)} and not exists (select from classrooms where id = ${slot.roomId}::uuid and archived_at is null) then 'Classroom'
    when ${isNamedAnew('dance_type_id', danceTypeId)} and not exists (select from dance_types where id = ${danceTypeId ?? null}::uuid and archived_at is null) then 'Dance type'
    when ${isNamedAnew('student_id', studentId)} and not exists (
      select from profiles where id = ${studentId ?? null}::uuid and role = 'student' and erased_at is null) then 'Student'
    when ${isNamedAnew('class_id', classId)} and not exists (
      select from classes where id = ${classId ?? null}::uuid and archived_at is null) then 'Class'
    when ${isNamedAnew('inquiry_id', inquiryId)} and not exists (select from inquiries where id = ${inquiryId ?? null}::uuid) then 'Inquiry'
  end`;
}

function isNamedAnew(column: string, id: string | null | undefined): RawBuilder<boolean> {
  return sql<boolean>`(${id ?? null}::uuid is not null and ${id ?? null}::uuid is distinct from (p.edited ->> ${sql.lit(column)})::uuid)`;
}

/** Of an instructor who was deleted, only what they held already is edited: the database refuses to book them anew. */
function nameOfInstructor({ instructorId }: Slot): RawBuilder<string | null> {
  return sql<string | null>`coalesce(p.instructor_name, (select full_name from profiles
    where id = ${instructorId}::uuid and id = (p.edited ->> 'instructor_id')::uuid))`;
}
