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

it('reads a file without any mark that is no UTF-8 as old spreadsheets wrote it, and tells what to look at', async () => {
  const names = ['Maya L\xf6nn', '\xa3ukasz Nowak', 'Jos\xe9 "Pepe" L\xf6nn', 'Zo\xeb'];
  expect(await readChosenFile(fileOf(Buffer.from(`Name\n${names.join('\n')}\n`, 'latin1')))).toEqual({
    name: 'students.txt',
    text: 'Name\nMaya Lönn\n£ukasz Nowak\nJosé "Pepe" Lönn\nZoë\n',
    doubtful: ['Lönn', '£ukasz', 'José'],
  });
});

it.each([
  ['letters in quotes of old spreadsheets', '\xabCAF\xc9\xbb, ANDR\xc9\x92S'],
  ['capitals of Polish ones', 'R\xd3\xafA\xd1SKA'],
])('takes for no UTF-8 what looks like a letter of it by chance: %s', async (_, written) => {
  expect(await readChosenFile(fileOf(Buffer.from(written, 'latin1')))).not.toHaveProperty('problem');
});

it.each([Buffer.from(text), littleEndian])(
  'doubts nothing of a file that says how it is written',
  async (bytes) => {
    expect(await readChosenFile(fileOf(bytes))).toMatchObject({ doubtful: [] });
  },
);

it.each([
  ['letters', 'Müller Zoë'],
  ['a letter of further away', 'Łukasz'],
  ['a quotation mark', 'Tim’s'],
  ['a mark that it is UTF-8', '\ufeffName'],
])('refuses a file with %s in UTF-8 and one in another encoding', async (_, written) => {
  expect(await textOf(Buffer.concat([Buffer.from(`${written}\nJos`), Buffer.from([0xe9, 0x0a])]))).toBe(
    'Some letters of this file are UTF-8 and some are not, so names with accents would be read wrong. Open it in your spreadsheet program, correct those names and save it as “CSV UTF-8”.',
  );
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
  const chosen = await readChosenFile(fileOf(bytes));
  return 'text' in chosen ? chosen.text : chosen.problem;
}

function fileOf(bytes: Buffer): File {
  return new File([new Uint8Array(bytes)], 'students.txt');
}
