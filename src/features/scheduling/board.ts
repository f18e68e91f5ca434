import { addDays, startOfWeek, type LocalDate } from '#shared/local-date.ts';
import { minutesOf, timesOverlap, type TimeRange } from '#shared/time-range.ts';

/** How the dashboard may show its classes (R31): cards by rule, or sessions on a board. */
export type ScheduleView = 'classes' | 'week' | 'rooms' | 'instructors';

/** The board's grid has one row for every quarter of an hour. */
export const minutesPerRow = 15;

// Shorter sessions are drawn this tall, so that their title can be read and pressed.
const shortestMinutes = 30;
const shortestDayHours = 8;
const emptyDay: BoardHours = { firstHour: 12, lastHour: 20 };

/** A session with its place beside those it overlaps: `span` of `lanes` lanes, starting at `lane`. */
export type Placed<S> = { session: S; lane: number; lanes: number; span: number };

/**
 * Puts overlapping sessions side by side: each takes the first free lane from its start on, and grows to
 * the end as far as nobody is in its way. Sessions that touch no others keep the whole width.
 * @returns the sessions by start time, longer ones first
 */
export function packLanes<S extends TimeRange>(sessions: readonly S[]): Placed<S>[] {
  return clustersOf(sessions).flatMap((cluster) => {
    const lanes: S[][] = [];
    const laneOf = new Map<S, number>();
    for (const session of cluster) {
      const free = lanes.findIndex((taken) => !taken.some((other) => isDrawnOver(other, session)));
      const lane = free === -1 ? lanes.push([]) - 1 : free;
      lanes[lane]?.push(session);
      laneOf.set(session, lane);
    }
    return cluster.map((session) => {
      const lane = laneOf.get(session) ?? 0;
      const inTheWay = lanes.findIndex(
        (taken, index) => index > lane && taken.some((other) => isDrawnOver(other, session)),
      );
      return {
        session,
        lane,
        lanes: lanes.length,
        span: (inTheWay === -1 ? lanes.length : inTheWay) - lane,
      };
    });
  });
}

/** Whole hours of a board: from `firstHour` up to, not including, `lastHour`. */
export type BoardHours = { firstHour: number; lastHour: number };

/** The hours that hold every session, at least eight of them so that a quiet day keeps its shape. */
export function boardHours(sessions: readonly TimeRange[]): BoardHours {
  if (sessions.length === 0) return emptyDay;
  const earliest = Math.min(...sessions.map(({ startTime }) => minutesOf(startTime)));
  const latest = Math.max(...sessions.map(drawnEnd));
  const firstHour = Math.floor(earliest / 60);
  const lastHour = Math.min(24, Math.max(Math.ceil(latest / 60), firstHour + shortestDayHours));
  return { firstHour: Math.max(0, Math.min(firstHour, lastHour - shortestDayHours)), lastHour };
}

/** Rows of a board, and how far below a row's top something begins where it does not begin on a quarter. */
type BoardSlot = { row: number; rows: number; offsetMinutes: number; minutes: number };

/** Where a session stands in the grid. Rows count from 0 at the board's first hour. */
export function slotOf(session: TimeRange, hours: BoardHours): BoardSlot {
  const start = minutesOf(session.startTime) - hours.firstHour * 60;
  const end = drawnEnd(session) - hours.firstHour * 60;
  const row = Math.floor(start / minutesPerRow);
  return {
    row,
    rows: Math.ceil(end / minutesPerRow) - row,
    offsetMinutes: start - row * minutesPerRow,
    minutes: end - start,
  };
}

/** The days a view shows around a date: its week from Monday to Sunday, or the day alone. */
export function daysShown(view: ScheduleView, date: LocalDate): LocalDate[] {
  if (view !== 'week') return [date];
  const monday = startOfWeek(date);
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days));
}

/** The date one step before (-1) or after (1) in a view: a week or a day away. */
export function stepDate(view: ScheduleView, date: LocalDate, steps: number): LocalDate {
  return addDays(date, steps * (view === 'week' ? 7 : 1));
}

// Sessions of which each overlaps the ones before it: lanes are counted within a cluster.
function clustersOf<S extends TimeRange>(sessions: readonly S[]): S[][] {
  const clusters: S[][] = [];
  let until = -1;
  for (const session of sessions.toSorted(byStart)) {
    if (minutesOf(session.startTime) >= until) clusters.push([]);
    clusters.at(-1)?.push(session);
    until = Math.max(until, drawnEnd(session));
  }
  return clusters;
}

function byStart(a: TimeRange, b: TimeRange): number {
  return a.startTime.localeCompare(b.startTime) || b.endTime.localeCompare(a.endTime);
}

function isDrawnOver(a: TimeRange, b: TimeRange): boolean {
  if (timesOverlap(a, b)) return true;
  return minutesOf(a.startTime) < drawnEnd(b) && minutesOf(b.startTime) < drawnEnd(a);
}

function drawnEnd({ startTime, endTime }: TimeRange): number {
  const end = Math.max(minutesOf(endTime), minutesOf(startTime) + shortestMinutes);
  return Math.min(end, 24 * 60);
}
