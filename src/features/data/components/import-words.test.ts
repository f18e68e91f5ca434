import { expect, it } from 'vitest';
import { leftOutWords } from './import-words.ts';

it.each([
  [{ deleted: 0, otherRole: 0 }, ''],
  [{ deleted: 1, otherRole: 0 }, '1 deleted student'],
  [{ deleted: 3, otherRole: 2 }, '3 deleted students, 2 with another role than student'],
])('says which rows are left out: %j', (leftOut, words) =>
  expect(leftOutWords(leftOut, 'students')).toBe(words),
);
