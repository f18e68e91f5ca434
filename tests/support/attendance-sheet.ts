import type { AttendanceLog, Sheet } from '#features/attendance/schema.ts';
import type { LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';

const instructor = { id: 'teacher', fullName: 'Teacher' };

/** The sheet of a class that takes place, with students by these names and, where it was logged with notes, its log. */
export function sheetOf(names: readonly string[], notes: string | null = null): Sheet {
  const log: AttendanceLog = {
    id: 'log',
    status: 'Completed',
    instructor,
    notes,
    loggedBy: 'Ana',
    loggedAt: '2026-11-21T17:00:00Z',
    version: 1,
  };
  return {
    class: {
      id: 'ballet',
      name: 'Ballet 1',
      danceTypeName: 'Ballet',
      room: { id: 'room', name: 'Room' },
      instructor,
      startTime: '16:00' as LocalTime,
      endTime: '17:00' as LocalTime,
    },
    date: '2026-11-21' as LocalDate,
    state: 'open',
    students: names.map((id) => ({
      id,
      fullName: id,
      isGuest: false,
      isPresent: notes === null ? null : true,
    })),
    log: notes === null ? null : log,
    may: { log: true, correct: true, chooseInstructor: true, enroll: true },
  };
}
