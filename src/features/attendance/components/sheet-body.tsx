import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { isOf, useWaitingLogs } from '#client/outbox.ts';
import { useCan, useSignedIn } from '#client/session.ts';
import { formatDate, formatDateOn } from '#shared/local-date.ts';
import { Notice } from '#ui/notice.tsx';
import { useOnceDrawn } from '#ui/once-drawn.ts';
import { StatusBadge } from '#ui/status-badge.tsx';

import type { AttendanceLog, Sheet } from '../schema.ts';
import classes from './attendance.module.css';
import { AttendanceForm } from './attendance-form.tsx';
import { keptMarks } from './kept-marks.ts';
import { LogHistory } from './log-history.tsx';
import { loggedWords } from './logged-words.ts';
import { MarkedStudents } from './marked-students.tsx';
import { SomebodyMissing } from './somebody-missing.tsx';
import { focusFirstStudent } from './student-rows.tsx';
import { WaitingLogNotice } from './waiting-log.tsx';

/** The sheet as far as its date allows: a form to fill in, a log to read or correct, or why there is neither. */
export function SheetBody({ sheet }: { sheet: Sheet }) {
  const { state, log } = sheet;
  const { profileId } = useSignedIn();
  // What somebody else logs meanwhile must not wipe out what is being filled in.
  const [isDrafting, setIsDrafting] = useState(() => keptMarks(profileId, sheet, null) !== null);
  const [isChanging, setIsChanging] = useState(false);
  const changeNode = useRef<HTMLButtonElement>(null);
  const onceDrawn = useOnceDrawn();
  const session = { classId: sheet.class.id, date: sheet.date };
  const waiting = useWaitingLogs(profileId).find((each) => isOf(session, each));
  if (log && !isDrafting)
    return (
      <Stack gap="md">
        {waiting?.refusal && <WaitingLogNotice sheet={sheet} log={waiting} />}
        <Logged sheet={sheet} log={log} />
      </Stack>
    );
  if (waiting && !isChanging && !isDrafting)
    return (
      <WaitingLogNotice
        sheet={sheet}
        log={waiting}
        changeNode={changeNode}
        onChange={() => {
          setIsChanging(true);
          onceDrawn(focusFirstStudent);
        }}
      />
    );
  if (state !== 'open' && !isDrafting) return <Closed sheet={sheet} />;
  return (
    <AttendanceForm
      sheet={sheet}
      waiting={waiting}
      onDraft={setIsDrafting}
      onDone={() => {
        setIsDrafting(false);
        setIsChanging(false);
        if (isChanging) onceDrawn(() => changeNode.current?.focus({ preventScroll: true }));
      }}
      key={sheet.date}
    />
  );
}

function Closed({ sheet: { state, date, class: session } }: { sheet: Sheet }) {
  const { today } = useSignedIn();
  if (state === 'cancelled') return <CancelledDate />;
  return (
    <Notice
      tone="info"
      title={state === 'future' ? 'This session has not taken place yet' : 'No session on this date'}
    >
      {state === 'future'
        ? `Attendance can be logged on ${formatDateOn(date, today)}, not before.`
        : `${session.name} does not take place on ${formatDate(date, true)}.`}
    </Notice>
  );
}

function CancelledDate() {
  const mayRestore = useCan('manageSchedule');
  return (
    <Notice
      tone="danger"
      title="CANCELLED FOR THIS DATE"
      action={
        mayRestore && (
          <Button variant="default" renderRoot={(props) => <Link to="/dashboard/cancellations" {...props} />}>
            Cancellations
          </Button>
        )
      }
    >
      A cancelled date takes no attendance.
    </Notice>
  );
}

function Logged({ sheet, log }: { sheet: Sheet; log: AttendanceLog }) {
  const { organization, profileId, today } = useSignedIn();
  const [isCorrecting, setIsCorrecting] = useState(() => keptMarks(profileId, sheet, log) !== null);
  const correctNode = useRef<HTMLButtonElement>(null);
  const onceDrawn = useOnceDrawn();
  const show = (isForm: boolean) => {
    setIsCorrecting(isForm);
    onceDrawn(() => (isForm ? focusFirstStudent() : correctNode.current?.focus({ preventScroll: true })));
  };
  if (isCorrecting) {
    return <AttendanceForm sheet={sheet} correcting={log} onDone={() => show(false)} />;
  }
  return (
    <div className={classes.sheet}>
      <Notice
        tone="info"
        title="An attendance log for this class on this date has already been submitted."
        action={
          sheet.may.correct && (
            <Button ref={correctNode} variant="default" data-noprint onClick={() => show(true)}>
              Correct this log
            </Button>
          )
        }
      >
        {loggedWords(log, { timeZone: organization.timeZone, today })}
      </Notice>
      <p className={classes.facts}>
        <StatusBadge kind="attendance" status={log.status} />
        {log.notes && <span>{log.notes}</span>}
      </p>
      {log.status === 'Completed' && (
        <>
          <MarkedStudents students={sheet.students} />
          <SomebodyMissing sheet={sheet} />
        </>
      )}
      {log.version > 1 && <LogHistory log={log} />}
      <Button disabled data-noprint className={classes.disabledSave}>
        Save attendance
      </Button>
    </div>
  );
}
