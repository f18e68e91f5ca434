import { Link } from '@tanstack/react-router';
import { useMemo, type CSSProperties, type ReactNode } from 'react';

import type { LocalDate } from '#shared/local-date.ts';
import { formatTime, minutesOf, timeOfMinutes, type LocalTime } from '#shared/time-range.ts';

import { boardHours, minutesPerRow, packLanes, slotOf, type BoardHours, type Placed } from '../board.ts';
import type { CalendarSession, ClassRule } from '../schema.ts';
import type { BoardColumn, BoardView } from './board-columns.ts';
import classes from './board.module.css';
import { ColumnTitle } from './column-title.tsx';
import type { OpenMenu } from './schedule-actions.tsx';
import { SessionBlock } from './session-block.tsx';
import { useOpeningScroll } from './opening-scroll.ts';

type Props = {
  view: BoardView;
  date: LocalDate;
  columns: readonly BoardColumn[];
  rules: ReadonlyMap<string, ClassRule>;
  /** The studio's wall clock. */
  now: { date: LocalDate; time: LocalTime };
  openMenu: OpenMenu;
};

/** Sessions on a grid of quarter hours (R31): a labelled list per column, a button per session. */
export function Board({ view, date, columns, rules, now, openMenu }: Props) {
  const placed = useMemo(
    () => columns.map((column) => ({ column, blocks: packLanes(column.sessions) })),
    [columns],
  );
  const hours = boardHours(columns.flatMap(({ sessions }) => sessions));
  const showsNow = columns.some((column) => isToday(column, date, now.date)) && isWithin(now.time, hours);
  const region = useOpeningScroll(`${view} ${date}`);
  return (
    <section
      ref={region}
      className={classes.board}
      aria-label={`${labels[view]}, scrollable`}
      tabIndex={0}
      style={gridStyle(placed, hours)}
    >
      <div className={classes.corner} aria-hidden="true" />
      <HourScale hours={hours} now={showsNow ? now.time : null} />
      {placed.map(({ column, blocks }) => (
        <Column
          key={column.key}
          column={column}
          isToday={isToday(column, date, now.date)}
          now={showsNow && isToday(column, date, now.date) ? nowTop(now.time, hours) : null}
        >
          {blocks.map((block) => (
            <li
              key={`${block.session.kind}${block.session.id}`}
              className={classes.item}
              style={itemStyle(block, hours)}
            >
              <SessionBlock
                session={block.session}
                rule={rules.get(block.session.id) ?? null}
                view={view}
                openMenu={openMenu}
              />
            </li>
          ))}
        </Column>
      ))}
    </section>
  );
}

const labels = { week: 'Week', rooms: 'Day by room', instructors: 'Day by instructor' } as const;

type ColumnProps = { column: BoardColumn; isToday: boolean; now: string | null; children: ReactNode };

function Column({ column, isToday, now, children }: ColumnProps) {
  const titleId = `column-${column.key}`;
  return (
    <div className={classes.column} data-today={(isToday && column.date !== null) || undefined}>
      <h2 id={titleId} className={classes.head}>
        {column.date === null ? (
          <ColumnTitle column={column} isToday={isToday} />
        ) : (
          <Link
            to="/dashboard"
            search={(search) => ({ ...search, view: 'rooms', date: column.date ?? undefined })}
            className={classes.dayLink}
          >
            <ColumnTitle column={column} isToday={isToday} />
          </Link>
        )}
      </h2>
      <ul aria-labelledby={titleId} className={classes.sessions}>
        {children}
      </ul>
      {now !== null && (
        <span
          className={classes.now}
          style={{ top: now }}
          data-now={isToday || undefined}
          aria-hidden="true"
        />
      )}
    </div>
  );
}

function HourScale({ hours, now }: { hours: BoardHours; now: LocalTime | null }) {
  const marks = Array.from({ length: hours.lastHour - hours.firstHour }, (_, hour) => hours.firstHour + hour);
  // The current time takes the place of an hour it would be written over.
  const isFree = (hour: number) => now === null || Math.abs(minutesOf(now) - hour * 60) > minutesPerRow;
  return (
    <div className={classes.scale} aria-hidden="true">
      {marks.map((hour) => (
        <span key={hour} className={classes.hour}>
          {isFree(hour) && formatTime(timeOfMinutes(hour * 60)).replace(':00', '')}
        </span>
      ))}
      {now !== null && (
        <span className={classes.nowTime} style={{ top: `max(0.625rem, ${nowTop(now, hours)})` }}>
          {formatTime(now).slice(0, -3)}
        </span>
      )}
    </div>
  );
}

function isToday(column: BoardColumn, shown: LocalDate, today: LocalDate): boolean {
  return (column.date ?? shown) === today;
}

function isWithin(time: LocalTime, { firstHour, lastHour }: BoardHours): boolean {
  const minutes = minutesOf(time);
  return minutes >= firstHour * 60 && minutes < lastHour * 60;
}

function nowTop(time: LocalTime, { firstHour }: BoardHours): string {
  return rows((minutesOf(time) - firstHour * 60) / minutesPerRow);
}

function rows(count: number): string {
  return `calc(${count} * var(--row))`;
}

// A column is as wide as its widest overlap needs; a day off takes little of the week, all of which is to be in sight
// on a laptop beside four sessions at a time.
function gridStyle(
  placed: readonly { column: BoardColumn; blocks: readonly Placed<CalendarSession>[] }[],
  hours: BoardHours,
): CSSProperties {
  const widths = placed.map(({ column, blocks }) => {
    const isDayOfWeek = column.date !== null;
    if (blocks.length === 0) return isDayOfWeek ? 'minmax(2.5rem, 0.5fr)' : 'minmax(7rem, 0.6fr)';
    const lanes = Math.max(...blocks.map((block) => block.lanes));
    const narrowest = isDayOfWeek ? Math.max(4.5, lanes * 2.75) : Math.max(7, lanes * 4);
    return `minmax(calc(${narrowest}rem * var(--narrowest)), ${1 + (lanes - 1) / 2}fr)`;
  });
  return {
    gridTemplateColumns: `var(--scale) ${widths.join(' ')}`,
    '--rows': ((hours.lastHour - hours.firstHour) * 60) / minutesPerRow,
  } as CSSProperties;
}

function itemStyle(
  { session, lane, lanes, span }: Placed<CalendarSession>,
  hours: BoardHours,
): CSSProperties {
  const slot = slotOf(session, hours);
  return {
    gridRow: `${slot.row + 1} / span ${slot.rows}`,
    marginBlockStart: rows(slot.offsetMinutes / minutesPerRow),
    height: `calc(${slot.minutes / minutesPerRow} * var(--row) - 2px)`,
    marginInlineStart: `calc(${(100 * lane) / lanes}% + 2px)`,
    width: `calc(${(100 * span) / lanes}% - 4px)`,
  };
}
