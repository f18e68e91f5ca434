import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { atMost, optionalNotes, optionalText, requiredText, weekdayList } from '#shared/fields.ts';

const missing = 'Enter a name.';
const name = requiredText(40, missing);
const phone = optionalText(40);
const notes = optionalNotes(2000);

/** What a field makes of a text: what is kept, or what is said. */
function read(field: z.ZodMiniType, text: unknown): unknown {
  const { success, data, error } = z.safeParse(field, text);
  return success ? { kept: data } : error.issues.map(({ message }) => message);
}

describe('a line of text', () => {
  it.each(['Zoë O’Brien', 'مدرسة', '👩‍👩‍👧', '<b>', '-', 'Ma\u0301iri', '日本'])('may be %s', (text) => {
    expect([read(name, ` ${text} `), read(phone, ` ${text} `)]).toEqual([{ kept: text }, { kept: text }]);
  });

  it.each(['Ada\nBallet', 'Ada\tBallet ', '\nAda\r\nBallet', 'Ada\u2028\u2029Ballet'])(
    'is one line, also of what is pasted as %j',
    (text) => {
      const kept = { kept: 'Ada Ballet' };
      expect([read(name, text), read(phone, text)]).toEqual([kept, kept]);
    },
  );

  it.each([
    'Ada\u202eBallet',
    '\u202aAda\u202cBallet\u202d',
    '\u2066Ada\u2067\u2068Ballet\u2069',
    ' \u202b Ada\u202eBallet',
    '\u200eAdaBallet\u200f',
    'Ada\u200bBallet\ufeff',
    'Ada\u2060Bal\u00adlet',
  ])('has nothing unseen that turns words around or hides it from a search, as %j has', (text) => {
    const kept = { kept: 'AdaBallet' };
    expect([read(name, text), read(phone, text)]).toEqual([kept, kept]);
  });

  it.each(['Ada\u0000', 'Ada\u007f', 'Ada\u0085Ballet', 'Ada\u009b', 'Ada\ud800', '\udc00 Ada'])(
    'has no character nobody can type, as %j has',
    (text) => {
      const told = ['Remove the control characters.'];
      expect([read(name, text), read(phone, text), read(notes, text)]).toEqual([told, told, told]);
    },
  );

  it.each(['', ' \u3000', '\u200b', '\u200b\u2060\u200d', '\u202e\u2066', '\u0301', '\u3164', '\u2800'])(
    'is none when nothing is to be seen of it, as of %j',
    (text) => {
      expect([read(name, text), read(phone, text), read(notes, text)]).toEqual([
        [missing],
        { kept: null },
        { kept: null },
      ]);
    },
  );
});

it('notes have as many lines as they need', () => {
  expect(read(notes, ' One:\n\t- two\r\nthree ')).toEqual({ kept: 'One:\n\t- two\r\nthree' });
});

it.each([{ length: { toString: 'x' } }, { length: 3 }, { length: -1 }])(
  'what is neither text nor list is refused as such, whatever it says of its length: %j',
  (value) => {
    for (const [field, said] of [
      [name, missing],
      [phone, 'Enter text.'],
      [z.array(z.string(), 'Send a list.').check(atMost(2, 'Send at most 2.')), 'Send a list.'],
      [weekdayList('Choose days.'), 'Choose days.'],
    ] as const)
      expect(read(field, value)).toEqual([said]);
  },
);
