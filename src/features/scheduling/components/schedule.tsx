import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconCalendarWeek from '@tabler/icons-react/dist/esm/icons/IconCalendarWeek.mjs';
import IconDoor from '@tabler/icons-react/dist/esm/icons/IconDoor.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useCan, useStudioClock } from '#client/session.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';

import type { CalendarSession, ClassRule } from '../schema.ts';
import { Agenda } from './agenda.tsx';
import { Board } from './board.tsx';
import { boardColumns, type BoardView } from './board-columns.ts';
import { BoardSkeleton } from './board-skeleton.tsx';
import type { useCalendar } from './calendar.ts';
import { DateBar, type OnDate } from './date-bar.tsx';
import type { OpenMenu } from './schedule-actions.tsx';

type Props = {
  view: BoardView;
  date: LocalDate;
  calendar: ReturnType<typeof useCalendar>;
  /** The sessions left by the filters. */
  sessions: readonly CalendarSession[];
  rules: readonly ClassRule[];
  labels: ReadonlyMap<string, string>;
  openMenu: OpenMenu;
};

type ScheduleProps = Props & {
  today: LocalDate;
  onDate: OnDate;
  /** How much is shown, and by which filters. */
  status: ReactNode;
  /** Stands for the days when the filters leave nothing of them. */
  noMatch: ReactNode;
};

/** The schedule by date: which days, and their board, or on a phone their agenda. */
export function Schedule({ today, onDate, status, noMatch, ...days }: ScheduleProps) {
  return (
    <>
      <DateBar view={days.view} date={days.date} today={today} onDate={onDate}>
        {status}
      </DateBar>
      {noMatch ?? <Days {...days} />}
    </>
  );
}

function NoColumns({ view }: Pick<Props, 'view'>) {
  const mayManage = useCan('manageSchedule');
  // Who sees only their own knows nothing of the others.
  if (!mayManage) return <EmptyState icon={<IconCalendarWeek size={22} />} title="No sessions on this day" />;
  if (view !== 'rooms')
    return (
      <EmptyState
        icon={<IconCalendarWeek size={22} />}
        title="Nobody teaches on this day"
        action={<AddClass />}
      />
    );
  return (
    <EmptyState
      icon={<IconDoor size={22} />}
      title="No classrooms added yet"
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/dashboard/manage-classrooms" {...props} />}
        >
          Add a classroom
        </Button>
      }
    />
  );
}

function AddClass() {
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/dashboard/manage-classes" {...props} />}>
      Add a class
    </Button>
  );
}

function Days({ view, date, calendar, sessions, rules, labels, openMenu }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const now = useStudioClock();
  const mayManage = useCan('manageSchedule');
  const rooms = useQuery({
    ...api.catalog.classrooms.list.queryOptions(),
    enabled: view === 'rooms' && mayManage,
  });
  const columns = useMemo(
    () =>
      boardColumns(view, date, sessions, rooms.data ?? [], {
        sessions: calendar.data ?? [],
        isAll: mayManage,
        labels,
      }),
    [view, date, sessions, rooms.data, calendar.data, mayManage, labels],
  );
  const ruleById = useMemo(() => new Map(rules.map((rule) => [rule.id, rule])), [rules]);
  // On a day without sessions the rooms are all there is.
  const asked = columns.length === 0 && rooms.isEnabled && calendar.data ? rooms : calendar;
  if (asked.error && !asked.data) {
    return <LoadFailed asked={asked} />;
  }
  return (
    <LoadingRegion
      isLoading={asked.isPending}
      isRefetching={calendar.isRefetching}
      label="Loading the schedule"
      skeleton={<BoardSkeleton view={view} />}
    >
      {columns.length === 0 ? (
        <NoColumns view={view} />
      ) : view === 'week' && sessions.length === 0 ? (
        <EmptyState
          icon={<IconCalendarWeek size={22} />}
          title="No sessions in this week"
          action={mayManage && <AddClass />}
        />
      ) : isPhone ? (
        <Agenda view={view} columns={columns} rules={ruleById} today={now.date} openMenu={openMenu} />
      ) : (
        <Board view={view} date={date} columns={columns} rules={ruleById} now={now} openMenu={openMenu} />
      )}
    </LoadingRegion>
  );
}
