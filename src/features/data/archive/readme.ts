import { archivedTables, tableNames } from '#features/data/archive/tables.ts';
import { counted } from '#shared/counted.ts';
import { localDateAt, localTimeAt } from '#shared/local-date.ts';

/** Whose archive it is, and of when. */
export type ArchiveSubject = { studio: string; timeZone: string; currency: string; madeBy: string; at: Date };

/** The README.txt of an archive: what is in it and how to read it. */
export function readmeOf(subject: ArchiveSubject, counts: readonly number[]): string {
  const { studio, timeZone, currency, madeBy, at } = subject;
  const tables = tableNames.map(
    (name, index) => `${name} (${counted(counts[index] ?? 0, 'row')})\n  ${archivedTables[name]}`,
  );
  return `${studio}: everything stored in Barre
Made ${localDateAt(at, timeZone)} at ${localTimeAt(at, timeZone)} (${timeZone}) by ${madeBy}.

This archive holds personal data of your students and staff. Keep it as safe as your studio's books.

Every table is here twice, with the same rows: csv/ opens in a spreadsheet, json/ is for programs.

${tables.join('\n')}

How to read it
- Rows refer to each other by id: a subscription's student_id is the id of a row of profiles. The name beside an id is
  there to be read.
- Days are YYYY-MM-DD and times HH:MM, both on the studio's clock (${timeZone}). Moments (created_at, changed_at and
  others ending in _at) are in UTC.
- Money is there twice: *_cents in whole cents, and as a decimal number, in ${currency}.
- A cell that a spreadsheet could take for a formula has an apostrophe (') before it in csv/, and none in json/. So has
  what follows a semicolon in a cell, where it could be taken for one.
- CSV files are UTF-8, separated by commas. Empty cells are values nobody gave.
- Passwords and sign-in sessions are not part of it. Of people who were deleted, names and contacts are gone for good.
`;
}
