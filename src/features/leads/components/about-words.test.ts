import { expect, it } from 'vitest';
import { aboutWords } from './about-words.ts';

it('says how old somebody is and when they asked, with the year once it is another one', () => {
  const today = '2026-11-21';
  expect(aboutWords({ age: 9, createdOn: '2026-11-20' }, today)).toBe('Age 9 · Fri, Nov 20');
  expect(aboutWords({ age: null, createdOn: '2026-01-01' }, today)).toBe('Thu, Jan 1');
  expect(aboutWords({ age: 9, createdOn: '2025-11-20' }, today)).toBe('Age 9 · Thu, Nov 20, 2025');
});
