import type { WaitingLog } from '#client/outbox.ts';

import {
  sessionNotes,
  type AttendanceEntry,
  type AttendanceLog,
  type AttendanceStatus,
  type Sheet,
} from '../schema.ts';

/** What is filled in on the sheet. */
export type AttendanceDraft = {
  status: AttendanceStatus;
  instructorId: string;
  notes: string;
  absentIds: ReadonlySet<string>;
  /** Of whom the log that is corrected says nothing, as long as nobody has marked them. */
  unmarkedIds: ReadonlySet<string>;
};

/**
 * All start present (spec §4); a log that is corrected starts as it is, and one of a session that was held after all as it
 * was before that was called off.
 */
export function draftOf(sheet: Sheet, log: AttendanceLog | null): AttendanceDraft {
  const marks = sheet.students.map(({ id, isPresent, wasPresent = null }) => ({
    id,
    mark: log?.status === 'Cancelled' ? wasPresent : isPresent,
  }));
  const isMarked = log?.status === 'Completed' || (log !== null && marks.some(({ mark }) => mark !== null));
  const idsOf = (wanted: boolean | null) =>
    isMarked ? marks.filter(({ mark }) => mark === wanted).map(({ id }) => id) : [];
  return {
    status: log?.status ?? 'Completed',
    instructorId: (log ?? sheet.class).instructor.id,
    notes: log?.notes ?? '',
    absentIds: new Set(idsOf(false)),
    unmarkedIds: new Set(idsOf(null)),
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
    unmarkedIds: new Set(),
  };
}

/**
 * A draft on the sheet as it is by now. Who was not chosen to have taught is whoever holds the class by then; who joined
 * since is marked in a log that is corrected as somebody else has marked them, if anybody has.
 */
export function followSheet(
  draft: AttendanceDraft,
  { before, now, correcting }: { before: Sheet; now: Sheet; correcting: AttendanceLog | null },
): AttendanceDraft {
  if (!correcting) {
    const isHolder = draft.instructorId === before.class.instructor.id;
    return isHolder ? { ...draft, instructorId: now.class.instructor.id } : draft;
  }
  const known = new Set(before.students.map(({ id }) => id));
  const { absentIds, unmarkedIds } = draftOf(now, correcting);
  const withJoined = (ids: ReadonlySet<string>, marked: ReadonlySet<string>) =>
    new Set([...ids, ...[...marked].filter((id) => !known.has(id))]);
  return {
    ...draft,
    absentIds: withJoined(draft.absentIds, absentIds),
    unmarkedIds: withJoined(draft.unmarkedIds, unmarkedIds),
  };
}

/** What is filled in, as it is kept for later: a mark for everyone who has one, and the log's version it corrects. */
export type Marks = Omit<AttendanceDraft, 'absentIds' | 'unmarkedIds' | 'instructorId'> & {
  /** Null for whoever holds the class when it is filled in again. */
  instructorId: string | null;
  entries: AttendanceEntry[];
  version: number | null;
};

/** A draft as it is kept for later. */
export function marksOf(sheet: Sheet, draft: AttendanceDraft, version: number | null): Marks {
  const { absentIds: _, unmarkedIds: __, ...rest } = draft;
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
  const idsOf = (mark: boolean | null) =>
    students.map(({ id }) => id).filter((id) => (marks.get(id) ?? markOf(blank, id)) === mark);
  return {
    ...blank,
    ...rest,
    instructorId: instructorId ?? blank.instructorId,
    absentIds: new Set(idsOf(false)),
    unmarkedIds: new Set(idsOf(null)),
  };
}

/** A draft by the names its parts have on the sheet, to be laid beside another. */
export function draftInWords({ status, instructorId, notes, absentIds, unmarkedIds }: AttendanceDraft) {
  return { session: status, taughtBy: instructorId, notes, absent: absentIds, notRecorded: unmarkedIds };
}

/** The draft such words came from. */
export function draftFromWords(words: ReturnType<typeof draftInWords>): AttendanceDraft {
  const { session, taughtBy, notes, absent, notRecorded } = words;
  return { status: session, instructorId: taughtBy, notes, absentIds: absent, unmarkedIds: notRecorded };
}

/** Whether a student is marked present; null where they are not marked at all. */
export function markOf(
  { absentIds, unmarkedIds }: Pick<AttendanceDraft, 'absentIds' | 'unmarkedIds'>,
  id: string,
) {
  return unmarkedIds.has(id) ? null : !absentIds.has(id);
}

/** An entry for everyone on the sheet who is marked. */
export function entriesOf({ students }: Sheet, draft: AttendanceDraft): AttendanceEntry[] {
  return students.flatMap(({ id }) => {
    const isPresent = markOf(draft, id);
    return isPresent === null ? [] : [{ studentId: id, isPresent }];
  });
}

/** Why the notes can not be saved as they are, or null. */
export function notesProblem({ notes }: AttendanceDraft): string | null {
  return sessionNotes.safeParse(notes).error?.issues[0]?.message ?? null;
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
    (a.status === 'Cancelled' || (areSame(a.absentIds, b.absentIds) && areSame(a.unmarkedIds, b.unmarkedIds)))
  );
}

function areSame(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && [...some].every((id) => others.has(id));
}
