import { expect, it } from 'vitest';
import { isLocalDate } from '#shared/local-date.ts';

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
