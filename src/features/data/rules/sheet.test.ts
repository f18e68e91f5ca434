import { expect, it } from 'vitest';
import { importColumns, maxRows } from '#features/data/rules/columns.ts';
import { readSheet } from '#features/data/rules/sheet.ts';

const classHeader = importColumns.classes.map(({ header }) => header).join(',');

it('finds columns by any of their names, in any case and order', () => {
  const { rows, problems, ignoredColumns, columnOf } = readSheet(
    'students',
    'Born;E-Mail address;Shoe size;STUDENT NAME\n2015-04-30;maya@example.com;34;Maya Lindqvist\n',
  );
  expect(problems).toEqual([]);
  expect(ignoredColumns).toEqual(['Shoe size']);
  expect(columnOf('fullName')).toBe('STUDENT NAME');
  expect(Object.fromEntries(rows[0]?.cells ?? [])).toEqual({
    fullName: 'Maya Lindqvist',
    email: 'maya@example.com',
    dateOfBirth: '2015-04-30',
  });
});

it('tells of columns that have no name, unless nothing is in them', () => {
  const text = `Name,,Email,${','.repeat(24)}\nMaya,555 0100,,${','.repeat(24)}x\nNoah,,, ,\n`;
  const { problems, ignoredColumns } = readSheet('students', text);
  expect(problems).toEqual([]);
  expect(ignoredColumns).toEqual(['column B (no name)', 'column AB (no name)']);
});

it.each([
  ['students', 'Name,Instructor,Teacher,Instructor name'],
  ['instructors', 'Name,Student,Student name'],
] as const)('takes no name in a file of %s for that of somebody else', (kind, header) => {
  const { rows, problems, ignoredColumns } = readSheet(kind, `${header}\nMaya Lindqvist,Ines Okafor\n`);
  expect(problems).toEqual([]);
  expect(Object.fromEntries(rows[0]?.cells ?? [])).toEqual({ fullName: 'Maya Lindqvist' });
  expect(ignoredColumns).toEqual(header.split(',').slice(1));
});

it('does not find the name of a student in the column of their instructor', () => {
  const { problems } = readSheet('students', 'Class,Level,Instructor\nBallet,1,Ines Okafor\n');
  expect(problems).toMatchObject([{ column: 'full_name' }]);
});

it.each([
  ['students', 'Last Name,First Name,Email', 'Lindqvist,Maya,maya@example.com'],
  ['students', 'Student First Name,Student Last Name,Email', 'Maya,Lindqvist,maya@example.com'],
  ['instructors', 'Given name;Surname;E-Mail', 'Maya;Lindqvist;maya@example.com'],
] as const)('puts the name of %s together where it is in two columns', (kind, header, line) => {
  const { rows, problems, ignoredColumns, columnOf } = readSheet(kind, `${header}\n${line}\n`);
  expect(problems).toEqual([]);
  expect(ignoredColumns).toEqual([]);
  expect(Object.fromEntries(rows[0]?.cells ?? [])).toEqual({
    fullName: 'Maya Lindqvist',
    email: 'maya@example.com',
  });
  expect(columnOf('fullName')).toMatch(
    /^((Student )?First Name \+ (Student )?Last Name|Given name \+ Surname)$/,
  );
});

it('leaves the parts of a name out where the whole of it stands, and takes no part for the whole', () => {
  const whole = readSheet('students', 'Name,First name,Last name\nMaya Lindqvist,Maya,Lindqvist\n');
  expect(Object.fromEntries(whole.rows[0]?.cells ?? [])).toEqual({ fullName: 'Maya Lindqvist' });
  expect(whole.ignoredColumns).toEqual(['First name', 'Last name']);
  const another = readSheet('instructors', 'Student first name,Student last name\nMaya,Lindqvist\n');
  expect(another.problems).toMatchObject([{ column: 'full_name' }]);
  const half = readSheet('students', 'First name,Parent\nMaya,Ben\n');
  expect(half.problems).toMatchObject([{ column: 'full_name' }]);
});

