import { expect, it } from 'vitest';
import {
  amountCentsOf,
  amountText,
  caretAt,
  insertedInto,
  isWrittenAmount,
  withPoint,
} from '#ui/amount-text.ts';

it.each([
  ['', '', null],
  ['$', '', null],
  ['1200', '$1,200', 120_000],
  ['$1,2345', '$12,345', 1_234_500],
  ['1 200', '$1,200', 120_000],
  ['$1,234.50', '$1,234.50', 123_450],
  ['12.', '$12.', 1200],
  ['.5', '$.5', 50],
  ['-5', '-$5', -500],
  ['5$1,200', '$51,200', 5_120_000],
  ['$10000000', '$10,000,000', 1_000_000_000],
])('shows a typed %o as %o, which is %o cents', (typed, shown, cents) => {
  expect([amountText(typed), amountCentsOf(typed)]).toEqual([shown, cents]);
  expect([amountText(shown), amountCentsOf(shown)]).toEqual([shown, cents]);
});

it.each(['1.234,56', '12.345', '9.99999999999999999', '(12)', '−12', '1e5', '1.2.3', '12 USD'])(
  'keeps %o as it is, an amount of no whole cents',
  (typed) => {
    expect(amountText(typed)).toBe(typed);
    expect(amountCentsOf(typed)).toBe(typed);
  },
);

it.each(['-', '.', '-.'])('waits for the digits of %o', (typed) => {
  expect(amountCentsOf(typed)).toBe(typed);
});

it.each([
  ['1,20', '1.20'],
  ['$1,234,5', '$1,234.5'],
  ['12,', '12.'],
  ['1,200', '1,200'],
  ['1,234.50', '1,234.50'],
  ['1.234,56', '1.234,56'],
])('takes the comma of %o as %o: fewer than three digits after it are cents', (typed, meant) => {
  expect(withPoint(typed)).toBe(meant);
});

it.each([
  ['', '1,20', '1,20'],
  ['$1', '$1,', ','],
  ['$1,200', '$1,20', ''],
  ['$1,200', '$1,2005', '5'],
  ['$1,200', '1,20', '1,2'],
  ['$11', '$111', '1'],
])('tells what turns %o into %o', (before, after, inserted) => {
  expect(insertedInto(before, after)).toBe(inserted);
});

it.each([
  ['1,200', true],
  [' $1,234,567.89\n', true],
  ['1 200.5', true],
  ['.50', true],
  ['-5', true],
  ['1,20', true],
  ['1 234,5', true],
  ['12,3456', false],
  ['1,20.50', false],
  ['12 34', false],
  ['1.234,56', false],
  ['twelve', false],
])('takes a written %o for an amount: %o', (pasted, isAmount) => {
  expect(isWrittenAmount(pasted)).toBe(isAmount);
});

it.each([
  ['$1,2345', 7, 7],
  ['$127456', 4, 4],
  ['$1,23', 5, 4],

  ['$,456', 1, 1],
  ['5$1,200', 1, 2],
])('keeps the caret of %o behind the same digits', (typed, at, kept) => {
  expect(caretAt(amountText(typed), typed, at)).toBe(kept);
});
