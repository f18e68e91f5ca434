import { Link } from '@tanstack/react-router';

import type { LoginView } from './login-views.ts';
import classes from './view-link.module.css';

type Props = { view: LoginView; question?: string; label: string };

/** Leads to another view of the sign-in page, keeping where the visitor was going. */
export function ViewLink({ view, question, label }: Props) {
  return (
    <p className={classes.line}>
      {question && <>{question} </>}
      <Link to="/login" search={({ next }) => ({ view, next })} className={classes.link}>
        {label}
      </Link>
    </p>
  );
}
