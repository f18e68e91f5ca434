import { useId, useState, type ComponentProps } from 'react';

import classes from './auth-fields.module.css';

type FieldProps = ComponentProps<'input'> & { label: string; hint?: string };

/** A plain labelled field: the sign-in page loads no component library. */
export function AuthField({ label, hint, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      <input
        id={id}
        required
        className={classes.input}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        {...input}
      />
    </div>
  );
}

/** A password that can be looked at before it is sent. */
export function AuthPassword(props: FieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={classes.password}>
      <AuthField {...props} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        className={classes.show}
        aria-pressed={isShown}
        aria-label="Show password"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}

/** Sends the form; keeps its width while it says that it is busy. */
export function AuthSubmit({
  isBusy,
  busyLabel,
  label,
}: {
  isBusy: boolean;
  busyLabel: string;
  label: string;
}) {
  return (
    <button type="submit" className={classes.submit} aria-disabled={isBusy}>
      {isBusy && <span className={classes.spinner} aria-hidden="true" />}
      {isBusy ? busyLabel : label}
    </button>
  );
}
