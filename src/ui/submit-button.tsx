import { Button, Loader, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

import { isSecondClick } from './second-click.ts';
import { takeMovedPress } from './moved-press.ts';
import classes from './submit-button.module.css';

type Props = ButtonProps & {
  isBusy: boolean;
  /** The label while the form is on its way: "Saving...". */
  busyLabel: string;
  /** The id of its form, for a button that stands outside of it. */
  form?: string;
  children: ReactNode;
};

/** Submits its form; keeps its width and its focus while busy (R25). */
export function SubmitButton({ isBusy, busyLabel, children, ...button }: Props) {
  return (
    <Button
      type="submit"
      aria-disabled={isBusy}
      data-busy={isBusy || undefined}
      onPointerDown={takeMovedPress}
      onClick={(event) => {
        // The form may have been saved and be empty for the next one.
        if (isSecondClick(event)) event.preventDefault();
      }}
      {...button}
    >
      <span className={classes.labels}>
        <span className={classes.label} data-hidden={isBusy || undefined}>
          {children}
        </span>
        <span className={classes.label} data-hidden={!isBusy || undefined}>
          {isBusy && <Loader size={14} color="currentColor" />}
          {busyLabel}
        </span>
      </span>
    </Button>
  );
}
