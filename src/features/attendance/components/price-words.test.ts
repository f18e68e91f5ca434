import { expect, it } from 'vitest';

import { priceWords } from './price-words.ts';

it('says what was asked for a session and whether it was paid, and takes none without a price for free', () => {
  const words = (priceCents: number | null, isPaid: boolean) => priceWords({ priceCents, isPaid }, 'USD');
  expect(words(null, false)).toBe('No price given');
  expect(words(null, true)).toBe('Paid');
  expect(words(4_050, false)).toBe('$40.50, not paid');
  expect(words(4_050, true)).toBe('$40.50, paid');
});
