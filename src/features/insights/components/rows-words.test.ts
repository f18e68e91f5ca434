import { expect, test } from 'vitest';
import { formatDateSpan } from '#shared/local-date.ts';
import { fileName, rowsFileName, rowsWords } from './rows-words.ts';

const range = { startDate: '2025-01-01', endDate: '2025-12-31' };
const period = formatDateSpan(range.startDate, range.endDate);
const revenue = {
  title: 'Total Revenue',
  metric: 'totalRevenue',
  range,
  today: '2026-11-21',
  count: 12,
} as const;

test('rows are those of the period', () => {
  expect(rowsWords(revenue)).toEqual({
    extent: `12 in all, ${period}`,
    beyond: null,
    nothing: `Nothing of ${period} is counted here.`,
    day: 'Date',
  });
});

test('a part of the rows is called one, and so is a file that holds a part', () => {
  expect(rowsWords({ ...revenue, count: 500 })).toMatchObject({
    extent: `The newest 500, ${period}`,
    beyond: 'The CSV file holds all of them, up to 50,000.',
  });
  expect(rowsFileName({ ...revenue, count: 501 })).toBe('Total Revenue 2025-01-01 to 2025-12-31');
  expect(rowsFileName({ ...revenue, count: 50_000 })).toBe(
    'Total Revenue newest 50000 2025-01-01 to 2025-12-31',
  );
});

test('enrollments are those of today, whatever the period', () => {
  const enrolled = { ...revenue, title: 'Total Enrollments', metric: 'totalEnrollments' } as const;
  expect(rowsWords(enrolled)).toMatchObject({
    extent: '12 in all, as of today',
    nothing: 'Nothing is counted here as of today.',
  });
  expect(rowsFileName(enrolled)).toBe('Total Enrollments as of 2026-11-21');
});

test('the day of an active student is the one their subscription ends on', () => {
  expect(rowsWords({ ...revenue, metric: 'activeStudents' }).day).toBe('Ends');
});

test('a file is called by its period, or by today where the period makes no difference', () => {
  expect(fileName('Revenue by Class', range, '2026-11-21')).toBe('Revenue by Class 2025-01-01 to 2025-12-31');
  expect(fileName('Most Popular Classes', null, '2026-11-21')).toBe('Most Popular Classes as of 2026-11-21');
});
