import { beforeEach, expect, it, vi } from 'vitest';

import { emptyListText } from '#client/failure.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  return () => vi.unstubAllGlobals();
});

it('says that a list is empty only when the server has said so', () => {
  const none = 'No student found';
  expect(emptyListText({ data: { items: [] }, error: null }, none)).toBe(none);
  expect(emptyListText({ data: undefined, error: null }, none)).toBe('Searching...');
  expect(emptyListText({ data: {}, error: null, isPlaceholderData: true }, none)).toBe('Searching...');
  const unreachable = 'The server cannot be reached. Try again in a moment.';
  expect(emptyListText({ data: undefined, error: new TypeError('Failed to fetch') }, none)).toBe(unreachable);
});
