import type { ReactNode } from 'react';

import classes from './unbroken.module.css';

/** Words that read wrong where a line ends within them: a date, a time. */
export function Unbroken({ children }: { children: ReactNode }) {
  return <span className={classes.unbroken}>{children}</span>;
}
