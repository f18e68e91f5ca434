import { expect, it } from 'vitest';

import { loggedWords } from './logged-words.ts';

const loggedAt = '2026-11-16T23:05:00+00:00';
const newYork = { timeZone: 'America/New_York', today: '2026-11-21' };

it('says who logged and when, by the studio’s clock', () => {
  expect(loggedWords({ loggedBy: 'Ana', loggedAt }, newYork)).toBe(
    'Logged by Ana on Mon, Nov 16 at 6:05 PM.',
  );
  expect(loggedWords({ loggedBy: 'Ana', loggedAt }, { ...newYork, timeZone: 'Asia/Tokyo' })).toBe(
    'Logged by Ana on Tue, Nov 17 at 8:05 AM.',
  );
});

it('says when, though who logged is not there any more', () => {
  expect(loggedWords({ loggedBy: null, loggedAt }, newYork)).toBe('Logged on Mon, Nov 16 at 6:05 PM.');
});

it('names the year of a log of another one', () => {
  const nextYear = { ...newYork, today: '2027-11-16' };
  expect(loggedWords({ loggedBy: 'Ana', loggedAt }, nextYear)).toBe(
    'Logged by Ana on Mon, Nov 16, 2026 at 6:05 PM.',
  );
  const newYear = '2027-01-01T03:00:00+00:00';
  expect(loggedWords({ loggedBy: 'Ana', loggedAt: newYear }, nextYear)).toContain('Dec 31, 2026 at 10:00 PM');
  const tokyo = { ...nextYear, timeZone: 'Asia/Tokyo' };
  expect(loggedWords({ loggedBy: 'Ana', loggedAt: newYear }, tokyo)).toContain('Jan 1 at 12:00 PM');
});
