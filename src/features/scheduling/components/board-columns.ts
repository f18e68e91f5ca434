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
};

export type BoardView = Exclude<ScheduleView, 'classes'>;

/**
 * The columns of a view: days of a week, or on one day the rooms (free ones too, for whoever looks for
 * space) or the instructors who teach.
 */
export function boardColumns(
  view: BoardView,
  date: LocalDate,
  sessions: readonly CalendarSession[],
  rooms: readonly Named[],
): BoardColumn[] {
  if (view === 'week') {
    const byDay = Map.groupBy(sessions, (session) => session.date);
    return daysShown(view, date).map((day) => ({
      key: day,
      title: formatDate(day),
      date: day,
      sessions: byDay.get(day) ?? [],
    }));
  }
  const ofDay = sessions.filter((session) => session.date === date);
  return view === 'rooms' ? roomColumns(ofDay, rooms) : instructorColumns(ofDay);
}

function roomColumns(sessions: readonly CalendarSession[], rooms: readonly Named[]): BoardColumn[] {
  const byRoom = Map.groupBy(sessions, ({ room }) => room.id);
  const named = new Map([...rooms, ...sessions.map(({ room }) => room)].map(({ id, name }) => [id, name]));
  return columnsByName(named, byRoom);
}

function instructorColumns(sessions: readonly CalendarSession[]): BoardColumn[] {
  const byPerson = Map.groupBy(sessions, ({ instructor }) => instructor.id);
  const named = new Map(sessions.map(({ instructor }) => [instructor.id, instructor.fullName]));
  return columnsByName(named, byPerson);
}

function columnsByName(
  named: ReadonlyMap<string, string>,
  sessions: ReadonlyMap<string, readonly CalendarSession[]>,
): BoardColumn[] {
  return [...named]
    .toSorted(([, a], [, b]) => compareNames(a, b))
    .map(([key, title]) => ({ key, title, date: null, sessions: sessions.get(key) ?? [] }));
}
