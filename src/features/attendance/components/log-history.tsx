import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn } from '#client/session.ts';
import { formatInstant } from '#shared/local-date.ts';
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
  const asked = useQuery(api.attendance.history.queryOptions({ input: { id } }));
  const { data, isPending, error } = asked;
  if (error && !data) {
    return <LoadFailed asked={asked} />;
  }
  return (
    <LoadingRegion isLoading={isPending} label="Loading changes" skeleton={<Skeleton height={80} />}>
      <ol className={classes.changes} reversed>
        {data?.map((change) => (
          <li key={change.id}>
            {changeWords(change)}
            <span className={classes.small}>
              {`${change.by ?? 'Somebody'} · ${formatInstant(new Date(change.at), timeZone)}`}
            </span>
          </li>
        ))}
      </ol>
    </LoadingRegion>
  );
}
