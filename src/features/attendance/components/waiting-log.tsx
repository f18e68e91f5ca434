import { Button, Group } from '@mantine/core';
import type { Ref } from 'react';

import { failedText, takeFromOutbox, type WaitingLog } from '#client/outbox.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { Notice } from '#ui/notice.tsx';

import type { Sheet } from '../schema.ts';
import { absentNames } from './attendance-draft.ts';

type Props = {
  /** Left out where there is none (any more): the log says by itself what it is. */
  sheet?: Sheet;
  log: WaitingLog;
  /** Left out where the date has a log already, or no sheet: this one can only be given up. */
  onChange?: () => void;
  changeNode?: Ref<HTMLButtonElement>;
};

/** A log that was saved without a network: what it says, and that it is not lost (R30). */
export function WaitingLogNotice({ sheet, log, onChange, changeNode }: Props) {
  return (
    <Notice
      tone={log.refusal === null ? 'info' : 'danger'}
      role="status"
      title={
        log.refusal === null
          ? 'Saved on this device. It will be sent when you are online.'
          : 'This log was not accepted.'
      }
      action={
        <Group gap="sm">
          {onChange && (
            <Button ref={changeNode} variant="default" onClick={onChange}>
              Change it
            </Button>
          )}
          <Button variant="default" onClick={() => askToDiscard(log)}>
            Discard it
          </Button>
        </Group>
      }
    >
      {log.refusal ?? (log.hasFailed && failedText)} {summary(log, sheet)}
      {!onChange &&
        sheet?.may.correct &&
        ' Correct the log below if it should say this, then discard this one.'}
    </Notice>
  );
}

function askToDiscard(log: WaitingLog) {
  confirmDanger({
    title: 'Discard this attendance log?',
    body: `What you saved of ${log.className} exists only on this device and has not been sent.`,
    confirmLabel: 'Discard log',
    cancelLabel: 'Keep it',
    onConfirm: () => takeFromOutbox(log),
  });
}

/** Asks before a log takes the place of one that another tab has saved meanwhile. */
export function askToReplace(log: WaitingLog, onConfirm: () => Promise<void>): void {
  confirmDanger({
    title: 'Replace the log that waits?',
    body: `Another log of ${log.className} for this date was saved on this device meanwhile. ${summary(log)}`,
    confirmLabel: 'Replace that log',
    cancelLabel: 'Keep that log',
    onConfirm,
  });
}

function summary(log: WaitingLog, sheet?: Sheet): string {
  const { status, entries = [], notes } = log.input;
  const absent = log.absentNames ?? (sheet ? absentNames(sheet, entries) : []);
  const parts = [
    status === 'Cancelled'
      ? 'You saved: the session was cancelled.'
      : `You saved: ${entries.filter(({ isPresent }) => isPresent).length} of ${entries.length} present.`,
    absent.length > 0 && `Absent: ${absent.join(', ')}.`,
    notes && `Notes: ${notes}`,
  ];
  return parts.filter(Boolean).join(' ');
}
