import type { Tx } from '#platform/database.ts';
import { insertClasses } from '#features/scheduling/classes/sql.ts';
import { lockSchedule } from '#features/scheduling/sql.ts';
import type { ClassBooking } from '#features/scheduling/schema.ts';
import { insertInstructors } from '#features/people/instructors/sql.ts';
import { insertStudents } from '#features/people/students/sql.ts';
import { clashesWithin } from '#features/data/rules/clashes.ts';
import { warnOfRepeated } from '#features/data/rules/people.ts';
import { readClasses, readInstructors, readStudents, type GoodRow } from '#features/data/rules/rows.ts';
import type { Sheet } from '#features/data/rules/sheet.ts';
import type { Finding } from '#features/data/schema.ts';
import {
  findStoredClashes,
  lockImports,
  readDirectory,
  readKnown,
  type StoredClash,
} from '#features/data/sql.ts';
import { defaultPayTerms, newPayTerms } from '#features/payroll/rules.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { formatTime, type LocalTime } from '#shared/time-range.ts';

/** What a file would do to a studio, and the doing of it. */
export type Plan = { problems: Finding[]; warnings: Finding[]; creates: number; store: () => Promise<void> };

/** Looks at a file in the studio of `db`. Before `store`, plan with `isForReal`: what was looked at then stays so. */
export async function planImport(
  db: Tx,
  sheet: Sheet,
  { today, isForReal }: { today: LocalDate; isForReal: boolean },
): Promise<Plan> {
  if (isForReal) await lockImports(db, sheet.kind);
  if (sheet.kind === 'students') return await planStudents(db, sheet, today);
  if (sheet.kind === 'instructors') return await planInstructors(db, sheet);
  return await planClasses(db, sheet, isForReal);
}

async function planStudents(db: Tx, sheet: Sheet, today: LocalDate): Promise<Plan> {
  const { good, problems } = readStudents(sheet, today);
  const warnings = warnOfRepeated(good, await readKnown(db, 'student'), 'student');
  return { problems, warnings, creates: good.length, store: () => insertStudents(db, good.map(valueOf)) };
}

async function planInstructors(db: Tx, sheet: Sheet): Promise<Plan> {
  const { good, problems } = readInstructors(sheet);
  const warnings = warnOfRepeated(good, await readKnown(db, 'instructor'), 'instructor');
  const people = good.map(({ value: { payTerms, ...person } }) => ({
    ...person,
    payTerms: newPayTerms(payTerms ?? defaultPayTerms),
  }));
  return { problems, warnings, creates: good.length, store: () => insertInstructors(db, people) };
}

async function planClasses(db: Tx, sheet: Sheet, isForReal: boolean): Promise<Plan> {
  const directory = await readDirectory(db);
  const { good, problems } = readClasses(sheet, directory);
  if (isForReal)
    await lockSchedule(
      db,
      good.map(({ value }) => value.roomId),
      good.map(({ value }) => value.instructorId),
    );
  const instructorName = ({ instructorId }: ClassBooking) =>
    directory.instructors.find(({ id }) => id === instructorId)?.name ?? '';
  const clashes = [
    ...(await findStoredClashes(db, good)).map(storedClash),
    ...clashesWithin(good).map(({ resource, row, earlier, date }) => ({
      resource,
      row,
      with: takesPlace(`Row ${earlier.row} (${earlier.value.name})`, date, earlier.value.startTime),
    })),
  ];
  const bookings = new Map(good.map(({ row, value }) => [row, value]));
  const findings = (resource: 'instructor' | 'room') =>
    clashes
      .filter((clash) => clash.resource === resource)
      .map((clash): Finding => {
        const booking = bookings.get(clash.row);
        const words =
          resource === 'instructor'
            ? `Scheduling Conflict: Instructor ${booking ? instructorName(booking) : ''} is already booked.`
            : 'Warning: This room is already booked at this time.';
        return {
          row: clash.row,
          column: sheet.columnOf(resource === 'instructor' ? 'instructorId' : 'roomId'),
          message: `${words} ${clash.with}`,
        };
      });
  const sharedRooms = new Set(clashes.filter(({ resource }) => resource === 'room').map(({ row }) => row));
  return {
    problems: [...problems, ...findings('instructor')],
    warnings: findings('room'),
    creates: good.length,
    store: () =>
      insertClasses(
        db,
        good.map(({ row, value }) => ({ ...value, isRoomConflictIgnored: sharedRooms.has(row) })),
      ),
  };
}

function storedClash({ resource, row, title, date, startTime }: StoredClash) {
  return { resource, row, with: takesPlace(title, date, startTime) };
}

function takesPlace(what: string, date: LocalDate, startTime: LocalTime): string {
  return `${what} takes place on ${formatDate(date, true)} at ${formatTime(startTime)}.`;
}

function valueOf<Value>({ value }: GoodRow<Value>): Value {
  return value;
}
