import { expect, it } from 'vitest';
import type { AttendanceFacts } from '../schema.ts';
import { changeWords } from './change-words.ts';

const words = (
  before: AttendanceFacts | null,
  after: AttendanceFacts | null,
  studentName: string | null = null,
) => changeWords({ id: 1, at: '2026-11-21T15:00:00Z', by: null, studentName, before, after });
const taughtBy = (instructorId: string, instructorName: string): AttendanceFacts => ({
  status: 'Completed',
  instructorId,
  instructorName,
});

it('says who taught in whose place, also where both have one name', () => {
  expect(words(taughtBy('a', 'Ina'), taughtBy('b', 'Sue'))).toBe('Taught by: Ina → Sue');
  const deleted = 'Deleted instructor';
  expect(words(taughtBy('a', deleted), taughtBy('b', deleted))).toBe(
    'Taught by: Deleted instructor → another Deleted instructor',
  );
  expect(words(taughtBy('a', deleted), taughtBy('a', deleted))).toBe(
    'Saved again without changes to the log itself',
  );
});

it('says who was added to a log, changed in it and removed from it', () => {
  const [present, absent] = [{ isPresent: true }, { isPresent: false }];
  expect(words(null, present, 'Mia')).toBe('Mia: not recorded → Present');
  expect(words(present, absent, 'Mia')).toBe('Mia: Present → Absent');
  expect(words(absent, null, 'Mia')).toBe('Mia: Absent → removed');
});
