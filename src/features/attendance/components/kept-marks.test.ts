import { expect, it, vi } from 'vitest';
import type { LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';

import type { AttendanceLog, Sheet } from '../schema.ts';
import { draftOf, marksOf } from './attendance-draft.ts';

it('gives nothing back that was saved as the page ended, nor when the log says something else later', async () => {
  const store = new Map<string, string>();
  vi.stubGlobal('window', { location: { origin: 'http://barre.test' } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  });
  const { keepDraft } = await import('#client/kept-draft.ts');
  const { keptMarks, marksName } = await import('./kept-marks.ts');
  const blank = sheetWith(null);
  const draft = { ...draftOf(blank, null), notes: 'left early' };
  keepDraft('ana', marksName(blank, null), marksOf(blank, draft, null));
  expect(keptMarks('ana', blank, null)).toEqual({ draft, version: null });
  expect(keptMarks('ana', sheetWith('left early'), null)).toBeNull();
  expect(keptMarks('ana', sheetWith('left at five'), null)).toBeNull();
});

function sheetWith(notes: string | null): Sheet {
  const instructor = { id: 'teacher', fullName: 'Teacher' };
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
    students: [{ id: 'mia', fullName: 'Mia', isGuest: false, isPresent: notes === null ? null : true }],
    log: notes === null ? null : log,
    may: { log: true, correct: true, chooseInstructor: true },
  };
}
