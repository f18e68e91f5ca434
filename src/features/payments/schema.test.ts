import { expect, it } from 'vitest';
import { updateSubscriptionInput } from '#features/payments/schema.ts';

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
