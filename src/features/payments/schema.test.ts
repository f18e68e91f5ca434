import { expect, it } from 'vitest';
import { addSubscriptionInput, updateSubscriptionInput } from '#features/payments/schema.ts';

it('names what a payment lacks in the order of its fields', () => {
  const given = { id: crypto.randomUUID(), version: 1, paymentFor: 'renewal', status: 'active' };
  expect(updateSubscriptionInput.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([
    'Choose a class.',
    'Enter an amount of 0 or more.',
    'Enter a number of sessions from 1 to 10,000.',
    'Enter the start date.',
    'Enter the end date.',
    'Enter the day it was paid.',
  ]);
});

it('tells of dates in the wrong order at the first try, whatever else is wrong', () => {
  const given = { studentId: crypto.randomUUID(), startDate: '2026-12-31', endDate: '2026-12-01' };
  const told = (more: object) =>
    addSubscriptionInput.safeParse({ ...given, ...more }).error?.issues.map(({ message }) => message) ?? [];
  expect(told({})).toContain('Choose a class.');
  expect(told({})).toContain('The end date must not be before the start date.');
  expect(told({ endDate: '2026-13-01' })).not.toContain('The end date must not be before the start date.');
});
