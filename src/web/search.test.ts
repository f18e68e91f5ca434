import { expect, test } from 'vitest';

import { day, oneOf, readSearch, text, writeSearch } from '#web/search.ts';

test('a search goes through the address and comes back the same', () => {
  const search = { q: 'Ana & Łukasz', date: '2026-11-21', id: '007' };
  expect(readSearch(writeSearch(search))).toEqual(search);
});

test('what is absent leaves no trace in the address', () => {
  expect(writeSearch({ q: '', tab: undefined, page: null })).toBe('');
  expect(writeSearch({ q: 'ana', tab: undefined })).toBe('?q=ana');
});

test('a bad value falls back to the default', () => {
  expect(day('2026-02-30')).toBeUndefined();
  expect(day('2026-02-28')).toBe('2026-02-28');
  expect(oneOf(['week', 'day'], 'month')).toBeUndefined();
  expect(oneOf(['week', 'day'], 'week')).toBe('week');
  expect(text('')).toBeUndefined();
  expect(text('x'.repeat(999))).toHaveLength(200);
});
