import { expect, it } from 'vitest';

import { numberOf } from './number-text.ts';

it.for<[string, number | string]>([
  ['', ''],
  ['  ', ''],
  ['12', 12],
  [' 12 ', 12],
  ['-5', -5],
  ['1,200', 1200],
  ['1 200', 1200],
  ['12.5', 12.5],
  ['12.345', 12.345],
  ['.5', 0.5],
  ['12,5', 12.5],
  ['1,200,5', 1200.5],
  ['12,3456', '12,3456'],
  ['1e3', '1e3'],
  ['0x10', '0x10'],
  ['$5', '$5'],
  ['twelve', 'twelve'],
  ['-', '-'],
])('reads %j as %j', ([typed, meant]) => {
  expect(numberOf(typed)).toBe(meant);
});
