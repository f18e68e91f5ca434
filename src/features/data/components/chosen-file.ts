import { emptyFile, maxImportLength, tooLargeFile } from '#features/data/schema.ts';

/** A file the user picked, as text, or why it can not be read as such. */
export type ChosenFile = { name: string } & (Read | { problem: string });

/** `doubtful` are some words of a file that does not say how its letters are written; none where it does. */
type Read = { text: string; doubtful: string[] };

const isWorkbook =
  'This is a workbook, not a CSV file. Open it in your spreadsheet program and save it as “CSV UTF-8”.';

const isMixed =
  'Some letters of this file are UTF-8 and some are not, so names with accents would be read wrong. Open it in your spreadsheet program, correct those names and save it as “CSV UTF-8”.';

const unreadable =
  'This file could not be read. Close it in other programs, or copy it, and choose it again.';

/** Reads a picked file, in the character set it seems to be in. */
export async function readChosenFile(file: File): Promise<ChosenFile> {
  const { name } = file;
  if (file.size > maxImportLength) return { name, problem: tooLargeFile };
  const bytes = await bytesOf(file);
  if (!bytes) return { name, problem: unreadable };
  // Workbooks are ZIP files, older ones begin with D0 CF.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    return { name, problem: isWorkbook };
  const read = decoded(bytes);
  if (!read) return { name, problem: isMixed };
  const { text } = read;
  if (text.trim() === '') return { name, problem: emptyFile };
  // On its way a text grows by what has to be escaped in it.
  const isSendable = new Blob([JSON.stringify(text)]).size < maxImportLength - 1000;
  return isSendable ? { name, ...read } : { name, problem: tooLargeFile };
}

/** Null when the browser may not read it: it was moved meanwhile, say, or another program holds it. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/** Null when the file is UTF-8 only in part. */
function decoded(bytes: Uint8Array): Read | null {
  const marked = utf16Of(bytes);
  if (marked) return { text: new TextDecoder(marked).decode(bytes), doubtful: [] };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, doubtful: [] };
  } catch {
    if (onlyInUtf8.test(text)) return null;
    // What spreadsheets on Windows write when not asked for UTF-8, though not in every country.
    const guessed = new TextDecoder('windows-1252').decode(bytes);
    const words = guessed.match(/[^\t\r\n ,;"]{1,40}/g)?.filter((word) => /\P{ASCII}/u.test(word));
    return { text: guessed, doubtful: [...new Set(words)].slice(0, 3) };
  }
}

// Latin letters with accents, and signs of three bytes. What is between comes about by chance: É and » make a letter.
const onlyInUtf8 = /[\u00a0-\u017f\u0800-\ufffc]/;

// "Unicode Text" of spreadsheets, told by its byte order mark.
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
