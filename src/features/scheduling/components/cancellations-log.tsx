import { Anchor, Skeleton } from '@mantine/core';
import IconCalendarOff from '@tabler/icons-react/dist/esm/icons/IconCalendarOff.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useCan, useSignedIn } from '#client/session.ts';
import { formatDate, formatDateOn } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { BusyButton } from '#ui/busy-button.tsx';
import { DataTable, unsortable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { EmptyPage, Pager } from '#ui/pager.tsx';

import { cancellationsPerPage, type Cancellation } from '../schema.ts';
import { useRestoreDate } from './cancel-date.ts';
import classes from './cancellations-log.module.css';

type Props = { page: number; onPage: (page: number) => void };

/** Every cancelled date, newest first (spec §2), page by page; each can be restored while its class is there. */
export function CancellationsLog({ page, onPage }: Props) {
  const log = useQuery(
    api.scheduling.cancellations.list.queryOptions({ input: { page }, placeholderData: keepPreviousData }),
  );
  const mayManage = useCan('manageSchedule');
  const allColumns = mayManage ? [...columns, restoreColumn] : columns;
  const pages = { pageCount: Math.ceil((log.data?.total ?? 0) / cancellationsPerPage), onPage };
  if (log.error && !log.data) {
    return <LoadFailed asked={log} />;
  }
  return (
    <LoadingRegion
      isLoading={log.isPending}
      isRefetching={log.isRefetching}
      label="Loading cancellations"
      skeleton={<Skeleton height={280} radius="lg" />}
    >
      {log.data && log.data.items.length > 0 ? (
        <DataTable
          caption="Cancelled dates, newest first"
          columns={pages.pageCount > 1 ? allColumns.map(unsortable) : allColumns}
          rows={log.data.items}
          rowKey={({ id }) => id}
          initialSort={{ key: 'date', direction: 'descending' }}
        />
      ) : pages.pageCount > 0 ? (
        <EmptyPage {...pages} />
      ) : (
        <EmptyState
          icon={<IconCalendarOff size={22} />}
          title="No cancellations recorded"
          body={mayManage && 'A date cancelled in the menu of a class appears here, and can be restored.'}
        />
      )}
      <Pager page={page} label="Pages of cancellations" {...pages} />
    </LoadingRegion>
  );
}

const columns: Column<Cancellation>[] = [
  {
    key: 'class',
    header: 'Class Name',
    isName: true,
    cell: (cancellation) => <ClassName cancellation={cancellation} />,
    sortBy: ({ className }) => className,
  },
  {
    key: 'date',
    header: 'Cancelled Date',
    cell: (cancellation) => (
      <span className={classes.date}>
        <span className={classes.day}>{formatDate(cancellation.cancelledDate, true)}</span>
        {/* Not in what is kept in one piece: no line ends at its space, but in Chromium. */}{' '}
        {cancellation.takesPlace ? (
          <span className={classes.time}>{formatTimeRange(cancellation)}</span>
        ) : (
          <span className={classes.gone}>The class no longer takes place on this date.</span>
        )}
      </span>
    ),
    sortBy: ({ cancelledDate, startTime }) => cancelledDate + startTime,
  },
  {
    key: 'instructor',
    header: 'Instructor',
    cell: ({ instructorName }) => instructorName,
    sortBy: ({ instructorName }) => instructorName,
  },
];

const restoreColumn: Column<Cancellation> = {
  key: 'actions',
  header: 'Actions',
  isActions: true,
  cell: (cancellation) =>
    cancellation.isArchived ? (
      <span className={classes.gone}>Class deleted</span>
    ) : (
      <RestoreButton cancellation={cancellation} />
    ),
};

/** Leads to who has to be told. Nobody is on the roster of a deleted class, and students see none. */
function ClassName({ cancellation: { classId, className, isArchived } }: { cancellation: Cancellation }) {
  const seesRoster = useCan('takeAttendance');
  if (isArchived || !seesRoster) return className;
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link to="/dashboard/class-roster/$classId" params={{ classId }} {...props} />}
    >
      {className}
    </Anchor>
  );
}

function RestoreButton({ cancellation: { id, className, cancelledDate } }: { cancellation: Cancellation }) {
  const { restoreDate, isRestoring } = useRestoreDate();
  const { today } = useSignedIn();
  return (
    <BusyButton
      variant="default"
      size="compact-sm"
      isBusy={isRestoring}
      aria-label={`Restore ${className} on ${formatDateOn(cancelledDate, today)}`}
      onClick={() => restoreDate({ id, className, date: cancelledDate })}
    >
      Restore
    </BusyButton>
  );
}
