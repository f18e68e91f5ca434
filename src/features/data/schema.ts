import * as z from 'zod/mini';
import { atLeast, atMost, requestKey } from '#shared/fields.ts';

export const importKinds = ['students', 'instructors', 'classes'] as const;
export type ImportKind = (typeof importKinds)[number];

/** The longest file taken at once, in characters: what a request may carry. */
export const maxImportLength = 1_000_000;
export const emptyFile = 'This file is empty.';
export const tooLargeFile = 'This file is larger than 1 MB. Split it and import the parts one by one.';

const file = {
  kind: z.enum(importKinds, 'Choose students, instructors or classes.'),
  /** The CSV file itself. */
  text: z
    .string({ error: 'Choose a CSV file.' })
    .check(atLeast(1, emptyFile), atMost(maxImportLength, tooLargeFile)),
};

export const checkImportInput = z.strictObject(file);
export const importInput = z.strictObject({
  ...file,
  /**
   * Imports although there are warnings, of busy rooms and people who seem to be here already: the fingerprint of those
   * that were looked at. Any others are asked about.
   */
  acceptedWarnings: z._default(z.nullable(z.string('Check the file and look at its warnings.')), null),
  idempotencyKey: requestKey(),
});

const finding = z.object({
  /** As a spreadsheet numbers them: the header is row 1. */
  row: z.number(),
  /** The column's name in the file; null when it is about the whole row. */
  column: z.nullable(z.string()),
  message: z.string(),
});

/** Rows that are not imported, counted: of what was deleted, and of people of another role. */
const leftOut = z.object({ deleted: z.number(), otherRole: z.number() });

const importReport = z.object({
  kind: z.enum(importKinds),
  /** How many would be created. */
  creates: z.number(),
  /** What keeps the file from being imported; the first of them, and how many there are. */
  problems: z.array(finding),
  problemCount: z.number(),
  warnings: z.array(finding),
  warningCount: z.number(),
  /** What tells these warnings from any others, also those beyond the first; null when there are none. */
  warningsFingerprint: z.nullable(z.string()),
  /** Columns of the file that no import knows. */
  ignoredColumns: z.array(z.string()),
  leftOut,
  /** The first rows as they were understood, by column. */
  preview: z.array(z.array(z.object({ column: z.string(), value: z.string() }))),
});

/** One thing about one row of a file. */
export type Finding = z.infer<typeof finding>;
export type LeftOut = z.infer<typeof leftOut>;
/** What importing a file would do. */
export type ImportReport = z.infer<typeof importReport>;

export const importErrors = {
  IMPORT_REFUSED: { status: 409, message: 'Nothing was imported.', data: importReport },
} as const;
