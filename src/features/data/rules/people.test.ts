import { expect, it } from 'vitest';
import { warnOfRepeated } from '#features/data/rules/people.ts';

const maya = { fullName: 'Maya Lindqvist', email: 'maya@old.example', dateOfBirth: '2015-04-30' };

it.each([
  ['another address', { email: 'maya@new.example' }],
  ['no address', { email: null }],
  ['the same address, written otherwise', { email: 'Maya@OLD.example' }],
  ['no birthday', { dateOfBirth: null }],
  ['an accent', { fullName: 'Mäya Lindqvist' }],
])('takes who has %s, but else the same, for the same person', (_, changed) => {
  expect(warnOfRepeated([{ row: 2, value: { ...maya, ...changed } }], [maya], 'student')).toEqual([
    {
      row: 2,
      column: null,
      message: 'A student called Maya Lindqvist is here already. This would be another one.',
    },
  ]);
});

it.each([
  ['another birthday', { dateOfBirth: '2016-04-30' }],
  ['another address and no birthday', { email: 'maya@new.example', dateOfBirth: null }],
  // Twins share both.
  ['another name', { fullName: 'Mila Lindqvist' }],
])('takes who has %s for somebody else', (_, changed) => {
  expect(warnOfRepeated([{ row: 2, value: { ...maya, ...changed } }], [maya], 'student')).toEqual([]);
});
