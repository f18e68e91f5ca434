import { expect, it } from 'vitest';

import { loggedWords } from './logged-words.ts';

const loggedAt = '2026-11-16T23:05:00+00:00';

it('says who logged and when, by the studio’s clock', () => {
  expect(loggedWords({ loggedBy: 'Ana', loggedAt }, 'America/New_York')).toBe(
    'Logged by Ana on Mon, Nov 16 at 6:05 PM.',
  );
  expect(loggedWords({ loggedBy: 'Ana', loggedAt }, 'Asia/Tokyo')).toBe(
    'Logged by Ana on Tue, Nov 17 at 8:05 AM.',
  );
});

it('says when, though who logged is not there any more', () => {
  expect(loggedWords({ loggedBy: null, loggedAt }, 'America/New_York')).toBe(
    'Logged on Mon, Nov 16 at 6:05 PM.',
  );
});
