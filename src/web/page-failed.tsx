import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';

import { errorMessage } from '#client/failure.ts';
import { fetchStyles } from '#ui/fetch-code.ts';

import classes from './page-failed.module.css';

/** What stands in for a page that broke, could not be loaded, or whose session could not be asked for. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();

  async function retry() {
    await fetchStyles();
    reset();
    void router.invalidate();
  }

  return (
    <div className={classes.screen}>
      <div role="alert">
        <h1 className={classes.title}>This page could not be shown</h1>
        <p>{errorMessage(error)}</p>
      </div>
      <button type="button" className={classes.retry} onClick={() => void retry().catch(() => {})}>
        Retry
      </button>
    </div>
  );
}
