import { expect, it, vi } from 'vitest';
import {
  ageOn,
  formatDateOn,
  isLocalDate,
  isTimeZone,
  localDateAt,
  localTimeAt,
} from '#shared/local-date.ts';

it.each(['2026-11-21', '2028-02-29', '1900-01-01', '2199-12-31'])('%s is a day', (text) =>
  expect(isLocalDate(text)).toBe(true),
);

it.each([
  '',
  '2026-13-01',
  '2026-00-10',
  '2026-02-29',
  '2026-11-31',
  '2026-11-00',
  '1899-12-31',
  '2200-01-01',
  '26-1-1',
])('%s is none', (text) => expect(isLocalDate(text)).toBe(false));

it.each(['America/New_York', 'Asia/Kathmandu', 'Etc/GMT+5', 'EST5EDT', 'UTC'])('%s is a time zone', (name) =>
  expect(isTimeZone(name)).toBe(true),
);

it.each(['', 'Mars/Olympus', 'EST5', '+05:30', '-0800', '+01', 'CET', 'eet', 'AET', 'IST', 'SystemV/AST4'])(
  '%s is none',
  (name) => expect(isTimeZone(name)).toBe(false),
);

it('shows a day of another year with its year', () => {
  expect(formatDateOn('2026-12-31', '2026-11-21')).toBe('Thu, Dec 31');
  expect(formatDateOn('2027-01-04', '2026-11-21')).toBe('Mon, Jan 4, 2027');
});

it.each([
  ['2010-11-21', '2026-11-20', 15],
  ['2010-11-21', '2026-11-21', 16],
  ['2008-02-29', '2027-02-28', 18],
  ['2008-02-29', '2027-03-01', 19],
  ['2008-02-29', '2028-02-29', 20],
])('who was born on %s is on %s %i years old', (birth, date, years) =>
  expect(ageOn(birth, date)).toBe(years),
);

it('knows a time zone under one name, however it is written', () => {
  const format = vi.spyOn(Intl, 'DateTimeFormat');
  const at = new Date('2026-07-15T22:30:00Z');
  for (const name of ['Europe/Lisbon', 'europe/lisbon', 'EUROPE/LISBON', 'eUROPE/lISBON'])
    expect([localDateAt(at, name), localTimeAt(at, name)]).toEqual(['2026-07-15', '23:30']);
  expect(format).toHaveBeenCalledTimes(1);
  format.mockRestore();
});
