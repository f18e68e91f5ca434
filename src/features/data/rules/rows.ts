import * as z from 'zod/mini';
import {
  readCents,
  readChoice,
  readDay,
  readPercentage,
  readPhone,
  readTime,
  readWeekdays,
} from '#features/data/rules/cells.ts';
import { nameKey } from '#shared/name-key.ts';
import { short, type Sheet, type SheetRow } from '#features/data/rules/sheet.ts';
import type { Finding } from '#features/data/schema.ts';
import { payFieldsOf, paymentTypes, type PayField } from '#features/payroll/rules.ts';
import { instructorDetails } from '#features/people/instructors/schema.ts';
import { birthProblem } from '#features/people/students/rules.ts';
import { genders, studentDetails, type StudentDetails } from '#features/people/students/schema.ts';
import { classTypes, createClassInput, type ClassBooking } from '#features/scheduling/schema.ts';
import type { LocalDate } from '#shared/local-date.ts';

/** A row that is right by itself. */
export type GoodRow<Value> = { row: number; value: Value };
/** What became of a file's rows: those that are right, and what is wrong with the others. */
type ReadRows<Value> = { good: GoodRow<Value>[]; problems: Finding[] };

type InstructorDetails = z.output<typeof instructorDetails>;

/** What classes refer to by name. */
export type Directory = {
  danceTypes: { id: string; name: string }[];
  rooms: { id: string; name: string }[];
  instructors: { id: string; name: string; email: string | null }[];
};

const studentInput = z.strictObject(studentDetails);

/** Reads students; `today` is for births that are none yet. */
export function readStudents(sheet: Sheet, today: LocalDate): ReadRows<StudentDetails> {
  return readRows(sheet, studentInput, ({ text, read, refuse }) => {
    const dateOfBirth = read('dateOfBirth', readDay, null, notADay);
    const unborn = birthProblem(dateOfBirth, today);
    if (unborn) refuse('dateOfBirth', unborn);
    return {
      fullName: text('fullName'),
      email: text('email'),
      phoneNumber: read('phoneNumber', readPhone, '', notAPhone),
      gender: read(
        'gender',
        (cell) => readChoice(genders, cell),
        null,
        () => 'Write Female or Male, or nothing.',
      ),
      dateOfBirth,
    };
  });
}

/** Reads instructors with their pay terms. */
export function readInstructors(sheet: Sheet): ReadRows<InstructorDetails> {
  return readRows(sheet, instructorDetails, ({ text, read, refuse }) => {
    const paymentType = read(
      'paymentType',
      (cell) => readChoice(paymentTypes, cell),
      null,
      () => `Write one of ${paymentTypes.join(', ')}, or nothing.`,
    );
    const payTerms = {
      paymentType: paymentType ?? 'per_class',
      fixedSalaryCents: read('fixedSalaryCents', readCents, null, notAnAmount),
      ratePerClassCents: read('ratePerClassCents', readCents, null, notAnAmount),
      percentageRate: read('percentageRate', readPercentage, null, notAPercentage),
    };
    for (const field of ['fixedSalaryCents', 'ratePerClassCents', 'percentageRate'] satisfies PayField[]) {
      if (payTerms[field] && !payFieldsOf(payTerms.paymentType).includes(field))
        refuse(field, `Not used with the payment type ${payTerms.paymentType}. Leave it empty.`);
    }
    return {
      fullName: text('fullName'),
      email: text('email'),
      phoneNumber: read('phoneNumber', readPhone, '', notAPhone),
      payTerms,
    };
  });
}

