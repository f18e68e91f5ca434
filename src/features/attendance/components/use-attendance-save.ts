import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type RefObject } from 'react';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import {
  errorMessage,
  isForLater,
  isOutOfReach,
  isRefusal,
  isShutOut,
  isSignedOut,
} from '#client/failure.ts';
import { keepUnsent, putInOutbox, takeFromOutbox, type WaitingLog } from '#client/outbox.ts';
import { useSignedIn } from '#client/session.ts';
import { useStaleEdit } from '#client/stale-edit.ts';
import { bookingRefusal, type BookingRefusal } from '#features/scheduling/components/booking-refusal.ts';
import { warnRoomBusy } from '#features/scheduling/components/room-conflict-modal.tsx';
import { formatDate } from '#shared/local-date.ts';
import { clearSuccesses, toastError, toastSuccess } from '#ui/toast.ts';

import type { AttendanceLog, Sheet } from '../schema.ts';
import {
  absentNames,
  chosenInstructor,
  draftFromWords,
  draftInWords,
  draftOf,
  entriesOf,
  type AttendanceDraft,
} from './attendance-draft.ts';

// In a room with a bad network nobody waits longer for a save than this.
const answerWithinMs = 10_000;

type Options = {
  sheet: Sheet;
  correcting: AttendanceLog | null;
  /** What is filled in now. */
  draft: AttendanceDraft;
  /** The version of it that the draft was begun on. */
  version: number | null;
  /** The log in the outbox that is being changed. */
  waiting: WaitingLog | undefined;
  formNode: RefObject<HTMLFormElement | null>;
  /** What to draw when the draft is replaced by what somebody else saved. */
  onDraft: (draft: AttendanceDraft) => void;
  /** What was filled in is stored, or waits in the outbox. */
  onKept: () => void;
  /** The form has nothing more to do: it was corrected, or waits in the outbox. */
  onDone: () => void;
};

/**
 * Saves a new log, or a correction of one, and says in the specification's words what came of it (spec §8). A new
 * log that does not get through waits in the outbox of this browser (R30), as does one whose session has ended.
 */
