import { expect, it } from 'vitest';

import type { ClassRule } from '../schema.ts';
import { filterOptions, withChosen } from './schedule-search.ts';

const listed = { instructors: [{ value: 'ana', label: 'Ana' }], types: ['Ballet'] };
const eva = { value: 'eva', label: 'Eva' };

it('shows what it filters by, also where nothing on the schedule has it now', () => {
  expect(withChosen(listed, {}, eva)).toEqual(listed);
  expect(withChosen(listed, { instructor: 'ana', type: 'Ballet' }, eva)).toEqual(listed);
  expect(withChosen(listed, { instructor: 'eva', type: 'Tap' }, eva)).toEqual({
    instructors: [...listed.instructors, eva],
    types: ['Ballet', 'Tap'],
  });
  expect(withChosen(listed, { instructor: 'eva' }, undefined).instructors).toContainEqual({
    value: 'eva',
    label: 'One instructor',
  });
});

it('offers instructors of one name by what tells them apart', () => {
  const taughtBy = (id: string) =>
    ({ instructor: { id, fullName: 'Ana' }, danceType: { name: 'Ballet' } }) as ClassRule;
  const labels = new Map([['ana', 'Ana, ana@barre.test']]);
  expect(filterOptions([taughtBy('ana'), taughtBy('other')], [], labels).instructors).toEqual([
    { value: 'other', label: 'Ana' },
    { value: 'ana', label: 'Ana, ana@barre.test' },
  ]);
});
