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
  const { problems } = readSheet('students', 'First Name,Last Name,Instructor\nMaya,Lindqvist,Ines Okafor\n');
  expect(problems).toMatchObject([{ column: 'full_name' }]);
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

it('is soon done with a megabyte of commas', () => {
  const started = performance.now();
  expect(readSheet('classes', ','.repeat(990_000))).toMatchObject({ rows: [], problems: [{ row: 1 }] });
  expect(performance.now() - started).toBeLessThan(2000);
});