export function useAttendanceSave(options: Options) {
  const { sheet, correcting, waiting, formNode, onDraft, onKept, onDone } = options;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { profileId } = useSignedIn();
  const isOnItsWay = useRef(false);
  const isSaved = useRef(false);
  const latest = useRef(options.draft);
  useEffect(() => {
    latest.current = options.draft;
  });
  const [conflict, setConflict] = useState<BookingRefusal | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: (input: NewLog) =>
      api.attendance.save.call(input, { signal: AbortSignal.timeout(answerWithinMs) }),
  });
  const correct = useMutation(
    api.attendance.correct.mutationOptions({ meta: { invalidates: [api.attendance.key()] } }),
  );
  const { base, stale, meet } = useStaleEdit({
    edited: correcting ? { version: options.version ?? correcting.version, newest } : undefined,
    formNode,
    keepMine: () => save(latest.current),
    useTheirs: (words) => onDraft(draftFromWords(words)),
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: api.attendance.key() });

  /** What was marked stays beside whatever is there by now; only what waits in the outbox is shown as that. */
  function showNewest(words: string) {
    toastError(words);
    window.scrollTo({ top: 0 });
    refresh();
    if (waiting) onDone();
  }

  async function newest() {
    const asked = api.attendance.sheet.queryOptions({ input: { classId: sheet.class.id, date: sheet.date } });
    const stored = await queries.fetchQuery({ ...asked, staleTime: 0 });
    const people = [
      ...stored.students,
      stored.class.instructor,
      ...(stored.log ? [stored.log.instructor] : []),
    ];
    return {
      version: stored.log?.version ?? 0,
      values: draftInWords(draftOf(stored, stored.log)),
      names: Object.fromEntries(people.map(({ id, fullName }) => [id, fullName])),
    };
  }

  async function send(draft: AttendanceDraft, ignoreRoomConflict: boolean) {
    const { status, instructorId, notes } = draft;
    const log = {
      status,
      instructorId,
      notes,
      entries: status === 'Completed' ? entriesOf(sheet, draft) : [],
    };
    if (correcting)
      return await correct.mutateAsync({
        ...log,
        ignoreRoomConflict,
        id: correcting.id,
        version: base.current ?? correcting.version,
      });
    const taughtBy = { instructorId: chosenInstructor(sheet, draft) };
    const asked = { ...log, ...taughtBy, classId: sheet.class.id, date: sheet.date };
    return await askOnce('attendance.save', asked, (keyed) => saveOrKeep(keyed));
  }

  async function saveOrKeep(input: NewLog) {
    try {
      const saved = await create.mutateAsync(input);
      if (waiting) await takeFromOutbox(waiting).catch(() => {});
      return saved;
    } catch (error) {
      const log = {
        owner: profileId,
        className: sheet.class.name,
        absentNames: absentNames(sheet, input.entries),
        input,
      };
      // What waited is changed, whatever comes of it: it takes the place of this form, or somebody's log does.
      if (waiting && isRefusal(error) && !isShutOut(error) && !bookingRefusal(error))
        await putInOutbox({ ...log, refusal: isForLater(error) ? null : errorMessage(error) }).catch(
          () => {},
        );
      // The same key, for it may have arrived: then sending it again changes nothing.
      await keepUnsent({ ...log, refusal: null }, error);
      onKept();
      if (isShutOut(error)) throw error;
      return 'waits';
    }
  }

  async function save(draft: AttendanceDraft, ignoreRoomConflict = false) {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    setConflict(null);
    setFailure(null);
    try {
      if ((await send(draft, ignoreRoomConflict)) === 'waits') return onDone();
      isSaved.current = true;
      onKept();
      toastSuccess(correcting ? 'Attendance log corrected.' : 'Attendance log successfully saved!');
      if (correcting) return onDone();
      // Who has left the sheet meanwhile is elsewhere by now.
      if (formNode.current) await navigate({ to: '/dashboard' });
      // Only now: the sheet that is left must not turn into a logged one before the eyes.
      refresh();
    } catch (error) {
      if (!formNode.current) return toastError(`${titleOf(sheet)}: ${failureWords(error)}`);
      const met = await meet(error, draftInWords(draft));
      if (met === 'other') return;
      if (met === 'same') {
        isOnItsWay.current = false;
        return await save(draft, ignoreRoomConflict);
      }
      clearSuccesses();
      const busy = bookingRefusal(error);
      if (busy?.resource === 'room') warnRoomBusy(busy, () => save(draft, true));
      else if (busy) setConflict(busy);
      else setFailure(failureWords(error));
      if (!busy && isRefusal(error)) showNewest(failureWords(error));
    } finally {
      isOnItsWay.current = false;
    }
  }

  return {
    save,
    /** The version of the corrected log that the draft is based on. */
    version: () => base.current ?? null,
    /** Whether the log on the server is the one that was saved here. */
    isSaved: () => isSaved.current || isOnItsWay.current,
    stale,
    isSaving: () => isOnItsWay.current || create.isPending || correct.isPending,
    failure,
    conflict,
    /** Another instructor was chosen: the old answer says nothing any more. */
    forgetConflict: () => setConflict(null),
  };
}

type NewLog = Parameters<typeof api.attendance.save.call>[0];

function titleOf({ class: { name }, date }: Sheet): string {
  return `${name}, ${formatDate(date)}`;
}

function failureWords(error: unknown): string {
  if (isSignedOut(error)) return 'You must be logged in to log attendance.';
  if (isRefusal(error)) return errorMessage(error);
  const sentence = 'Failed to save attendance log. Please try again.'; // spec §8
  return isOutOfReach(error) ? `${sentence} ${errorMessage(error)}` : sentence;
}
