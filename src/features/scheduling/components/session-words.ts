import type { CalendarSession } from '../schema.ts';
import type { BoardView } from './board-columns.ts';

/** What a session's block adds to a column that already says its room, or its instructor. */
export function sessionWords(session: CalendarSession, view: BoardView): string[] {
  const { instructor, room, studentName, danceTypeName } = session;
  const words = [
    danceTypeName,
    view === 'rooms' ? null : room.name,
    view === 'instructors' ? null : instructor.fullName,
    studentName,
  ];
  return words.filter((word) => word !== null);
}
