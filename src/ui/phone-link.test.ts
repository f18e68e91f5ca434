import { expect, it } from 'vitest';
import { phoneLink } from '#ui/phone-link.ts';

it('calls the number that was written, however it is grouped', () => {
  for (const written of [
    '+1 555 010 0199',
    '+1 (555) 010-0199',
    '+1\u00a0555\u2011010\u20130199',
    'Mom: +1.555.010.0199',
  ])
    expect(phoneLink(written)).toBe('tel:+15550100199');
  expect(phoneLink('1-800-DANCE')).toBe('tel:1800');
});

it('calls the first of two, and no extension', () => {
  for (const written of [
    '555-0142 / 555-0199',
    '555 0142, 555 0199',
    '555 0142 or 555 0199',
    '555-0142 ext. 12',
    '555-0142x12',
  ])
    expect(phoneLink(written)).toBe('tel:5550142');
});
