import type { ArchiveColumn, ArchiveTable } from '#features/data/archive/tables.ts';
import { openEntry, type ZipPart } from '#features/data/archive/zip.ts';
import { csvRow, csvStart } from '#shared/csv.ts';
import { weekdayOfNumber } from '#shared/weekday.ts';

type Cell = { name: string; value: unknown };

/** Writes one table's rows to its CSV and its JSON file side by side. */
export async function tableWriter(
  { name, columns }: ArchiveTable,
  { csv, json }: { csv: ZipPart; json: ZipPart },
  at: Date,
) {
  const sheet = await openEntry(csv, `csv/${name}.csv`, at);
  const list = await openEntry(json, `json/${name}.json`, at);
  await sheet.write(csvStart + csvRow(columns.flatMap(namesOf)));
  let before = '[\n';
  return {
    /** Rows as JSON arrays of their cells. */
    async write(rows: readonly string[]) {
      let lines = '';
      let objects = '';
      for (const row of rows) {
        const cells = cellsOf(columns, row);
        lines += csvRow(cells.map(({ value }) => csvText(value)));
        objects += `${before}${JSON.stringify(Object.fromEntries(cells.map((cell) => [cell.name, cell.value])))}`;
        before = ',\n';
      }
      await sheet.write(lines);
      await list.write(objects);
    },
    async close() {
      await sheet.close();
      await list.write(before === ',\n' ? '\n]\n' : '[]\n');
      await list.close();
    },
  };
}

function namesOf({ name, kind }: ArchiveColumn): string[] {
  return kind === 'cents' ? [name, decimalName(name)] : [name];
}

function cellsOf(columns: readonly ArchiveColumn[], row: string): Cell[] {
  const values: unknown = JSON.parse(row);
  if (!Array.isArray(values)) throw new Error('a row of an archive is an array');
  return columns.flatMap(({ name, kind }, index): Cell[] => {
    const value: unknown = values[index];
    if (kind === 'cents')
      return [
        { name, value },
        { name: decimalName(name), value: decimalOf(value) },
      ];
    if (kind === 'weekdays' && Array.isArray(value))
      return [{ name, value: value.map((day) => weekdayOfNumber(Number(day))) }];
    return [{ name, value }];
  });
}

function decimalName(name: string): string {
  return name.replace(/_cents$/, '');
}

/** Cents as the decimal number bookkeeping software takes: 12550 -> "125.50". */
function decimalOf(cents: unknown): string | null {
  return typeof cents === 'number' ? (cents / 100).toFixed(2) : null;
}

function csvText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
