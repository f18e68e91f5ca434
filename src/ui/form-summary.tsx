import { focusField } from './form-focus.ts';
import classes from './form-summary.module.css';
import { Notice } from './notice.tsx';

export type FormProblem = { field: string | null; message: string };

/**
 * What is wrong with a form, at its top: for a refusal by the server, for anything no field can show, and
 * for three or more errors (R12). Each error leads to its field.
 */
export function FormSummary({ problems }: { problems: readonly FormProblem[] }) {
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
  return (
    <button
      type="button"
      className={classes.link}
      onClick={({ currentTarget }) => focusField(currentTarget.closest('form'), field)}
    >
      {message}
    </button>
  );
}
