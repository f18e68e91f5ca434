import type { ImportKind } from '#features/data/schema.ts';

/** A column an import knows. Files may call it by its header or any of the other names, in any case and order. */
export type ImportColumn = {
  /** The field of the procedure's own input. */
  field: string;
  header: string;
  otherNames: readonly string[];
  isRequired: boolean;
  /** What goes into it, in words for people. */
  means: string;
  example: string;
};

const email: ImportColumn = {
  field: 'email',
  header: 'email',
  otherNames: ['e-mail address', 'mail'],
  isRequired: false,
  means: 'Email address',
  example: 'maya@example.com',
};
const phoneNumber: ImportColumn = {
  field: 'phoneNumber',
  header: 'phone_number',
  otherNames: ['phone', 'mobile', 'cell', 'telephone'],
  isRequired: false,
  means: 'Phone number',
  example: '555 0100',
};

const required = { isRequired: true };
const students: readonly ImportColumn[] = [
  column('fullName', 'full_name', 'First and last name, here or in columns of their own', 'Maya Lindqvist', {
    ...required,
    otherNames: ['name', 'student', 'student name'],
  }),
  email,
  phoneNumber,
  column('gender', 'gender', 'Female or Male', 'Female', { otherNames: ['sex'] }),
  column('dateOfBirth', 'date_of_birth', 'A date such as 2015-04-30 or 4/30/2015', '2015-04-30', {
    otherNames: ['birthday', 'birth date', 'born', 'dob'],
  }),
];

const instructors: readonly ImportColumn[] = [
  column('fullName', 'full_name', 'First and last name, here or in columns of their own', 'Ines Okafor', {
    ...required,
    otherNames: ['name', 'instructor', 'instructor name'],
  }),
  { ...email, example: 'ines@example.com' },
  phoneNumber,
  column('paymentType', 'payment_type', 'per_class (if empty), salary, hybrid or percentage', 'hybrid', {
    otherNames: ['pay type'],
  }),
  column('fixedSalaryCents', 'fixed_salary', 'Monthly salary, for salary and hybrid', '1200.00', {
    otherNames: ['salary', 'monthly salary'],
  }),
  column('ratePerClassCents', 'rate_per_class', 'Amount per class, for per_class and hybrid', '35.00', {
    otherNames: ['rate', 'class rate'],
  }),
  column('percentageRate', 'percentage_rate', 'From 0 to 100, for percentage and hybrid', '10', {
    otherNames: ['percentage', 'commission'],
  }),
];

const classes: readonly ImportColumn[] = [
  column('name', 'name', 'Name of the class', 'Ballet 1', {
    ...required,
    otherNames: ['class', 'class name'],
  }),
  column('classType', 'class_type', 'Group (if empty) or Private', 'Group', { otherNames: ['type'] }),
  column('danceTypeId', 'dance_type', 'Name of one of your dance types', 'Ballet', {
    ...required,
    otherNames: ['dance type name', 'style', 'dance'],
  }),
  column('instructorId', 'instructor', 'Name or email of one of your instructors', 'Ines Okafor', {
    ...required,
    otherNames: ['instructor name', 'teacher'],
  }),
  column('roomId', 'classroom', 'Name of one of your classrooms', 'Studio A', {
    ...required,
    otherNames: ['room', 'room name', 'classroom name'],
  }),
  column('daysOfWeek', 'days_of_week', 'Weekdays', 'Monday, Wednesday', {
    ...required,
    otherNames: ['days', 'day', 'weekdays', 'weekday'],
  }),
  column('startTime', 'start_time', 'A time such as 17:00 or 5:00 PM', '17:00', {
    ...required,
    otherNames: ['start', 'from', 'starts'],
  }),
  column('endTime', 'end_time', 'A time after it, the same day', '18:00', {
    ...required,
    otherNames: ['end', 'to', 'until', 'ends'],
  }),
  column('sessionStartDate', 'session_start_date', 'First day', '2026-09-07', {
    ...required,
    otherNames: ['start date', 'first day'],
  }),
  column('sessionEndDate', 'session_end_date', 'Last day; empty for an ongoing class', '2027-06-30', {
    otherNames: ['end date', 'last day'],
  }),
];

