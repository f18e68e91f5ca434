import { Button, Input, SegmentedControl, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';

import { forgetDraft, useDraftKeeping } from '#client/kept-draft.ts';
import type { WaitingLog } from '#client/outbox.ts';
import { useSignedIn } from '#client/session.ts';
import { InstructorConflict } from '#features/scheduling/components/instructor-conflict.tsx';
import { mayDiscard } from '#ui/confirm.ts';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { useLeaveGuard } from '#ui/leave-guard.ts';
import { Notice } from '#ui/notice.tsx';
import { StaleNotice } from '#ui/stale-notice.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

import { attendanceStatuses, type AttendanceLog, type Sheet } from '../schema.ts';
import classes from './attendance.module.css';
import {
  draftOf,
  draftOfWaiting,
  followSheet,
  isSameDraft,
  markOf,
  marksOf,
  notesProblem,
  type AttendanceDraft,
} from './attendance-draft.ts';
import { InstructorChoice } from './instructor-choice.tsx';
import { keptMarks, marksName } from './kept-marks.ts';
import { loggedWords } from './logged-words.ts';
import { SomebodyMissing } from './somebody-missing.tsx';
import { StudentRows } from './student-rows.tsx';
import { useAttendanceSave } from './use-attendance-save.ts';
import { askToReplace } from './waiting-log.tsx';

type Props = {
  sheet: Sheet;
  /** The log that is being corrected; a new one is taken when left out. */
  correcting?: AttendanceLog | null;
  /** The log of this sheet that waits in the outbox, to be changed before it is sent. */
  waiting?: WaitingLog | undefined;
  /** Told whether there is a draft that must not be replaced by what arrives. */
  onDraft?: (isDrafting: boolean) => void;
  onDone: () => void;
};

/** Takes attendance: everyone starts present, so only who is missing is touched (spec §4). */
export function AttendanceForm({ sheet, correcting = null, waiting, onDraft, onDone }: Props) {
  const { organization, profileId, today } = useSignedIn();
  const formNode = useRef<HTMLFormElement>(null);
  const notesNode = useRef<HTMLTextAreaElement>(null);
  const [initial, setInitial] = useState(() =>
    waiting ? draftOfWaiting(sheet, waiting) : draftOf(sheet, correcting),
  );
  const [kept, setKept] = useState(() => keptMarks(profileId, sheet, correcting));
  const [draft, setDraft] = useState(kept?.draft ?? initial);
  const [knownSheet, setKnownSheet] = useState(sheet);
  if (sheet !== knownSheet) {
    setKnownSheet(sheet);
    const follow = (known: AttendanceDraft) =>
      followSheet(known, { before: knownSheet, now: sheet, correcting });
    setInitial(follow);
    setDraft(follow);
  }
  const isKept = useRef(false);
  // Who enrolls somebody who is missing comes back to what they marked.
  const isEnrolling = useRef(false);
  const [own] = useState(waiting);
  const name = marksName(sheet, correcting);
  const saving = useAttendanceSave({
    sheet,
    correcting,
    draft,
    version: kept?.version ?? null,
    waiting,
    formNode,
    onDraft: (theirs) => {
      setKept(null);
      setDraft(theirs);
    },
    onKept: () => {
      isKept.current = true;
      forgetDraft(profileId, name);
    },
    onDone,
  });
  const { isSaving, failure, conflict, stale } = saving;
  const isTaken = !correcting && sheet.log !== null && !saving.isSaved();
  // Another tab has saved one since this form was opened.
  const isReplacing = waiting && waiting.input.idempotencyKey !== own?.input.idempotencyKey;
  const change = (part: Partial<AttendanceDraft>) => {
    if (isSaving()) return;
    const changed = { ...draft, ...part };
    setDraft(changed);
    if (part.instructorId ?? part.status) saving.forgetConflict();
    onDraft?.(!isSameDraft(changed, initial));
  };
  const save = async (filledIn: AttendanceDraft) => {
    if (isTaken || isSaving()) return;
    if (notesProblem(filledIn)) return notesNode.current?.focus();
    onDraft?.(true);
    if (isReplacing) askToReplace(waiting, () => saving.save(filledIn));
    else await saving.save(filledIn);
  };
  const discard = () => {
    setKept(null);
    setDraft(initial);
    onDone();
  };
  const cancel = async () => {
    if (isSameDraft(draft, initial)) onDone();
    else if (await mayDiscard()) discard();
  };
  const isHeld = draft.status === 'Completed';
  useHotkeys([['mod+Enter', () => void save(draft)]], []);
  // Also while it is being saved: that may be refused.
  useLeaveGuard(() => !isKept.current && !isEnrolling.current && !isSameDraft(draft, initial), {
    isKept: true,
  });
  useDraftKeeping(
    name,
    () => (isKept.current || isSameDraft(draft, initial) ? null : marksOf(sheet, draft, saving.version())),
    () => isEnrolling.current,
  );

  return (
    <form
      ref={formNode}
      className={classes.sheet}
      aria-label={correcting ? 'Correct attendance' : 'Take attendance'}
      onSubmit={(event) => {
        event.preventDefault();
        void save(draft);
      }}
    >
      {kept && !isTaken && <DraftNotice onDiscard={discard} />}
      {isTaken && (
        <Notice
          tone="info"
          role="status"
          title="An attendance log for this class on this date has already been submitted."
          action={
            <Button variant="default" onClick={onDone}>
              Show that log
            </Button>
          }
        >
          {sheet.log && loggedWords(sheet.log, { timeZone: organization.timeZone, today })} What you filled in
          has not been saved.
        </Notice>
      )}
      <StaleNotice stale={stale} isBusy={isSaving()} />
      <InstructorConflict refusal={conflict} />
      <div className={classes.options} data-noprint>
        <Input.Wrapper label="Session" labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label="Session"
            data={[...attendanceStatuses]}
            value={draft.status}
            onChange={(value) => change({ status: value === 'Cancelled' ? 'Cancelled' : 'Completed' })}
          />
        </Input.Wrapper>
        {sheet.may.chooseInstructor && (
          <InstructorChoice
            sheet={sheet}
            value={draft.instructorId}
            onChange={(instructorId) => change({ instructorId })}
          />
        )}
      </div>
      {isHeld ? (
        <>
          <StudentRows students={sheet.students} marks={draft} onChange={change} />
          <SomebodyMissing
            sheet={sheet}
            onLeave={() => {
              isEnrolling.current = true;
            }}
          />
        </>
      ) : (
        <Notice tone="neutral">No attendance is kept of a cancelled session.</Notice>
      )}
      <Textarea
        ref={notesNode}
        label="Notes (optional)"
        rows={2}
        autosize={false}
        wrapperProps={{ 'data-noprint': true }}
        value={draft.notes}
        error={notesProblem(draft)}
        onChange={({ currentTarget }) => change({ notes: currentTarget.value })}
      />
      <div className={classes.bar} data-bottom-bar data-noprint>
        {failure && (
          <div className={classes.failure}>
            <Notice tone="danger" role="alert">
              {failure}
            </Notice>
          </div>
        )}
        <p className={classes.count} role="status">
          {isHeld ? countWords(sheet, draft) : 'Session cancelled'}
        </p>
        <div className={classes.actions}>
          {(correcting ?? waiting) && (
            <Button variant="default" onClick={() => void cancel()}>
              Cancel
            </Button>
          )}
          <SubmitButton
            isBusy={isSaving()}
            busyLabel="Saving..."
            disabled={isTaken}
            aria-keyshortcuts="Control+Enter"
          >
            {correcting ? 'Save correction' : 'Save attendance'}
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}

function countWords(sheet: Sheet, draft: AttendanceDraft): string {
  const marks = sheet.students.map(({ id }) => markOf(draft, id));
  const unmarked = marks.filter((mark) => mark === null).length;
  const present = `${marks.filter(Boolean).length} of ${marks.length} present`;
  return unmarked > 0 ? `${present}, ${unmarked} not recorded` : present;
}
