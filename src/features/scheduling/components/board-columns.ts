import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { compareNames } from '#shared/name-order.ts';

import { daysShown, type ScheduleView } from '../board.ts';
import type { CalendarSession, Named } from '../schema.ts';

/** One column of the board, and one section of the agenda. */
export type BoardColumn = {
  key: string;
  title: string;
  /** The day it stands for; null where it stands for a room or a person. */
  date: LocalDate | null;
  sessions: readonly CalendarSession[];
  /** Said of it when nothing is shown there: free is what has nothing, whatever the filters leave. */
  whenEmpty: 'Free' | 'No sessions' | 'None shown';
};

export type BoardView = Exclude<ScheduleView, 'classes'>;

type Column = Omit<BoardColumn, 'whenEmpty'>;

/**
 * What is known of the days shown, whatever the filters leave: all of the studio, or only what is one's own. `labels` are
 * what instructors are called instead of by their name alone, by id.
 */
type Known = {
  sessions: readonly CalendarSession[];
  isAll: boolean;
  labels: ReadonlyMap<string, string>;
};

/**
 * The columns of a view: days of a week, or on one day the rooms (free ones too, for whoever looks for
 * space) or the instructors who teach.
 */
export function boardColumns(
  view: BoardView,
  date: LocalDate,
  sessions: readonly CalendarSession[],
  rooms: readonly Named[],
  known: Known,
): BoardColumn[] {
  const isOfView = (session: CalendarSession) => view === 'week' || session.date === date;
  const held = known.sessions.filter((session) => isOfView(session) && !session.isCancelled);
  const used = new Set(held.map(keys[view]));
  const nothing = known.isAll && view !== 'week' ? 'Free' : 'No sessions';
  return columnsOf(view, date, sessions.filter(isOfView), rooms, known.labels).map((column) => ({
    ...column,
    whenEmpty: used.has(column.key) ? 'None shown' : nothing,
  }));
}

const keys: Record<BoardView, (session: CalendarSession) => string> = {
  week: ({ date }) => date,
  rooms: ({ room }) => room.id,
  instructors: ({ instructor }) => instructor.id,
};

function columnsOf(
  view: BoardView,
  date: LocalDate,
  sessions: readonly CalendarSession[],
  rooms: readonly Named[],
  labels: Known['labels'],
): Column[] {
  if (view === 'rooms') return roomColumns(sessions, rooms);
  if (view === 'instructors') return instructorColumns(sessions, labels);
  const byDay = Map.groupBy(sessions, keys.week);
  return daysShown(view, date).map((day) => ({
    key: day,
    title: formatDate(day),
    date: day,
    sessions: byDay.get(day) ?? [],
  }));
}

function roomColumns(sessions: readonly CalendarSession[], rooms: readonly Named[]): Column[] {
  const byRoom = Map.groupBy(sessions, keys.rooms);
  const named = new Map([...rooms, ...sessions.map(({ room }) => room)].map(({ id, name }) => [id, name]));
  return columnsByName(named, byRoom);
}

function instructorColumns(sessions: readonly CalendarSession[], labels: Known['labels']): Column[] {
  const byPerson = Map.groupBy(sessions, keys.instructors);
  const named = new Map(sessions.map(({ instructor: { id, fullName } }) => [id, labels.get(id) ?? fullName]));
  return columnsByName(named, byPerson);
}

function columnsByName(
  named: ReadonlyMap<string, string>,
  sessions: ReadonlyMap<string, readonly CalendarSession[]>,
): Column[] {
  return [...named]
    .toSorted(([, a], [, b]) => compareNames(a, b))
    .map(([key, title]) => ({ key, title, date: null, sessions: sessions.get(key) ?? [] }));
}
