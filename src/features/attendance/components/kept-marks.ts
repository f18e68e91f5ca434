import { forgetDraft, readDraft } from '#client/kept-draft.ts';

import type { AttendanceLog, Sheet } from '../schema.ts';
import { draftOf, draftOfMarks, isSameDraft, type AttendanceDraft, type Marks } from './attendance-draft.ts';

/** Under which name what is filled in on a sheet is kept: a new log of its class and date, or a correction. */
export function marksName({ class: { id }, date }: Sheet, correcting: AttendanceLog | null): string {
  return correcting ? `correction.${correcting.id}` : `attendance.${id}.${date}`;
}

/** What its owner filled in and did not save, on the sheet as it is now; null where its log says the same. */
export function keptMarks(
  owner: string,
  sheet: Sheet,
  correcting: AttendanceLog | null,
): { draft: AttendanceDraft; version: number | null } | null {
  const blank = draftOf(sheet, correcting);
  const name = marksName(sheet, correcting);
  const kept: Partial<Marks> = readDraft(owner, name, { ...blank, entries: [], version: null });
  if (!kept.entries) return null;
  const draft = draftOfMarks(sheet, blank, kept);
  if (sheet.log && isSameDraft(draft, draftOf(sheet, sheet.log))) {
    // Saved, but the page ended before it heard of it. The log may say something else later.
    forgetDraft(owner, name);
    return null;
  }
  return { draft, version: kept.version ?? null };
}