/** Reads classes, and finds by `directory` whom and what they name. */
export function readClasses(sheet: Sheet, directory: Directory): ReadRows<ClassBooking> {
  const danceTypes = finderOf(directory.danceTypes);
  const instructors = finderOf(directory.instructors);
  const rooms = finderOf(directory.rooms);
  return readRows(sheet, createClassInput, ({ text, read, refuse }) => {
    // An id nobody has stands in for a name nobody knows, so that the rest of the row is looked at as well.
    const resolve = (field: string, noun: string, find: Finder, tellApart: TellApart = rename) => {
      const name = text(field);
      if (name === '') return '';
      const found = find(name);
      if (found.length === 1) return found[0]?.id ?? unknownId;
      refuse(
        field,
        found.length === 0
          ? `There is no ${noun} called “${short(name)}”. Add it first, or correct the name.`
          : `${found.length} ${noun}s are called “${short(name)}”. ${tellApart(found, name)}`,
      );
      return unknownId;
    };
    return {
      name: text('name'),
      classType: read(
        'classType',
        (cell) => readChoice(classTypes, cell),
        'Group',
        () => 'Write Group or Private.',
      ),
      danceTypeId: resolve('danceTypeId', 'dance type', danceTypes),
      instructorId: resolve('instructorId', 'instructor', instructors, tellInstructorsApart),
      roomId: resolve('roomId', 'classroom', rooms),
      daysOfWeek: read(
        'daysOfWeek',
        readWeekdays,
        [],
        (cell) => `“${short(cell)}” holds something that is no weekday.`,
      ),
      startTime: read('startTime', readTime, '', notATime),
      endTime: read('endTime', readTime, '', notATime),
      sessionStartDate: read('sessionStartDate', readDay, '', notADay),
      sessionEndDate: read('sessionEndDate', readDay, null, notADay),
    };
  });
}

type RowReader = {
  text: (field: string) => string;
  /** What a cell means, or `empty` when nothing is in it; a cell that means nothing is refused. */
  read: <Value, Empty>(
    field: string,
    reader: (cell: string) => Value | null,
    empty: Empty,
    problem: (cell: string) => string,
  ) => Value | Empty;
  refuse: (field: string, message: string) => void;
};

function readRows<Schema extends z.ZodMiniType>(
  sheet: Sheet,
  schema: Schema,
  toInput: (reader: RowReader) => unknown,
): ReadRows<z.output<Schema>> {
  const result: ReadRows<z.output<Schema>> = { good: [], problems: [] };
  for (const sheetRow of sheet.rows) {
    const refused = new Map<string, string>();
    const parsed = schema.safeParse(toInput(readerOf(sheetRow, refused)));
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = String(path.at(-1) ?? '');
      if (!refused.has(field)) refused.set(field, message);
    }
    if (parsed.success && refused.size === 0) result.good.push({ row: sheetRow.row, value: parsed.data });
    for (const [field, message] of refused)
      result.problems.push({ row: sheetRow.row, column: sheet.columnOf(field), message });
  }
  return result;
}

function readerOf({ cells }: SheetRow, refused: Map<string, string>): RowReader {
  const text = (field: string) => cells.get(field) ?? '';
  const refuse = (field: string, message: string) => void refused.set(field, message);
  return {
    text,
    refuse,
    read(field, reader, empty, problem) {
      const cell = text(field);
      if (cell === '') return empty;
      const value = reader(cell);
      if (value === null) refuse(field, problem(cell));
      return value ?? empty;
    },
  };
}

const unknownId = '00000000-0000-4000-8000-000000000000';

type Named = { id: string; name: string; email?: string | null };
type Finder = (name: string) => readonly Named[];

// Beyond what any name or address may have. What a text is told by takes the square of its length.
const longest = 300;

/** Finds by name, else by email address. */
function finderOf(known: readonly Named[]): Finder {
  const byName = Map.groupBy(known, ({ name }) => nameKey(name));
  const byEmail = Map.groupBy(known, ({ email }) => nameKey(email ?? ''));
  return (name) =>
    name.length > longest ? [] : (byName.get(nameKey(name)) ?? byEmail.get(nameKey(name)) ?? []);
}

/** What to do about several of one name. */
type TellApart = (found: readonly Named[], name: string) => string;

const rename: TellApart = () => 'Give one of them another name first.';

const tellInstructorsApart: TellApart = (found, name) => {
  const emails = new Set(found.map(({ email }) => nameKey(email ?? '')));
  if (emails.size === 1 && emails.has(nameKey(name))) return 'Write the name instead.';
  return emails.size === found.length && !emails.has('')
    ? 'Write the email address instead.'
    : 'Give each an email address of their own, and write that instead.';
};

const notADay = (cell: string) => `“${short(cell)}” is no date. Write it as 2026-11-21.`;
const notAPhone = (cell: string) =>
  `“${short(cell)}” is a number that a spreadsheet has shortened. Format the column as text there, and write it in full.`;
const notATime = (cell: string) => `“${short(cell)}” is no time. Write it as 17:00 or 5:00 PM.`;
const notAnAmount = (cell: string) => `“${short(cell)}” is no amount of 0 or more. Write it as 1200.50.`;
const notAPercentage = (cell: string) => `“${short(cell)}” is no percentage from 0 to 100. Write it as 12.5.`;
