import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';

import { errorMessage } from '#client/failure.ts';

import classes from './page-failed.module.css';

/** What stands in for a page that broke, could not be loaded, or whose session could not be asked for. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();

  function retry() {
    reset();
    void router.invalidate();
  }

  return (
    <div className={classes.screen}>
      <div role="alert">
        <h1 className={classes.title}>This page could not be shown</h1>
        <p>{errorMessage(error)}</p>
      </div>
      <button type="button" className={classes.retry} onClick={retry}>
        Retry
      </button>
    </div>
  );
}
