import { toCsv, type CsvCell } from '#shared/csv.ts';

type CsvTable = { name: string; rows: readonly (readonly CsvCell[])[] };

/** Hands a table to the browser as a file: "Revenue by Class 2026-11-01 to 2026-11-30.csv". */
export function downloadCsv({ name, rows }: CsvTable): void {
  const url = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replaceAll(/[^\p{L}\p{M}\p{N} .-]+/gu, '-')}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
