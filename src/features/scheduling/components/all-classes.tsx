import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useCan, useSignedIn } from '#client/session.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterChips, NoMatch, type ActiveFilter } from '#ui/filter-chips.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';

import { daysShown } from '../board.ts';
import { byStart } from '../rules.ts';
import type { CalendarSession, ClassRule } from '../schema.ts';
import { BoardSkeleton } from './board-skeleton.tsx';
import { useCalendar } from './calendar.ts';
import classes from './class-card.module.css';
import { ClassGrid } from './class-grid.tsx';
import { useInstructorLabels } from './instructor-labels.ts';
import { useScheduleActions } from './schedule-actions.tsx';
import { ScheduleFilters } from './schedule-filters.tsx';
import {
  filterOptions,
  matchingRules,
  matchingSessions,
  withChosen,
  type FilterOptions,
  type OnScheduleSearch,
  type ScheduleFilter,
  type ScheduleSearch,
} from './schedule-search.ts';
import toolbar from './schedule-toolbar.module.css';
import { ViewSwitch } from './view-switch.tsx';

// Most visits look at the cards: what only other views show comes with them, or with a pointer on their link.
const Schedule = lazyPart(
  () => import('./schedule.tsx'),
  ({ Schedule }) => Schedule,
);
const FirstRun = lazyPart(
  () => import('./first-run.tsx'),
  ({ FirstRun }) => FirstRun,
);

type Props = { search: ScheduleSearch; onSearch: OnScheduleSearch };

/** All Classes (spec §2): the studio's classes as cards, by week, or by room or instructor on a day. */
export function AllClasses({ search, onSearch }: Props) {
  const { today } = useSignedIn();
  const mayOpenMenu = useCan('takeAttendance');
  const view = search.view ?? 'classes';
  const date = search.date ?? today;
  const list = useQuery(api.scheduling.classes.list.queryOptions({ select: byStart<ClassRule> }));
  const calendar = useCalendar(date, view !== 'classes');
  const { openMenu, actions } = useScheduleActions();

  const rules = list.data ?? nothing;
  const sessions = useMemo(
    () => (view === 'classes' ? nothing : onDays(calendar.data ?? nothing, daysShown(view, date))),
    [view, date, calendar.data],
  );
  const labels = useInstructorLabels(rules, sessions);
  const listed = useMemo(() => filterOptions(rules, sessions, labels), [rules, sessions, labels]);
  const chosen = listed.instructors.find(({ value }) => value === search.instructor);
  const [known, setKnown] = useState(chosen);
  if (chosen && chosen !== known) setKnown(chosen);
  const options = withChosen(listed, search, known);
  const shownRules = useMemo(() => matchingRules(rules, search), [rules, search]);
  const shownSessions = useMemo(() => matchingSessions(sessions, search), [sessions, search]);

  const filter = ({ instructor, type }: ScheduleFilter) => onSearch({ ...search, instructor, type });
  const filters = activeFilters(search, options, filter);
  const clear = () => filter({});
  const isEmpty = list.data?.length === 0 && sessions.length === 0;

  if (list.error && !list.data) {
    return <LoadFailed asked={list} />;
  }
  const count =
    view === 'classes'
      ? list.data && `Showing ${shownRules.length} of ${rules.length} classes`
      : calendar.data && `Showing ${shownSessions.length} of ${sessions.length} sessions`;
  const chips = <FilterChips count={count ?? ''} filters={filters} onClear={clear} />;
  if (isEmpty && view === 'classes') {
    return (
      <Stack gap="md">
        {/* There may be one-time sessions all the same. */}
        <div className={toolbar.bar}>
          <ViewSwitch onNear={Schedule.preload} />
        </div>
        <NoClasses />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <div className={toolbar.bar}>
        <ViewSwitch onNear={Schedule.preload} />
        <ScheduleFilters options={options} filter={search} onFilter={filter} />
      </div>
      {view === 'classes' ? (
        <>
          {chips}
          <LoadingRegion
            isLoading={list.isPending}
            isRefetching={list.isRefetching}
            label="Loading classes"
            skeleton={<GridSkeleton />}
          >
            {shownRules.length === 0 ? (
              <NoMatch things="classes" onClear={clear} />
            ) : (
              <ClassGrid rules={shownRules} today={today} openMenu={mayOpenMenu ? openMenu : null} />
            )}
          </LoadingRegion>
        </>
      ) : (
        <Schedule
          fallback={
            <>
              <Skeleton height={36} />
              <BoardSkeleton view={view} />
            </>
          }
          view={view}
          date={date}
          today={today}
          onDate={(day, options) => onSearch({ ...search, date: day === today ? undefined : day }, options)}
          calendar={calendar}
          sessions={shownSessions}
          rules={rules}
          labels={labels}
          openMenu={openMenu}
          status={chips}
          noMatch={
            filters.length > 0 && sessions.length > 0 && shownSessions.length === 0 ? (
              <NoMatch things="classes" onClear={clear} />
            ) : null
          }
        />
      )}
      {actions}
    </Stack>
  );
}

function onDays(
  sessions: readonly CalendarSession[],
  days: readonly LocalDate[],
): readonly CalendarSession[] {
  return sessions.filter((session) => days.includes(session.date));
}

// The same empty list every time, so that what is memoised on it stays.
const nothing: never[] = [];

function NoClasses() {
  const mayManage = useCan('manageSchedule');
  if (!mayManage)
    return <EmptyState title="No classes yet" body="One-time sessions are in the views by date." />;
  return (
    <FirstRun
      fallback={
        <LoadingRegion isLoading label="Loading" skeleton={<Skeleton height={416} radius="lg" />}>
          {null}
        </LoadingRegion>
      }
    />
  );
}

function GridSkeleton() {
  return (
    <div className={classes.grid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
        <Skeleton key={card} height={240} radius="lg" />
      ))}
    </div>
  );
}

function activeFilters(
  { instructor, type }: ScheduleFilter,
  { instructors }: FilterOptions,
  onFilter: (filter: ScheduleFilter) => void,
): ActiveFilter[] {
  const chips: ActiveFilter[] = [];
  if (instructor) {
    const label = instructors.find(({ value }) => value === instructor)?.label ?? '';
    chips.push({ label, onRemove: () => onFilter({ type }) });
  }
  if (type) chips.push({ label: type, onRemove: () => onFilter({ instructor }) });
  return chips;
}
