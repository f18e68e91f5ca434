import { Button, Group } from '@mantine/core';

import { takeFromOutbox, type WaitingLog } from '#client/outbox.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { Notice } from '#ui/notice.tsx';

import type { Sheet } from '../schema.ts';

type Props = {
  sheet: Sheet;
  log: WaitingLog;
  /** Left out where the date has a log already: this one can only be given up. */
  onChange?: () => void;
};

/** A log that was saved without a network: what it says, and that it is not lost (R30). */
export function WaitingLogNotice({ sheet, log, onChange }: Props) {
  return (
    <Notice
      tone={log.refusal === null ? 'info' : 'danger'}
      role="status"
      title={
        log.refusal === null
          ? 'Saved on this phone. It will be sent when you are online.'
          : 'This log was not accepted.'
      }
      action={
        <Group gap="sm">
          {onChange && (
            <Button variant="default" onClick={onChange}>
              Change it
            </Button>
          )}
          <Button variant="default" onClick={() => askToDiscard(log)}>
            Discard it
          </Button>
        </Group>
      }
    >
      {log.refusal ?? summary(sheet, log)}
    </Notice>
  );
}

function askToDiscard(log: WaitingLog) {
  confirmDanger({
    title: 'Discard this attendance log?',
    body: `What you saved of ${log.className} exists only on this phone and has not been sent.`,
    confirmLabel: 'Discard log',
    cancelLabel: 'Keep it',
    onConfirm: () => takeFromOutbox(log),
  });
}

function summary({ students }: Sheet, { input }: WaitingLog): string {
  if (input.status === 'Cancelled') return 'The session was cancelled.';
  const present = input.entries?.filter(({ isPresent }) => isPresent).length ?? 0;
  return `${present} of ${input.entries?.length ?? students.length} present.`;
}
