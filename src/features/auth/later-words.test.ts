import { expect, it } from 'vitest';
import { laterWords } from '#features/auth/later-words.ts';

const now = new Date('2026-11-22T01:00:30Z');

it.for([
  ['2026-11-22T02:45:00Z', 'America/New_York', 'after 9:45 PM'],
  ['2026-11-22T02:45:01Z', 'America/New_York', 'after 9:46 PM'],
  ['2026-11-22T06:59:59Z', 'America/New_York', 'after 2:00 AM tomorrow'],
  ['2026-11-22T06:59:59Z', null, 'after 7:00 AM UTC'],
  ['2026-11-24T06:00:00Z', null, 'after 6:00 AM UTC on Tue, Nov 24'],
] as const)('what ends at %s is over, in %s, %s', ([end, timeZone, words]) =>
  expect(laterWords(new Date(end), now, timeZone)).toBe(words),
);
