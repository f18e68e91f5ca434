export type CsvCell = string | number | null;

// A spreadsheet would run these as a formula; also after blanks, and in their full-width forms. Where lists are separated
// by semicolons, it begins a cell after each. Apostrophes before them count too, so that the one put in front can be told
// from those that were there.
const formulaStart = /(^|;)(?='*(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]))/g;
const guardedFormulaStart = /(^|;)'(?='*(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]))/g;

/**
 * Rows as CSV (RFC 4180) that spreadsheets open safely: text that would be run as a formula gets an apostrophe in
 * front. Starts with a byte order mark, without which Excel reads accents wrongly.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `${csvStart}${rows.map(csvRow).join('')}`;
}

/** The byte order mark a file begins with. */
export const csvStart = '\ufeff';

/** One row with its line end. */
export function csvRow(row: readonly CsvCell[]): string {
  return `${row.map(csvCell).join(',')}\r\n`;
}

/** One cell, quoted where it must be; numbers stay numbers. */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(formulaStart, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell's text without the apostrophes that keep it from being run as a formula. */
export function unguardedCell(text: string): string {
  return text.replaceAll(guardedFormulaStart, '$1');
}
