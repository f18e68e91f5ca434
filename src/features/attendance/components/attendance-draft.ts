import type { WaitingLog } from '#client/outbox.ts';

import type { AttendanceEntry, AttendanceLog, AttendanceStatus, Sheet } from '../schema.ts';

/** What is filled in on the sheet. */
export type AttendanceDraft = {
  status: AttendanceStatus;
  instructorId: string;
  notes: string;
  absentIds: ReadonlySet<string>;
};

/** All start present (spec §4); a log that is corrected starts as it is. */
export function draftOf(sheet: Sheet, log: AttendanceLog | null): AttendanceDraft {
  const absent = log?.status === 'Completed' ? sheet.students.filter(({ isPresent }) => !isPresent) : [];
  return {
    status: log?.status ?? 'Completed',
    instructorId: (log ?? sheet.class).instructor.id,
    notes: log?.notes ?? '',
    absentIds: new Set(absent.map(({ id }) => id)),
  };
}

/** A log that waits to be sent, to be changed once more. */
export function draftOfWaiting(sheet: Sheet, { input }: WaitingLog): AttendanceDraft {
  const absent = input.entries?.filter(({ isPresent }) => !isPresent) ?? [];
  return {
    status: input.status ?? 'Completed',
    instructorId: input.instructorId ?? sheet.class.instructor.id,
    notes: input.notes ?? '',
    absentIds: new Set(absent.map(({ studentId }) => studentId)),
  };
}

/** What is filled in, as it is kept for later: a mark for everyone on the sheet, and the log's version it corrects. */
export type Marks = Omit<AttendanceDraft, 'absentIds' | 'instructorId'> & {
  /** Null for whoever holds the class when it is filled in again. */
  instructorId: string | null;
  entries: AttendanceEntry[];
  version: number | null;
};

/** A draft as it is kept for later. */
export function marksOf(sheet: Sheet, draft: AttendanceDraft, version: number | null): Marks {
  const { absentIds: _, ...rest } = draft;
  // A correction is based on what its log said.
  const instructorId = version === null ? chosenInstructor(sheet, draft) : draft.instructorId;
  return { ...rest, instructorId, entries: entriesOf(sheet, draft), version };
}

/** What was kept, for those who are on the sheet now: who joined since starts as in a blank draft. */
export function draftOfMarks(
  { students }: Sheet,
  blank: AttendanceDraft,
  { version: _, entries = [], instructorId, ...rest }: Partial<Marks>,
): AttendanceDraft {
  const marks = new Map(entries.map(({ studentId, isPresent }) => [studentId, isPresent]));
  const absent = students.filter(({ id }) => !(marks.get(id) ?? !blank.absentIds.has(id)));
  const taughtBy = instructorId ?? blank.instructorId;
  return { ...blank, ...rest, instructorId: taughtBy, absentIds: new Set(absent.map(({ id }) => id)) };
}

/** A draft by the names its parts have on the sheet, to be laid beside another. */
export function draftInWords({ status, instructorId, notes, absentIds }: AttendanceDraft) {
  return { session: status, taughtBy: instructorId, notes, absent: absentIds };
}

/** The draft such words came from. */
export function draftFromWords(words: ReturnType<typeof draftInWords>): AttendanceDraft {
  const { session: status, taughtBy: instructorId, notes, absent: absentIds } = words;
  return { status, instructorId, notes, absentIds };
}

/** An entry for everyone on the sheet. */
export function entriesOf({ students }: Sheet, { absentIds }: AttendanceDraft): AttendanceEntry[] {
  return students.map(({ id }) => ({ studentId: id, isPresent: !absentIds.has(id) }));
}

/** Who taught, as a new log says it: null for whoever holds the class, also where that changes before it is sent. */
export function chosenInstructor({ class: { instructor } }: Sheet, { instructorId }: AttendanceDraft) {
  return instructorId === instructor.id ? null : instructorId;
}

/** The names of those who are marked absent. */
export function absentNames({ students }: Sheet, entries: readonly AttendanceEntry[] = []): string[] {
  const absentIds = new Set(entries.filter(({ isPresent }) => !isPresent).map(({ studentId }) => studentId));
  return students.filter(({ id }) => absentIds.has(id)).map(({ fullName }) => fullName);
}

export function isSameDraft(a: AttendanceDraft, b: AttendanceDraft): boolean {
  return (
    a.status === b.status &&
    a.instructorId === b.instructorId &&
    a.notes === b.notes &&
    // Of a session that was cancelled nobody is marked.
    (a.status === 'Cancelled' ||
      (a.absentIds.size === b.absentIds.size && [...a.absentIds].every((id) => b.absentIds.has(id))))
  );
}
