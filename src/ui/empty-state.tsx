import type { ReactNode } from 'react';

import classes from './empty-state.module.css';

type Props = {
  /** What is missing: "No students yet". */
  title: string;
  /** What it is good for, in a sentence. */
  body?: ReactNode;
  /** The one thing to do about it. */
  action?: ReactNode;
  icon?: ReactNode;
};

/** An empty list says what is missing and offers one way out (R1, R2). */
export function EmptyState({ title, body, action, icon }: Props) {
  return (
    <div className={classes.empty}>
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {body && <p className={classes.body}>{body}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
