import { Skeleton } from '@mantine/core';
import IconCalendarWeek from '@tabler/icons-react/dist/esm/icons/IconCalendarWeek.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn } from '#client/session.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { formatWeekdays, weekdayNumber } from '#shared/weekday.ts';
import { DanceTypeTag } from '#ui/dance-type.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';

import type { ClassRule } from '../schema.ts';
import { menuColumn, placeColumn } from './booking-columns.tsx';
import classes from './booking-list.module.css';
import { useScheduleActions, type OpenMenu } from './schedule-actions.tsx';

/** The class rules there are, each with its actions. */
export function ClassList() {
  const list = useQuery(api.scheduling.classes.list.queryOptions());
  const { today } = useSignedIn();
  const { openMenu, actions } = useScheduleActions();
  const columns = useMemo(() => [...facts(today), actionsColumn(openMenu)], [today, openMenu]);
  if (list.error && !list.data) {
    return <LoadFailed asked={list} />;
  }
  return (
    <LoadingRegion
      isLoading={list.isPending}
      isRefetching={list.isRefetching}
      label="Loading classes"
      skeleton={<Skeleton height={360} radius="lg" />}
    >
      {list.data?.length === 0 ? (
        <EmptyState
          icon={<IconCalendarWeek size={22} />}
          title="No classes yet"
          body="Fill in the form to create the first one."
        />
      ) : (
        <DataTable
          caption="Class rules"
          columns={columns}
          rows={list.data ?? []}
          rowKey={({ id }) => id}
          initialSort={{ key: 'name', direction: 'ascending' }}
        />
      )}
      {actions}
    </LoadingRegion>
  );
}

const facts = (today: LocalDate): Column<ClassRule>[] => [
  {
    key: 'name',
    header: 'Class',
    isName: true,
    sortBy: ({ name }) => name,
    cell: ({ name, danceType, classType }) => (
      <span className={classes.named}>
        {name}
        <span className={classes.tags}>
          <DanceTypeTag name={danceType.name} />
          {classType === 'Private' && <span className={classes.sub}>Private</span>}
        </span>
      </span>
    ),
  },
  {
    key: 'when',
    header: 'When',
    sortBy: firstSlot,
    cell: (rule) => (
      <span className={classes.lines}>
        <span>
          {formatWeekdays(rule.daysOfWeek)}, <span className={classes.unbroken}>{formatTimeRange(rule)}</span>
        </span>
        <span className={classes.sub}>{span(rule, today)}</span>
      </span>
    ),
  },
  placeColumn,
];

function actionsColumn(openMenu: OpenMenu): Column<ClassRule> {
  return menuColumn(
    ({ name }) => name,
    (anchor, rule) => openMenu(anchor, { rule, session: null }),
  );
}

function firstSlot({ daysOfWeek, startTime }: ClassRule): string {
  return `${Math.min(...daysOfWeek.map(weekdayNumber))} ${startTime}`;
}

function span({ sessionStartDate, sessionEndDate }: ClassRule, today: LocalDate): string {
  if (sessionStartDate > today) return `From ${formatDate(sessionStartDate, true)}`;
  if (sessionEndDate === null) return 'Ongoing';
  return `${sessionEndDate < today ? 'Ended' : 'Until'} ${formatDate(sessionEndDate, true)}`;
}
