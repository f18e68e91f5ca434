import { toCsv, type CsvCell } from '#shared/csv.ts';

export type SavedFile = { name: string; content: Blob };

const keptMs = 60_000;

/** Hands a file to the browser, which stores it where it stores downloads. */
export function saveFile({ name, content }: SavedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads it after the press only.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}

/** The same with a table, as "Revenue by Class 2026-11-01 to 2026-11-30.csv". */
export function saveCsv(title: string, rows: readonly (readonly CsvCell[])[]): void {
  saveFile({
    name: `${title.replaceAll(/[^\p{L}\p{M}\p{N} .-]+/gu, '-')}.csv`,
    content: new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }),
  });
}