/** The columns a file of each kind may have, in the order of its template. */
export const importColumns: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  students,
  instructors,
  classes,
};
// Many programs write a name in two columns.
const partsOfName = [
  ['first name', 'first', 'given name', 'forename'],
  ['last name', 'last', 'surname', 'family name'],
].map((names) => names.map(plain));
const columnsByName: Readonly<Record<ImportKind, ReadonlyMap<string, ImportColumn>>> = {
  students: byName(students),
  instructors: byName(instructors),
  classes: byName(classes),
};

/** The most rows one file may have: so many that a file is stored within seconds, and nobody else waits long. */
export const maxRows: Readonly<Record<ImportKind, number>> = {
  students: 2000,
  instructors: 2000,
  classes: 500,
};

/** The most columns a file may have, those that are left out included. */
export const maxColumns = 200;

/** The rows of a template: the header and an example. */
export function templateOf(kind: ImportKind): string[][] {
  return [importColumns[kind].map(({ header }) => header), importColumns[kind].map(({ example }) => example)];
}

/** What holds a field: one column, or those whose cells are put together. */
type HeaderColumn = { indexes: number[]; name: string };

/** Which of a file's columns holds which field. */
export type HeaderMap = {
  columns: Map<string, HeaderColumn>;
  ignored: string[];
  /** Columns that have no name. */
  unnamed: number[];
  /** Required columns the file does not have, by their headers. */
  missing: string[];
  /** Columns that are there twice, under any of their names: what the file calls the second and the first of them. */
  repeated: { name: string; first: string; header: string }[];
  /** Where the studio's own export says who has which role, and when something was deleted. */
  roles: number[];
  deletions: number[];
};

/** Finds a file's columns by the names in its first row, trimmed. */
export function mapHeader(kind: ImportKind, header: readonly string[]): HeaderMap {
  const known = importColumns[kind];
  const map: HeaderMap = {
    columns: new Map(),
    ignored: [],
    unnamed: [],
    missing: [],
    repeated: [],
    roles: [],
    deletions: [],
  };
  for (const [index, name] of header.entries()) {
    const found = columnsByName[kind].get(plain(name));
    const earlier = found && map.columns.get(found.field);
    if (!found) {
      if (plain(name) === 'role' && kind !== 'classes') map.roles.push(index);
      else if (['erasedat', 'archivedat'].includes(plain(name))) map.deletions.push(index);
      else if (name === '') map.unnamed.push(index);
      else map.ignored.push(name);
    } else if (earlier) map.repeated.push({ name, first: earlier.name, header: found.header });
    else map.columns.set(found.field, { indexes: [index], name });
  }
  const inParts = kind === 'classes' || map.columns.has('fullName') ? null : nameInParts(kind, header);
  if (inParts) {
    map.columns.set('fullName', inParts);
    map.ignored = map.ignored.filter((name) => !inParts.indexes.some((index) => header[index] === name));
  }
  map.missing = known
    .filter(({ isRequired, field }) => isRequired && !map.columns.has(field))
    .map((each) => each.header);
  return map;
}

/** The columns of first and last name, where a file has each of them once. */
function nameInParts(kind: ImportKind, header: readonly string[]): HeaderColumn | null {
  const one = kind.slice(0, -1);
  const own = header.map((name) => plain(name).replace(one, ''));
  const found = partsOfName.map((names) =>
    [...own.keys()].filter((index) => names.includes(own[index] ?? '')),
  );
  if (found.some(({ length }) => length !== 1)) return null;
  const indexes = found.flat();
  return { indexes, name: indexes.map((index) => header[index]).join(' + ') };
}

function byName(columns: readonly ImportColumn[]): Map<string, ImportColumn> {
  return new Map(
    columns.flatMap((each) => [each.header, ...each.otherNames].map((name) => [plain(name), each] as const)),
  );
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function column(
  field: string,
  header: string,
  means: string,
  example: string,
  { isRequired = false, otherNames = [] }: { isRequired?: boolean; otherNames?: readonly string[] } = {},
): ImportColumn {
  return { field, header, means, example, isRequired, otherNames };
}
