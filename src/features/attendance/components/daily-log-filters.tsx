import { ActionIcon, Button, Select } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { api } from '#client/api.ts';
import { counted } from '#shared/counted.ts';
import { addDays, formatDate, isLocalDate, type LocalDate } from '#shared/local-date.ts';
import { formatTime } from '#shared/time-range.ts';
import { FilterChips, type ActiveFilter } from '#ui/filter-chips.tsx';
import { TypedInput } from '#ui/typed-input.tsx';

import classes from './daily-log.module.css';
import type { DailyLogSearch, OnDailySearch } from './daily-log-search.ts';

type Props = {
  search: DailyLogSearch;
  today: LocalDate;
  /** How many sessions are shown; null until it is known. */
  count: number | null;
  onSearch: OnDailySearch;
};

/** Date, Time From, Time To, Classroom, Clear Filters (spec §2), and the days before and after. */
export function DailyLogFilters({ search, today, count, onSearch }: Props) {
  const rooms = useQuery(api.catalog.classrooms.list.queryOptions()).data ?? [];
  const date = search.date ?? today;
  const goTo = (day: LocalDate, typed = false) =>
    onSearch({ date: day === today ? undefined : day }, { typed });
  const clear = () => onSearch({ date: undefined, from: undefined, to: undefined, room: undefined });
  return (
    <div className={classes.filters} role="search" aria-label="Filter the day" data-noprint>
      <div className={classes.fields}>
        <div className={classes.day}>
          <DayButton label="Previous day" shortcut="ArrowLeft" onPress={() => goTo(addDays(date, -1))}>
            <IconChevronLeft size={18} aria-hidden="true" />
          </DayButton>
          <TypedInput
            type="date"
            label="Date"
            value={date}
            isValid={isLocalDate}
            onValue={(day) => goTo(day || today, true)}
          />
          <DayButton label="Next day" shortcut="ArrowRight" onPress={() => goTo(addDays(date, 1))}>
            <IconChevronRight size={18} aria-hidden="true" />
          </DayButton>
          <Button
            variant="default"
            aria-keyshortcuts="t"
            disabled={date === today}
            onClick={() => goTo(today)}
          >
            Today
          </Button>
        </div>
        <TypedInput
          type="time"
          step={300}
          label="Time From"
          value={search.from ?? ''}
          onValue={(from) => onSearch({ from: from || undefined }, { typed: true })}
        />
        <TypedInput
          type="time"
          step={300}
          label="Time To"
          value={search.to ?? ''}
          onValue={(to) => onSearch({ to: to || undefined }, { typed: true })}
        />
        <Select
          label="Classroom"
          placeholder="All classrooms"
          clearable
          clearButtonProps={{ 'aria-label': 'All classrooms' }}
          data={rooms.map(({ id, name }) => ({ value: id, label: name }))}
          value={rooms.some(({ id }) => id === search.room) ? (search.room ?? null) : null}
          onChange={(room) => onSearch({ room: room ?? undefined })}
        />
      </div>
      <FilterChips
        count={count === null ? '' : counted(count, 'session')}
        filters={activeFilters({ ...search, date: date === today ? undefined : date }, rooms, onSearch)}
        onClear={clear}
      />
    </div>
  );
}

type Named = { id: string; name: string };

function activeFilters(
  { date, from, to, room }: DailyLogSearch,
  rooms: readonly Named[],
  onSearch: OnDailySearch,
): ActiveFilter[] {
  const roomName = rooms.find(({ id }) => id === room)?.name ?? 'Another classroom';
  return [
    date ? { label: formatDate(date), onRemove: () => onSearch({ date: undefined }) } : null,
    from ? { label: `From ${formatTime(from)}`, onRemove: () => onSearch({ from: undefined }) } : null,
    to ? { label: `To ${formatTime(to)}`, onRemove: () => onSearch({ to: undefined }) } : null,
    room ? { label: roomName, onRemove: () => onSearch({ room: undefined }) } : null,
  ].filter((filter) => filter !== null);
}

type DayButtonProps = { label: string; shortcut: string; onPress: () => void; children: ReactNode };

function DayButton({ label, shortcut, onPress, children }: DayButtonProps) {
  return (
    <ActionIcon variant="default" size={36} aria-label={label} aria-keyshortcuts={shortcut} onClick={onPress}>
      {children}
    </ActionIcon>
  );
}
