import { csvStart, unguardedCell } from '#shared/csv.ts';

const delimiters = [',', ';', '\t'] as const;
// Programs write it for Excel, which shows the line below as the first.
const namedDelimiter = /^sep=([,;\t])(?:\r\n|\n|\r)/i;

type ParsedCsv = {
  /** Row by row as a spreadsheet numbers them, blank ones included. */
  rows: string[][];
  /** The row, counted from 1, with a quote that is never closed; null when the text is whole. */
  brokenRow: number | null;
};

/**
 * Reads CSV, separated by whichever of comma, semicolon and tab its first row uses most, or a line above it names. Line
 * ends of all kinds, a byte order mark, and quotes that are left open inside a cell (5" heels) are taken as spreadsheets
 * take them.
 */
export function parseCsv(source: string): ParsedCsv {
  const unmarked = source.startsWith(csvStart) ? source.slice(1) : source;
  const [line = '', named] = namedDelimiter.exec(unmarked) ?? [];
  const text = unmarked.slice(line.length);
  const delimiter = named ?? delimiterOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length || row.length > 0) {
    const cell = readCell(text, at, delimiter);
    if (cell.end < 0) return { rows, brokenRow: rows.length + 1 };
    row.push(unguardedCell(cell.value));
    at = cell.end;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    rows.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return { rows, brokenRow: null };
}

/** The cell that begins at `start` and where it ends: at a delimiter, a line end or the end; -1 when it never does. */
function readCell(text: string, start: number, delimiter: string): { value: string; end: number } {
  let at = start;
  let value = '';
  while (text[at] === '"' && (at === start || value !== '')) {
    const close = text.indexOf('"', at + 1);
    if (close < 0) return { value, end: -1 };
    value += text.slice(at + 1, close);
    at = close + 1;
    if (text[at] !== '"') break;
    value += '"';
  }
  const end = endOfCell(text, at, delimiter);
  return { value: value + text.slice(at, end), end };
}

function endOfCell(text: string, start: number, delimiter: string): number {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

function delimiterOf(text: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '\n' || letter === '\r')) break;
    else if (!isQuoted && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return delimiters.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? ',';
}
