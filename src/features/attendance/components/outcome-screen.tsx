import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { api } from '#client/api.ts';
import { isRefusedAs } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import type { LocalDate } from '#shared/local-date.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { goBack } from '#ui/go-back.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';

import type { SessionToLog } from '../schema.ts';
import { OutcomeForm } from './outcome-form.tsx';
import { SessionFacts } from './session-facts.tsx';
import classes from './outcome.module.css';

/** Log Tryout Outcome (spec §2); private lessons and catch-ups are logged here, too. */
export function OutcomeScreen({ sessionId }: { sessionId: string }) {
  const asked = useQuery(
    // Always the newest: an outcome names the version it was logged on.
    { ...api.attendance.outcome.get.queryOptions({ input: { id: sessionId } }), gcTime: 0 },
  );
  const { data, isPending, error } = asked;
  // A private lesson is no tryout.
  const title = (data?.sessionType ?? 'Tryout') === 'Tryout' ? 'Log Tryout Outcome' : 'Log Outcome';
  return (
    <>
      <PageHeader title={title} back={<BackLink date={data?.sessionDate} />} />
      {error && !data ? (
        <Failed asked={asked} />
      ) : (
        <LoadingRegion
          isLoading={isPending}
          label="Loading the session"
          skeleton={<Skeleton height={420} radius="lg" maw={560} />}
        >
          {data && <Session session={data} />}
        </LoadingRegion>
      )}
    </>
  );
}

function Session({ session }: { session: SessionToLog }) {
  return (
    <div className={classes.panel}>
      <SessionFacts session={session} />
      <OutcomeForm session={session} key={session.id} />
    </div>
  );
}

function Failed({ asked }: { asked: UseQueryResult }) {
  if (!isRefusedAs(asked.error, 'NOT_FOUND') && !isRefusedAs(asked.error, 'BAD_REQUEST'))
    return <LoadFailed title="Session details not loaded" asked={asked} />;
  return (
    <EmptyState
      title="Session Not Found"
      body="It may have been deleted, or it belongs to another instructor."
      action={
        <Button renderRoot={(props) => <Link to="/dashboard/daily-log" {...props} />}>
          Back to Daily Log
        </Button>
      }
    />
  );
}

function BackLink({ date }: { date: LocalDate | undefined }) {
  return (
    <Anchor
      renderRoot={(props) => <Link to="/dashboard/daily-log" search={{ date }} onClick={goBack} {...props} />}
    >
      ← Back to Daily Log
    </Anchor>
  );
}
