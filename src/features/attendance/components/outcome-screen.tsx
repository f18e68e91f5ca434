import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { api } from '#client/api.ts';
import { errorMessage, isRefusedAs } from '#client/failure.ts';
import type { OneOffSession } from '#features/scheduling/one-offs/schema.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorPanel } from '#ui/error-panel.tsx';
import { goBack } from '#ui/go-back.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';

import { OutcomeForm } from './outcome-form.tsx';
import { SessionFacts } from './session-facts.tsx';
import classes from './outcome.module.css';

/** Log Tryout Outcome (spec §2); private lessons and catch-ups are logged here, too. */
export function OutcomeScreen({ sessionId }: { sessionId: string }) {
  const { data, isPending, isFetching, error, refetch } = useQuery(
    // Always the newest: an outcome names the version it was logged on.
    { ...api.attendance.outcome.get.queryOptions({ input: { id: sessionId } }), gcTime: 0 },
  );
  return (
    <>
      <PageHeader title="Log Tryout Outcome" back={<BackLink date={data?.sessionDate} />} />
      {error && !data ? (
        <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
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

function Session({ session }: { session: OneOffSession }) {
  return (
    <div className={classes.panel}>
      <SessionFacts session={session} />
      <OutcomeForm session={session} key={session.id} />
    </div>
  );
}

type FailedProps = { error: unknown; isRetrying: boolean; onRetry: () => void };

function Failed({ error, isRetrying, onRetry }: FailedProps) {
  if (!isRefusedAs(error, 'NOT_FOUND') && !isRefusedAs(error, 'BAD_REQUEST')) {
    return (
      <ErrorPanel
        title="Session details not loaded"
        message={errorMessage(error)}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    );
  }
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
