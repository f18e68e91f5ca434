import { expect, it } from 'vitest';

import { outboxWords } from './outbox-words.ts';

const waits = { refusal: null };
const refused = { refusal: 'Class not found.' };

it('counts what waits to be sent', () => {
  expect(outboxWords([waits])).toEqual({ count: 1, words: '1 log to send', isRefused: false });
  expect(outboxWords([waits, waits])).toEqual({ count: 2, words: '2 logs to send', isRefused: false });
});

it('counts what was refused, for nothing happens to that by itself', () => {
  expect(outboxWords([refused])).toEqual({ count: 1, words: '1 log not accepted', isRefused: true });
  expect(outboxWords([waits, refused, refused])).toEqual({
    count: 2,
    words: '2 logs not accepted',
    isRefused: true,
  });
});
