import { expect, it } from 'vitest';
import { maxAmountCents, toCents } from '#shared/money.ts';

it.each([
  ['12', 1200],
  ['12.', 1200],
  ['12.5', 1250],
  [12.5, 1250],
  ['0.05', 5],
  [' 1234.50 ', 123_450],
  ['9999999.99', maxAmountCents],
])('takes %o as %i cents', (typed, cents) => {
  expect(toCents(typed)).toBe(cents);
});

it.each(['', '.', '-1', '1.234', '10000000', '1e3', 'twelve'])('takes %o for no amount', (typed) => {
  expect(toCents(typed)).toBeNull();
});
