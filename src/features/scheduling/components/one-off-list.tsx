import { ActionIcon, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { useSignedIn } from '#client/session.ts';
import { addDays, formatDate, type LocalDate } from '#shared/local-date.ts';
import { formatMoney } from '#shared/money.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { DanceTypeTag } from '#ui/dance-type.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorPanel } from '#ui/error-panel.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Badge } from '#ui/status-badge.tsx';

import type { CalendarSession, OneOffSession } from '../schema.ts';
import classes from './booking-list.module.css';
import { useScheduleActions, type OpenMenu } from './schedule-actions.tsx';

const daysListed = 180;
type When = 'upcoming' | 'past';

/** The one-time sessions of the next half year, or of the last. */
export function OneOffList() {
  const { today, organization } = useSignedIn();
  const [when, setWhen] = useState<When>('upcoming');
  const list = useQuery(api.scheduling.oneOffs.list.queryOptions({ input: daysOf(when, today) }));
  const { openMenu, actions } = useScheduleActions();
  const columns = useMemo(
    () => [...facts, priceColumn(organization.currency), actionsColumn(openMenu)],
    [openMenu, organization.currency],
  );
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
        onChange={(chosen) => setWhen(chosen === 'past' ? 'past' : 'upcoming')}
      />
      {list.error && !list.data ? (
        <ErrorPanel
          message={errorMessage(list.error)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isRefetching}
        />
      ) : (
        <LoadingRegion
          isLoading={list.isPending}
          isRefetching={list.isRefetching}
          label="Loading one-time sessions"
          skeleton={<Skeleton height={280} radius="lg" />}
        >
          {list.data?.length === 0 ? (
            <EmptyState
              icon={<IconCalendarEvent size={22} />}
              title={when === 'upcoming' ? 'No one-time sessions planned' : 'No past one-time sessions'}
              {...(when === 'upcoming'
                ? { body: 'Private lessons, catch-ups and tryouts appear here.' }
                : {})}
            />
          ) : (
            <DataTable
              key={when}
              caption="One-time sessions"
              columns={columns}
              rows={list.data ?? []}
              rowKey={({ id }) => id}
              initialSort={{ key: 'when', direction: when === 'upcoming' ? 'ascending' : 'descending' }}
            />
          )}
        </LoadingRegion>
      )}
      {actions}
    </Stack>
  );
}

function daysOf(when: When, today: LocalDate): { start: LocalDate; end: LocalDate } {
  if (when === 'upcoming') return { start: today, end: addDays(today, daysListed) };
  return { start: addDays(today, -daysListed), end: addDays(today, -1) };
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
          <span {...(session.isCancelled ? { className: classes.ended } : {})}>{session.title}</span>
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
        <span className={classes.time}>{formatDate(session.sessionDate)}</span>
        <span className={`${classes.sub} ${classes.time}`}>{formatTimeRange(session)}</span>
      </span>
    ),
  },
  {
    key: 'where',
    header: 'Instructor, room',
    sortBy: ({ instructor, room }) => `${instructor.fullName} ${room.name}`,
    cell: ({ instructor, room }) => (
      <span className={classes.lines}>
        <span>{instructor.fullName}</span>
        <span className={classes.sub}>{room.name}</span>
      </span>
    ),
  },
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
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (session) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`Actions for ${session.title}, ${formatDate(session.sessionDate)}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => openMenu(currentTarget, { rule: null, session: onCalendar(session) })}
      >
        <IconDots size={18} aria-hidden="true" />
      </ActionIcon>
    ),
  };
}

function personOf({ student, inquiry }: OneOffSession): string | null {
  return student?.fullName ?? inquiry?.fullName ?? null;
}

/** The session as the calendar has it, which is what its menu speaks of. */
function onCalendar(session: OneOffSession): CalendarSession {
  const { id, title, startTime, endTime, instructor, room, isCancelled } = session;
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
    studentName: personOf(session),
  };
}
