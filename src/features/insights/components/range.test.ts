import { expect, test } from 'vitest';
import { rangeIn, rangePresets, rangeProblem, searchFor } from './range.ts';

const today = '2026-03-31';
const march = { startDate: '2026-03-01', endDate: '2026-03-31' };

test('an address without a range means this month, and this month needs no address', () => {
  expect(rangeIn({}, today)).toEqual(march);
  expect(searchFor(march, today)).toEqual({ start: undefined, end: undefined });
  expect(rangeIn({ end: '2026-03-05' }, today)).toEqual({ startDate: '2026-03-01', endDate: '2026-03-05' });
});

test('a range comes back from its address as it was', () => {
  for (const { range } of rangePresets(today)) expect(rangeIn(searchFor(range, today), today)).toEqual(range);
});

test('a range that is not this month is the same one in another month', () => {
  const half = { startDate: '2026-11-01', endDate: '2026-11-15' };
  expect(rangeIn(searchFor(half, '2026-11-21'), '2026-12-01')).toEqual(half);
  for (const day of ['2026-01-15', '2026-11-30', '2026-12-10'])
    for (const { name, range } of rangePresets(day).slice(1))
      expect(rangeIn(searchFor(range, day), '2027-02-03'), `${name} of ${day}`).toEqual(range);
});

test('presets are whole months, 90 days with today, and the year', () => {
  expect(rangePresets(today).map(({ range }) => `${range.startDate} ${range.endDate}`)).toEqual([
    '2026-03-01 2026-03-31',
    '2026-02-01 2026-02-28',
    '2026-01-01 2026-03-31',
    '2026-01-01 2026-12-31',
  ]);
});

test('a range that ends before it starts is named at its start', () => {
  expect(rangeProblem(march)).toBeNull();
  expect(rangeProblem({ startDate: '2026-04-01', endDate: '2026-03-31' })).toEqual({
    field: 'startDate',
    message: 'The start date must not be after the end date.',
  });
  expect(rangeProblem({ startDate: '1990-01-01', endDate: '2026-03-31' })?.field).toBe('endDate');
});
