import { expect, test } from 'vitest';
import { formatDateSpan } from '#shared/local-date.ts';
import { periodWords } from './period-words.ts';

const range = { startDate: '2026-11-01', endDate: '2026-11-30' };
const previous = { startDate: '2026-10-01', endDate: '2026-10-31' };
const compared = `${formatDateSpan(range.startDate, range.endDate)}, compared with ${formatDateSpan(previous.startDate, previous.endDate)}`;

test('a period that is over is compared with the one before', () => {
  expect(periodWords(range, previous, '2026-11-30')).toBe(compared);
});

test('one that is not says how much of it is missing', () => {
  expect(periodWords(range, previous, '2026-11-23')).toBe(`${compared}. 7 days are still to come.`);
  expect(periodWords(range, previous, '2026-11-29')).toBe(`${compared}. 1 day is still to come.`);
});

test('one that has not begun is still to come as a whole', () => {
  expect(periodWords(range, previous, '2026-08-01')).toBe(`${compared}. 30 days are still to come.`);
});
