import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { Notice } from '#ui/notice.tsx';
import { toastError, toastSuccess } from '#ui/toast.ts';

import classes from './two-step-section.module.css';

/** Recovery codes that were just made; 'lost' where the answer that brings them did not come. */
export type MadeCodes = string[] | 'lost';

/** Codes that nobody can read again. */
export function RecoveryCodes({ codes, onNoted }: { codes: string[]; onNoted: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  // Not the button: one more Enter would take the codes away unread.
  useEffect(() => list.current?.focus(), [codes]);
  const copy = async () => {
    try {
      // Over plain http there is no clipboard at all.
      await navigator.clipboard.writeText(codes.join('\n'));
      toastSuccess('Recovery codes copied.');
    } catch {
      toastError('This browser does not let us copy. Select the codes and copy them.');
    }
  };
  return (
    <Notice tone="warning" title="Keep these recovery codes">
      Each signs you in once without the app. Nobody can show them to you again.
      <ul ref={list} tabIndex={-1} aria-label="Recovery codes" className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <Button variant="default" onClick={() => void copy()}>
          Copy codes
        </Button>
        <Button variant="default" onClick={onNoted}>
          I have noted them
        </Button>
      </Group>
    </Notice>
  );
}