const exported = [
  'role,full_name,erased_at',
  'student,Maya Lindqvist,',
  'student,Deleted student,2026-11-01T10:00:00.000Z',
  'instructor,Ines Okafor,',
  'owner,Olive Owner,',
  ',Noah Berg,',
].join('\n');

it.each([
  ['students', ['Maya Lindqvist', 'Noah Berg'], { deleted: 1, otherRole: 2 }],
  ['instructors', ['Ines Okafor', 'Noah Berg'], { deleted: 0, otherRole: 3 }],
] as const)('leaves the deleted and those of other roles out of %s', (kind, names, leftOut) => {
  const sheet = readSheet(kind, exported);
  expect(sheet).toMatchObject({ problems: [], ignoredColumns: [], leftOut });
  expect(sheet.rows.map(({ cells }) => cells.get('fullName'))).toEqual(names);
});

it('takes people whatever another program calls them', () => {
  const { rows, leftOut } = readSheet('instructors', 'role,name\nTeacher,Ines Okafor\n');
  expect(rows).toHaveLength(1);
  expect(leftOut).toEqual({ deleted: 0, otherRole: 0 });
});

it('leaves deleted classes out', () => {
  const { rows, problems, leftOut } = readSheet(
    'classes',
    `${classHeader},archived_at\n${'x,'.repeat(10)}\n${'y,'.repeat(10)}2026-11-01T10:00:00.000Z\n`,
  );
  expect(problems).toEqual([]);
  expect(rows.map(({ cells }) => cells.get('name'))).toEqual(['x']);
  expect(leftOut).toEqual({ deleted: 1, otherRole: 0 });
});

it('tells a file of none but such rows from an empty one', () => {
  const { problems, leftOut } = readSheet('students', 'role,name\nInstructor,Ines Okafor\n');
  expect(problems).toEqual([
    { row: 1, column: null, message: 'Nothing is left to import: every row is left out.' },
  ]);
  expect(leftOut).toEqual({ deleted: 0, otherRole: 1 });
});

it('reads a header of 200 cells, and says of a wider one what to do', () => {
  const wide = (cells: number) => `name${','.repeat(cells - 1)}\nMaya Lindqvist\n`;
  expect(readSheet('students', wide(200))).toMatchObject({ problems: [], rows: [{ row: 2 }] });
  const { problems, rows } = readSheet('students', wide(201));
  expect(rows).toEqual([]);
  expect(problems).toEqual([
    {
      row: 1,
      column: null,
      message:
        'The first row has 201 cells, and a file may have at most 200 columns. Delete those that are not imported.',
    },
  ]);
});

it('says how many rows are too many, without a word on each', () => {
  const { problems, rows } = readSheet('classes', `${classHeader}\n${`x${',x'.repeat(20)}\n`.repeat(501)}`);
  expect(rows).toEqual([]);
  expect(problems).toEqual([
    {
      row: 1,
      column: null,
      message: `This file has 501 rows. Split it: at most ${maxRows.classes} classes are imported at once.`,
    },
  ]);
});

it('looks at each of a megabyte of commas once', () => {
  const started = performance.now();
  expect(readSheet('classes', ','.repeat(990_000))).toMatchObject({ rows: [], problems: [{ row: 1 }] });
  // Well under a second where nothing else runs; minutes if each were compared with all others.
  expect(performance.now() - started).toBeLessThan(20_000);
});

it('quotes no more of a column that has an endless name than anybody reads', () => {
  const { columnOf, ignoredColumns } = readSheet(
    'students',
    `Name${'-'.repeat(300_000)},${'x'.repeat(300_000)}\nMaya Lindqvist\n`,
  );
  expect(columnOf('fullName')).toBe(`Name${'-'.repeat(56)}…`);
  expect(ignoredColumns).toEqual([`${'x'.repeat(60)}…`]);
});
