import classes from './starting-up.module.css';

/** Spec §2: what the page shows while the sign-in state loads. */
export function StartingUp() {
  return (
    <div className={classes.screen}>
      <p className={classes.words} role="status">
        Loading Application...
      </p>
    </div>
  );
}
