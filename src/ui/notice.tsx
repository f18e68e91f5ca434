import type { ReactNode } from 'react';

import classes from './notice.module.css';
import type { Tone } from './status-badge.tsx';

type Props = {
  tone: Tone;
  title?: string;
  children: ReactNode;
  /** 'alert' interrupts a screen reader, 'status' waits; leave out for a notice that was there from the start. */
  role?: 'alert' | 'status';
  action?: ReactNode;
};

/** A banner within a page: a conflict, a warning, where pre-filled data came from. */
export function Notice({ tone, title, children, role, action }: Props) {
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      <div className={classes.words}>
        {title && <p className={classes.title}>{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  );
}
