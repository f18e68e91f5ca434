import { expect, it } from 'vitest';
import { payAmounts, payLine } from '#features/payroll/components/pay-words.ts';
import { defaultPayTerms } from '#features/payroll/rules.ts';

it('says all terms in a line, and nothing where nothing is agreed', () => {
  const hybrid = {
    paymentType: 'hybrid' as const,
    fixedSalaryCents: 150_000,
    ratePerClassCents: null,
    percentageRate: 12.5,
  };
  expect(payLine(hybrid, 'USD')).toBe('$1,500.00 a month + 12.5% commission');
  expect(payLine({ ...defaultPayTerms, ratePerClassCents: 2_500 }, 'USD')).toBe('$25.00 per class');
  expect(payLine(defaultPayTerms, 'USD')).toBe('');
});

it('names the fields a type uses, agreed or not', () => {
  expect(payAmounts(defaultPayTerms, 'USD')).toEqual([
    { field: 'ratePerClassCents', name: 'Rate per class', amount: null },
  ]);
});
