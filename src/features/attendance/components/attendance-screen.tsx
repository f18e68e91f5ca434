import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { isRefusedAs } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { isOf, useWaitingLogs } from '#client/outbox.ts';
import { useSignedIn } from '#client/session.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { apart } from '#ui/apart.ts';
import { DanceTypeTag } from '#ui/dance-type.tsx';
import { DashboardLink } from '#ui/dashboard-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PrintButton } from '#ui/print-button.tsx';

import type { Sheet } from '../schema.ts';
import { SheetBody } from './sheet-body.tsx';
import { WaitingLogNotice } from './waiting-log.tsx';

type Props = { classId: string; date: LocalDate };

/** Attendance of one class on one date (spec §2). */
export function AttendanceScreen({ classId, date }: Props) {
  const asked = useQuery(api.attendance.sheet.queryOptions({ input: { classId, date } }));
  const { data, isPending, error } = asked;
  const { profileId } = useSignedIn();
  const waiting = useWaitingLogs(profileId).find((log) => isOf({ classId, date }, log));
  if (error && !data) {
    const isMissing = isRefusedAs(error, 'NOT_FOUND') || isRefusedAs(error, 'BAD_REQUEST');
    return (
      <>
        <PageHeader
          title={waiting ? `Attendance: ${waiting.className}` : 'Attendance'}
          subtitle={waiting && formatDate(date, true)}
          back={<BackLink />}
        />
        <Stack gap="md">
          {waiting && <WaitingLogNotice log={waiting} />}
          {isMissing ? (
            <EmptyState
              title="Class not found."
              body="It may have been deleted, or the address is not complete."
              action={<BackButton />}
            />
          ) : isRefusedAs(error, 'FORBIDDEN') ? (
            <EmptyState
              title="Only the owner, admins, staff and who teaches this class take its attendance."
              body="The classes you teach are in your schedule."
              action={<BackButton />}
            />
          ) : (
            <LoadFailed title="Failed to load attendance data" asked={asked} />
          )}
        </Stack>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={data ? `Attendance: ${data.class.name}` : 'Attendance'}
        subtitle={data ? <When sheet={data} /> : undefined}
        back={<BackLink />}
        aside={data && <DanceTypeTag name={data.class.danceTypeName} />}
        actions={data && <PrintButton />}
      />
      <LoadingRegion
        isLoading={isPending}
        label="Loading attendance"
        skeleton={<Skeleton height={480} radius="lg" maw={720} />}
      >
        {data && <SheetBody sheet={data} />}
      </LoadingRegion>
    </>
  );
}

function When({ sheet: { date, class: session, log } }: { sheet: Sheet }) {
  const { instructor } = log ?? session;
  const words = [formatDate(date, true), formatTimeRange(session), session.room.name, instructor.fullName];
  return words.map(apart).join(' · ');
}

function BackLink() {
  return (
    <Anchor data-noprint renderRoot={(props) => <DashboardLink {...props} />}>
      ← Back to Schedule
    </Anchor>
  );
}

function BackButton() {
  return <Button renderRoot={(props) => <DashboardLink {...props} />}>Back to Schedule</Button>;
}
