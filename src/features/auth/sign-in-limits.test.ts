import { expect, it } from 'vitest';
import { mailboxOf } from './sign-in-limits.ts';

it.each([
  ['ana@barre.test', 'ana@barre.test'],
  ['ana+1@barre.test', 'ana@barre.test'],
  ['ana+1+2@barre.test', 'ana@barre.test'],
  ['ana@barre+1.test', 'ana@barre+1.test'],
  ['ana+1', 'ana+1'],
  ['', ''],
])('takes %s for the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

it('takes no time over what is no address', () => {
  const started = performance.now();
  mailboxOf('+'.repeat(200_000));
  // No time at all where nothing else runs; most of a minute if it were tried from each plus on.
  expect(performance.now() - started).toBeLessThan(5_000);
});
