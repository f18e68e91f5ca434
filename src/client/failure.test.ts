import { beforeEach, expect, it, vi } from 'vitest';

import { errorMessage, emptyListText, fieldIssues } from '#client/failure.ts';

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

it('says of a field no form has that the server is of another version, not that a field is not known', () => {
  const refusal = (issues: { path: string[]; message: string }[]) =>
    Object.assign(new Error('idempotencyKey: This field is not known.'), {
      status: 400,
      code: 'BAD_REQUEST',
      data: { issues },
    });
  const unknown = { path: ['idempotencyKey'], message: 'This field is not known.' };
  const wrong = { path: ['fullName'], message: 'Enter the full name.' };
  expect(fieldIssues(refusal([unknown]))).toEqual([]);
  const updating = 'Barre is being updated. Try again in a moment, or load this page anew.';
  expect(errorMessage(refusal([wrong, unknown]))).toBe(updating);
  const nothingThere = { status: 404, code: '404', data: undefined };
  expect(errorMessage(Object.assign(new Error('There is nothing at this address.'), nothingThere))).toBe(
    updating,
  );
  const gone = { status: 404, code: 'NOT_FOUND', data: undefined };
  expect(errorMessage(Object.assign(new Error('Class not found.'), gone))).toBe('Class not found.');
  expect(fieldIssues(refusal([wrong]))).toEqual([{ field: 'fullName', message: 'Enter the full name.' }]);
});
