import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, toCsv, unguardedCell } from '#shared/csv.ts';

test('rows become lines with a byte order mark in front', () => {
  expect(
    toCsv([
      ['Name', 'Revenue'],
      ['Ballet, level "1"', 120.5],
      [null, -3],
    ]),
  ).toBe('\ufeffName,Revenue\r\n"Ballet, level ""1""",120.5\r\n,-3\r\n');
});

test.each([
  ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
  ['+1 555 0100', "'+1 555 0100"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1+1', "'  =1+1"],
  ['\t=1+1', "'\t=1+1"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['\r=1', `"'\r=1"`],
  // Where lists are separated by semicolons, a spreadsheet begins a cell after each.
  ["Maya;=cmd|' /C calc'!A0;x", "Maya;'=cmd|' /C calc'!A0;x"],
  ['=1; @SUM(A1)', "'=1;' @SUM(A1)"],
  ["5; '=1", "5; '=1"],
  ['a=b', 'a=b'],
  ['Mon; Wed', 'Mon; Wed'],
  ['', ''],
])('%j is written as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('what is put in front of a formula is told from what was there', () => {
  const text = fc.string({ unit: fc.constantFrom(';', "'", '=', '-', ' ', '\t', '\n', 'a'), maxLength: 12 });
  fc.assert(
    fc.property(text, (cell) => {
      expect(unguardedCell(csvCell(cell).replace(/^"([^]*)"$/, '$1'))).toBe(cell);
    }),
  );
});
