import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn } from '#client/session.ts';
import { addDays, formatDate, type LocalDate } from '#shared/local-date.ts';
import { formatMoney } from '#shared/money.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { DanceTypeTag } from '#ui/dance-type.tsx';
import { DataTable, unsortable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { EmptyPage, Pager } from '#ui/pager.tsx';
import { Badge } from '#ui/status-badge.tsx';

import type { CalendarSession } from '../schema.ts';
import { oneOffsPerPage, type OneOffSession } from '../one-offs/schema.ts';
import { menuColumn, placeColumn } from './booking-columns.tsx';
import classes from './booking-list.module.css';
import type { OneOffSearch, OnSearch } from './manage-classes-search.ts';
import { useScheduleActions, type OpenMenu } from './schedule-actions.tsx';

type Props = { search: OneOffSearch; onSearch: OnSearch<OneOffSearch> };

/** The one-time sessions to come, soonest first, or the past ones, newest first; page by page. */
export function OneOffList({ search, onSearch }: Props) {
  const when = search.when ?? 'upcoming';
  return (
    <Stack gap="md" align="stretch">
      <SegmentedControl
        aria-label="Which sessions"
        w="fit-content"
        data={[
          { value: 'upcoming', label: 'Upcoming' },
          { value: 'past', label: 'Past' },
        ]}
        value={when}
        onChange={(chosen) => onSearch({ when: chosen === 'past' ? chosen : undefined, page: undefined })}
      />
      <OneOffPages key={when} search={search} onSearch={onSearch} />
    </Stack>
  );
}

function OneOffPages({ search, onSearch }: Props) {
  const { today, organization } = useSignedIn();
  const asked = useQuery(
    api.scheduling.oneOffs.list.queryOptions({
      input: inputOfSearch(search, today),
      placeholderData: keepPreviousData,
    }),
  );
  const { data, error, isPending, isFetching } = asked;
  const { openMenu, actions } = useScheduleActions();
  const columns = useMemo(
    () => [...facts, priceColumn(organization.currency), actionsColumn(openMenu)],
    [openMenu, organization.currency],
  );
  const pages = {
    pageCount: Math.ceil((data?.total ?? 0) / oneOffsPerPage),
    onPage: (page: number) => onSearch({ page: page === 1 ? undefined : page }),
  };
  if (error && !data) {
    return <LoadFailed asked={asked} />;
  }
  return (
    <LoadingRegion
      isLoading={isPending}
      isRefetching={isFetching}
      label="Loading one-time sessions"
      skeleton={<Skeleton height={280} radius="lg" />}
    >
      {data && data.items.length > 0 ? (
        <DataTable
          caption="One-time sessions"
          columns={pages.pageCount > 1 ? columns.map(unsortable) : columns}
          rows={data.items}
          rowKey={({ id }) => id}
          initialSort={{ key: 'when', direction: search.when === 'past' ? 'descending' : 'ascending' }}
        />
      ) : pages.pageCount > 0 ? (
        <EmptyPage {...pages} />
      ) : (
        <NoSessions when={search.when} />
      )}
      <Pager page={search.page ?? 1} label="Pages of one-time sessions" {...pages} />
      {actions}
    </LoadingRegion>
  );
}

function inputOfSearch({ when, page = 1 }: OneOffSearch, today: LocalDate) {
  return when === 'past'
    ? { end: addDays(today, -1), order: 'descending' as const, page }
    : { start: today, page };
}

function NoSessions({ when }: Pick<OneOffSearch, 'when'>) {
  return when === 'past' ? (
    <EmptyState icon={<IconCalendarEvent size={22} />} title="No past one-time sessions" />
  ) : (
    <EmptyState
      icon={<IconCalendarEvent size={22} />}
      title="No one-time sessions planned"
      body={
        <>
          Private lessons, <span className={classes.unbroken}>catch-ups</span> and tryouts appear here.
        </>
      }
    />
  );
}

const facts: Column<OneOffSession>[] = [
  {
    key: 'who',
    header: 'Session',
    isName: true,
    sortBy: ({ title }) => title,
    cell: (session) => (
      <span className={classes.named}>
        <span className={classes.lines}>
          <span className={`${classes.title} ${session.isCancelled ? classes.ended : ''}`}>
            {session.title}
          </span>
          {personOf(session) && <span className={classes.person}>{personOf(session)}</span>}
        </span>
        <span className={classes.tags}>
          {session.danceType && <DanceTypeTag name={session.danceType.name} />}
          {session.isCancelled && <Badge tone="neutral">Cancelled</Badge>}
        </span>
      </span>
    ),
  },
  {
    key: 'when',
    header: 'When',
    sortBy: ({ sessionDate, startTime }) => sessionDate + startTime,
    cell: (session) => (
      <span className={classes.lines}>
        <span className={classes.unbroken}>{formatDate(session.sessionDate, true)}</span>
        <span className={`${classes.sub} ${classes.unbroken}`}>{formatTimeRange(session)}</span>
      </span>
    ),
  },
  placeColumn,
];

function priceColumn(currency: string): Column<OneOffSession> {
  return {
    key: 'price',
    header: 'Price',
    isNumeric: true,
    sortBy: ({ priceCents }) => priceCents,
    cell: ({ priceCents, isPaid }) => (
      <span className={`${classes.lines} ${classes.amount}`}>
        <span>{priceCents === null ? '–' : formatMoney(priceCents, currency)}</span>
        <span className={classes.sub}>{isPaid ? 'Paid' : 'Not paid'}</span>
      </span>
    ),
  };
}

function actionsColumn(openMenu: OpenMenu): Column<OneOffSession> {
  return menuColumn(
    ({ title, sessionDate }) => `${title}, ${formatDate(sessionDate, true)}`,
    (anchor, session) => openMenu(anchor, { rule: null, session: onCalendar(session) }),
  );
}

function personOf({ student, inquiry }: OneOffSession): string | null {
  return student?.fullName ?? inquiry?.fullName ?? null;
}

/** The session as the calendar has it, which is what its menu speaks of. */
function onCalendar(session: OneOffSession): CalendarSession {
  const { id, title, startTime, endTime, instructor, room, isCancelled, isLogged } = session;
  return {
    kind: 'session',
    id,
    title,
    date: session.sessionDate,
    startTime,
    endTime,
    type: session.sessionType,
    danceTypeName: session.danceType?.name ?? null,
    instructor,
    room,
    isCancelled,
    cancellationId: null,
    isLogged,
    studentName: personOf(session),
  };
}
