import { Button, Skeleton, Stack } from '@mantine/core';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { partialMatchKey, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn, useStudioClock } from '#client/session.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PrintButton } from '#ui/print-button.tsx';

import { groupByTime } from '../rules.ts';
import type { DailyItem } from '../schema.ts';
import classes from './daily-log.module.css';
import { DailyLogFilters } from './daily-log-filters.tsx';
import { isFiltered, type DailyLogSearch, type OnDailySearch } from './daily-log-search.ts';
import { DailyRow } from './daily-row.tsx';
import { UnloggedNotice } from './unlogged-notice.tsx';

const ofDay = (date: LocalDate) => api.attendance.dailyLog.key({ input: { date } });

type Props = { search: DailyLogSearch; onSearch: OnDailySearch };

/** The day, session by session, and what is left to log of it (spec §2). */
export function DailyLogScreen({ search, onSearch }: Props) {
  const { today } = useSignedIn();
  const date = search.date ?? today;
  const asked = useQuery(
    api.attendance.dailyLog.queryOptions({
      input: { date, from: search.from ?? null, to: search.to ?? null, roomId: search.room ?? null },
      // Another filter's rows stay until the next are there; another day's would stand under a wrong date.
      placeholderData: (rows, query) =>
        partialMatchKey(query?.queryKey ?? [], ofDay(date)) ? rows : undefined,
    }),
  );
  const { data, isPending, isFetching, error } = asked;
  const unlogged = useQuery(api.attendance.unlogged.queryOptions());
  // Without an answer the day is what matters.
  const isUnloggedComing = useFirstSecond() && unlogged.isPending && unlogged.failureCount === 0;
  return (
    <>
      <PageHeader title="DAILY SCHEDULE LOG" subtitle={formatDate(date, true)} actions={<PrintButton />} />
      <Stack gap="lg">
        {/* All that is to be logged of the day counts there: a filter could hide it. */}
        <UnloggedNotice
          days={unlogged.data ?? []}
          onDay={(day) => onSearch({ date: day, from: undefined, to: undefined, room: undefined })}
        />
        <DailyLogFilters search={search} today={today} count={data?.length ?? null} onSearch={onSearch} />
        {error && !data ? (
          <LoadFailed title="The day could not be loaded" asked={asked} />
        ) : (
          <LoadingRegion
            // What is to be pressed there must not be moved by a notice that comes after it.
            isLoading={isPending || isUnloggedComing}
            isRefetching={isFetching}
            label="Loading the day"
            skeleton={<DaySkeleton />}
          >
            <Day items={data ?? []} date={date} search={search} onSearch={onSearch} />
          </LoadingRegion>
        )}
      </Stack>
    </>
  );
}

/** True for a second from when it was first asked: what takes longer is waited for no more. */
function useFirstSecond(): boolean {
  const [isFirst, setIsFirst] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsFirst(false), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return isFirst;
}

function Day({ items, date, search, onSearch }: Props & { items: readonly DailyItem[]; date: string }) {
  const { today } = useSignedIn();
  const { time } = useStudioClock();
  if (items.length === 0) return <EmptyDay search={search} onSearch={onSearch} />;
  const row = (item: DailyItem) => (
    <DailyRow key={`${item.kind}${item.id}`} item={item} date={date} isPast={date <= today} />
  );
  if (date !== today) return <ul className={classes.rows}>{items.map(row)}</ul>;
  return groupByTime(items, time).map(({ name, items: group }) => (
    <section key={name} className={classes.part} aria-labelledby={`group-${name}`}>
      <h2 id={`group-${name}`} className={classes.group}>
        {name}
      </h2>
      <ul className={classes.rows}>{group.map(row)}</ul>
    </section>
  ));
}

function EmptyDay({ search, onSearch }: Props) {
  if (isFiltered(search)) {
    return (
      <EmptyState
        title="No classes match your filter criteria."
        action={
          <Button
            variant="default"
            onClick={() => onSearch({ from: undefined, to: undefined, room: undefined })}
          >
            Show the whole day
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<IconCalendar size={24} />}
      title="Nothing takes place on this day"
      body="Classes and one-time sessions appear here by their time."
    />
  );
}

function DaySkeleton() {
  return (
    <Stack gap="sm">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={84} radius="lg" />
      ))}
    </Stack>
  );
}
