import {
  mapHeader,
  importColumns,
  maxColumns,
  maxRows,
  type HeaderMap,
} from '#features/data/rules/columns.ts';
import type { Finding, ImportKind, LeftOut } from '#features/data/schema.ts';
import { roles as accessRoles } from '#shared/access.ts';
import { parseCsv } from '#shared/csv-reader.ts';

/** One row of a file: its number in a spreadsheet, and its cells by field, trimmed. */
export type SheetRow = { row: number; cells: ReadonlyMap<string, string> };

/** A file as far as it can be read without knowing the studio. */
export type Sheet = {
  kind: ImportKind;
  rows: SheetRow[];
  problems: Finding[];
  ignoredColumns: string[];
  leftOut: LeftOut;
  /** What the file calls a field's column. */
  columnOf: (field: string) => string;
};

/** Reads a file: its columns by the names in its first row, its rows without the blank ones. */
export function readSheet(kind: ImportKind, text: string): Sheet {
  const { rows, brokenRow } = parseCsv(text);
  const names = rows[0] ?? [];
  const header = mapHeader(
    kind,
    names.slice(0, maxColumns).map((name) => short(name.trim())),
  );
  const sheet: Sheet = {
    kind,
    rows: [],
    problems: [],
    ignoredColumns: header.ignored,
    leftOut: { deleted: 0, otherRole: 0 },
    columnOf: (field) => header.columns.get(field)?.name ?? templateName(kind, field),
  };
  if (brokenRow !== null) {
    sheet.problems.push(about(brokenRow, 'A quote (") opens in this row and is never closed.'));
    return sheet;
  }
  const filled = [...rows.entries()].slice(1).filter(([, cells]) => cells.some((cell) => cell.trim() !== ''));
  sheet.ignoredColumns.push(...unnamedColumns(header, filled));
  sheet.problems.push(...sizeProblems(kind, names.length, filled.length));
  if (sheet.problems.length === 0) sheet.problems.push(...headerProblems(header));
  if (sheet.problems.length > 0) return sheet;
  for (const [index, cells] of filled) {
    const reason = reasonToLeaveOut(kind, header, cells);
    if (reason) {
      sheet.leftOut[reason]++;
      continue;
    }
    if (cells.slice(names.length).some((cell) => cell.trim() !== ''))
      sheet.problems.push(
        about(
          index + 1,
          'This row has more cells than the header. A comma inside a text needs quotes around the text.',
        ),
      );
    sheet.rows.push({ row: index + 1, cells: cellsByField(header, cells) });
  }
  if (filled.length === 0) sheet.problems.push(about(1, 'There are no rows under the header.'));
  else if (sheet.rows.length === 0)
    sheet.problems.push(about(1, 'Nothing is left to import: every row is left out.'));
  return sheet;
}

/** A text of the file as reports quote it: one cell may hold a megabyte, and be told of in every row. */
export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A finding about a whole row. */
export function about(row: number, message: string): Finding {
  return { row, column: null, message };
}

/** Columns without a name in which something stands: spreadsheets write many in which nothing does. */
function unnamedColumns({ unnamed }: HeaderMap, rows: readonly (readonly [number, string[]])[]): string[] {
  return unnamed
    .filter((index) => rows.some(([, cells]) => (cells[index] ?? '').trim() !== ''))
    .map((index) => `column ${letterOf(index)} (no name)`);
}

/** What spreadsheets call a column: A to Z, AA, AB. */
function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

function sizeProblems(kind: ImportKind, columns: number, rows: number): Finding[] {
  if (columns > maxColumns) {
    const message = `The first row has ${columns} cells, and a file may have at most ${maxColumns} columns. Delete those that are not imported.`;
    return [about(1, message)];
  }
  if (rows <= maxRows[kind]) return [];
  return [
    about(1, `This file has ${rows} rows. Split it: at most ${maxRows[kind]} ${kind} are imported at once.`),
  ];
}

function headerProblems({ missing, repeated }: HeaderMap): Finding[] {
  return [
    ...missing.map((name) => ({
      row: 1,
      column: name,
      message: `There is no column ${name}. The first row must hold the names of the columns.`,
    })),
    ...repeated.map(({ name, first, header }) => ({
      row: 1,
      column: name,
      message:
        name === first
          ? 'This column is there twice. Remove one of them.'
          : `“${first}” and “${name}” are both read as ${header}. Remove one of them.`,
    })),
  ];
}

// The studio's own export holds everybody in one file, and what was deleted: nothing of it may come back as new.
function reasonToLeaveOut(
  kind: ImportKind,
  { roles, deletions }: HeaderMap,
  cells: readonly string[],
): keyof LeftOut | null {
  // Other programs have words of their own for who somebody is.
  const others = accessRoles.filter((role) => `${role}s` !== kind);
  if (filled(cells, roles).some((role) => others.some((other) => other === role.toLowerCase())))
    return 'otherRole';
  return filled(cells, deletions).length > 0 ? 'deleted' : null;
}

function cellsByField({ columns }: HeaderMap, cells: readonly string[]): Map<string, string> {
  return new Map([...columns].map(([field, { indexes }]) => [field, filled(cells, indexes).join(' ')]));
}

function filled(cells: readonly string[], indexes: number[]): string[] {
  return indexes.map((index) => (cells[index] ?? '').trim()).filter(Boolean);
}

function templateName(kind: ImportKind, field: string): string {
  return importColumns[kind].find((column) => column.field === field)?.header ?? field;
}
