import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { useSignedIn } from '#client/session.ts';
import { ErrorPanel } from '#ui/error-panel.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';

import type { AttendanceLog } from '../schema.ts';
import classes from './attendance.module.css';
import { changeWords } from './change-words.ts';

/** What was changed in a log, when and by whom: nothing is silently overwritten. */
export function LogHistory({ log }: { log: AttendanceLog }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section data-noprint>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((known) => !known)}
      >
        {isOpen ? 'Hide changes' : 'Show changes'}
      </Button>
      {isOpen && <Changes id={log.id} />}
    </section>
  );
}

function Changes({ id }: { id: string }) {
  const { timeZone } = useSignedIn().organization;
  const { data, isPending, isFetching, error, refetch } = useQuery(
    api.attendance.history.queryOptions({ input: { id } }),
  );
  if (error && !data) {
    return (
      <ErrorPanel message={errorMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  return (
    <LoadingRegion isLoading={isPending} label="Loading changes" skeleton={<Skeleton height={80} />}>
      <ol className={classes.changes} reversed>
        {data?.map((change) => (
          <li key={change.id}>
            {changeWords(change)}
            <span className={classes.small}>
              {`${change.by ?? 'Somebody'} · ${new Date(change.at).toLocaleString('en-US', {
                timeZone,
                dateStyle: 'medium',
                timeStyle: 'short',
              })}`}
            </span>
          </li>
        ))}
      </ol>
    </LoadingRegion>
  );
}
