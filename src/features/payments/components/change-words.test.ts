import { expect, it } from 'vitest';
import { valueText } from './change-words.ts';

it.each([
  ['amountPaidCents', 12_050, '$120.50'],
  ['paidOn', '2026-11-20', 'Fri, Nov 20, 2026'],
  ['status', 'cancelled', 'Cancelled'],
  ['subscriptionType', 'session_based', 'Session-based'],
  ['paymentFor', 'new_class', 'New class'],
  ['numberOfSessions', 10, '10'],
  ['paymentNotes', null, 'none'],
  ['paymentNotes', 'active', 'active'],
])('tells %s of %o as %o', (field, value, text) => {
  expect(valueText(field, value, 'USD')).toBe(text);
});

it.each(['active', 'new_class', 'constructor', 'toString'])('tells a class called %s by its name', (name) => {
  expect(valueText('classId', name, 'USD')).toBe(name);
});
