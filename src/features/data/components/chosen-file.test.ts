import { expect, it } from 'vitest';

import { parseCsv } from '#shared/csv-reader.ts';

import { readChosenFile } from './chosen-file.ts';

const rows = [
  ['Name', 'Phone'],
  ['Łucja "Lu" Öz', '555 0100'],
];
const text = 'Name\tPhone\r\n"Łucja ""Lu"" Öz"\t555 0100\r\n';
const littleEndian = Buffer.from(`\ufeff${text}`, 'utf16le');

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, as spreadsheets write “Unicode Text”', littleEndian],
  ['UTF-16 the other way round', Buffer.from(littleEndian).swap16()],
])('reads a file in %s', async (_, bytes) => {
  expect(parseCsv(await textOf(bytes))).toEqual({ rows, brokenRow: null });
});

it('reads a file without any mark that is no UTF-8 as old spreadsheets wrote it', async () => {
  expect(await textOf(Buffer.from('Name\nMaya L\xf6nn\n', 'latin1'))).toBe('Name\nMaya Lönn\n');
});

it('finds nothing in a file that holds a mark alone', async () => {
  const file = new File([new Uint8Array([0xff, 0xfe])], 'empty.txt');
  expect(await readChosenFile(file)).toEqual({ name: 'empty.txt', problem: 'This file is empty.' });
});

it('says so when the browser may not read a file', async () => {
  const file = new File(['Name'], 'students.csv');
  file.arrayBuffer = () => Promise.reject(new DOMException('Gone.', 'NotReadableError'));
  expect(await readChosenFile(file)).toMatchObject({
    problem: 'This file could not be read. Close it in other programs, or copy it, and choose it again.',
  });
});

async function textOf(bytes: Buffer): Promise<string> {
  const chosen = await readChosenFile(new File([new Uint8Array(bytes)], 'students.txt'));
  return 'text' in chosen ? chosen.text : chosen.problem;
}
