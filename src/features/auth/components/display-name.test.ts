import { expect, test } from 'vitest';

import { displayName, initials } from '#features/auth/components/display-name.ts';

test('a user is shown by full name, else by the email before the at-sign, else as User', () => {
  expect(displayName({ fullName: 'Ana Ruiz', email: 'ana@studio.example' })).toBe('Ana Ruiz');
  expect(displayName({ fullName: null, email: 'ana@studio.example' })).toBe('ana');
  expect(displayName({ fullName: '', email: '' })).toBe('User');
  expect(displayName(null)).toBe('User');
});

test('initials are the first and the last word, whatever the alphabet', () => {
  expect(initials('Ana María Ruiz')).toBe('AR');
  expect(initials('ana')).toBe('A');
  expect(initials('  ')).toBe('');
});
