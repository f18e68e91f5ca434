import { expect, test } from 'vitest';

import { studioName } from '#web/studio-name.ts';

test.each([
  ['Riverside School', 'Riverside'],
  ['School of Dance', 'School of Dance'],
  ['Old School School', 'Old School'],
  ['Preschool', 'Preschool'],
  [null, 'DanceSchool'],
  ['', 'DanceSchool'],
])('the sidebar shows %j as %j', (name, shown) => {
  expect(studioName(name)).toBe(shown);
});
