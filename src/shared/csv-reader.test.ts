import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '#shared/csv.ts';
import { parseCsv } from '#shared/csv-reader.ts';

const piece = fc.constantFrom(
  '"',
  "'",
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '=',
  '+',
  '-',
  '@',
  ' ',
  '\uFEFF',
  '\u0000',
  'é',
  'x',
);
const cell = fc.oneof(fc.string(), fc.string({ unit: piece, maxLength: 6 }), fc.string({ unit: 'binary' }));
const header = fc.array(fc.stringMatching(/^[a-z_]{1,12}$/), { minLength: 1, maxLength: 5 });
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 });

describe('a CSV file that is read', () => {
  it('reads as it was written, whatever its cells hold', () => {
    fc.assert(
      fc.property(header, rows, (names, body) => {
        const table = [names, ...body];
        expect(parseCsv(toCsv(table))).toEqual({ rows: table, brokenRow: null });
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    [
      'CRLF, LF and CR',
      'a,b\r\nc,d\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['a byte order mark', '\uFEFFa,b', [['a', 'b']]],
    [
      'semicolons',
      'a;b\n"1;2";3,5',
      [
        ['a', 'b'],
        ['1;2', '3,5'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1,5\t2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a line that names the separator, which it does not show',
      '\uFEFFsep=;\r\na;b,c,d\r\n1;2',
      [
        ['a', 'b,c,d'],
        ['1', '2'],
      ],
    ],
    ['quotes and line ends inside quotes', '"say ""hi""","two\r\nlines"', [['say "hi"', 'two\r\nlines']]],
    ['a quote inside a cell', '5" heels,x', [['5" heels', 'x']]],
    ['text after a closing quote', '"a"b,c', [['ab', 'c']]],
    ['blank rows', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['an empty last cell', 'a,', [['a', '']]],
    ['nothing', '', []],
  ])('takes %s as a spreadsheet does', (_, text, expected) => {
    expect(parseCsv(text)).toEqual({ rows: expected, brokenRow: null });
  });

  it('says where a quote is never closed', () => {
    expect(parseCsv('a,b\n1,"2\n3')).toEqual({ rows: [['a', 'b']], brokenRow: 2 });
  });

  it('reads a megabyte of anything in time', () => {
    const texts = [
      '"'.repeat(1_000_000),
      ','.repeat(1_000_000),
      '\n'.repeat(1_000_000),
      'a"'.repeat(500_000),
    ];
    expect(texts.map((text) => parseCsv(text).rows.length)).toEqual([1, 1, 1_000_000, 1]);
  });
});
