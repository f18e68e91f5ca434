import type { MouseEvent } from 'react';

import classes from './form-summary.module.css';
import { Notice } from './notice.tsx';

type Problem = { field: string | null; message: string };

/**
 * What is wrong with a form, at its top: for a refusal by the server, for anything no field can show, and
 * for three or more errors (R12). Each error leads to its field.
 */
export function FormSummary({ problems }: { problems: readonly Problem[] }) {
  const isNeeded = problems.length >= 3 || problems.some(({ field }) => field === null);
  if (!isNeeded) return null;
  return (
    <div data-form-summary tabIndex={-1} className={classes.summary}>
      <Notice tone="danger" role="alert">
        {problems.length === 1 ? (
          problems[0]?.message
        ) : (
          <ul className={classes.list}>
            {problems.map(({ field, message }) => (
              <li key={`${field}${message}`}>
                {field === null ? message : <ProblemLink field={field} message={message} />}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}

function ProblemLink({ field, message }: { field: string; message: string }) {
  function goToField(event: MouseEvent<HTMLButtonElement>) {
    const form = event.currentTarget.closest('form');
    const node = form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`);
    const target = node?.matches('input, select, textarea, button')
      ? node
      : node?.querySelector<HTMLElement>('input, select, textarea, button');
    target?.focus();
  }
  return (
    <button type="button" className={classes.link} onClick={goToField}>
      {message}
    </button>
  );
}
