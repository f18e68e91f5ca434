import { Button, Loader, type ButtonProps } from '@mantine/core';
import { useRef, type ReactNode } from 'react';

import { useFocusHandOn } from './focus-return.ts';
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

/** Submits its form; keeps its width and its focus while busy (R25), and hands that on when it goes after that (R9). */
export function SubmitButton({ isBusy, busyLabel, children, ...button }: Props) {
  const ref = useRef<HTMLButtonElement>(null);
  useFocusHandOn(ref);
  return (
    <Button
      ref={ref}
      type="submit"
      aria-disabled={isBusy}
      data-busy={isBusy || undefined}
      onPointerDown={takeMovedPress}
      // What is wrong has the focus by then.
      onMouseDown={(event) => {
        if (isSecondClick(event)) event.preventDefault();
      }}
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
