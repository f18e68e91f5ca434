import { expect, it } from 'vitest';
import { refuseDeletion } from '#features/people/instructors/rules.ts';

it.each([
  [{ classes: 0, sessions: 0 }, null],
  [{ classes: 1, sessions: 0 }, 'Ana still teaches 1 current or future class.'],
  [{ classes: 0, sessions: 2 }, 'Ana still teaches 2 future one-time sessions.'],
  [
    { classes: 2, sessions: 1 },
    'Ana still teaches 2 current or future classes and 1 future one-time session.',
  ],
])('%j: %s', (teaching, words) => {
  expect(refuseDeletion('Ana', teaching)).toBe(
    words && `${words} Give them to another instructor or delete them first.`,
  );
});
