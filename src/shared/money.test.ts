import { expect, it } from 'vitest';
import { formatMoney, maxAmountCents, toCents } from '#shared/money.ts';

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

it('shows what was typed in every currency: hundredths of a yen, too, or a list would not add up to its sum', () => {
  const shown = ['USD', 'JPY', 'KWD'].map((currency) => formatMoney(120_050, currency).replace(/\s/, ' '));
  expect(shown).toEqual(['$1,200.50', '¥1,200.50', 'KWD 1,200.50']);
});
