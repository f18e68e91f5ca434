import { expect, it } from 'vitest';
import { differencesOf, labelled, named } from '#client/differences.ts';

const wording = { currency: 'USD', form: null };
const difference = (theirs: object, mine: object, more: object = {}) =>
  differencesOf(theirs, mine, { ...wording, ...more }).map((each) => [each.label, each.theirs, each.mine]);

it('names only what differs; empty and none are the same', () => {
  expect(difference({ a: 'x', b: '', c: null }, { a: 'x ', b: null, c: '' })).toEqual([]);
  expect(difference({ fullName: 'Ana', age: 7 }, { fullName: 'Bo', age: 7 })).toEqual([
    ['Full name', 'Ana', 'Bo'],
  ]);
});

it('writes values as people do', () => {
  expect(
    difference(
      { priceCents: 1250, isPaid: true, sessionDate: '2026-11-21', startTime: '16:00', days: ['Monday'] },
      { priceCents: null, isPaid: false, sessionDate: '2026-11-22', startTime: '17:00', days: [] },
    ),
  ).toEqual([
    ['Price', '$12.50', ''],
    ['Is paid', 'Yes', 'No'],
    ['Session date', 'Sat, Nov 21, 2026', 'Sun, Nov 22, 2026'],
    ['Start time', '4:00 PM', '5:00 PM'],
    ['Days', 'Monday', ''],
  ]);
});

it('writes keys by their names, also inside', () => {
  const words = {
    roomId: named([{ value: '1', label: 'Studio A' }]),
    'pay.type': labelled({ flat: 'Flat rate' }),
  };
  const names = { '7': 'Ana', '8': 'Bo' };
  expect(
    difference(
      { roomId: '1', pay: { type: 'flat' }, absent: new Set(['7', '8']) },
      { roomId: null, pay: { type: 'none' }, absent: new Set() },
      { words, names },
    ),
  ).toEqual([
    ['Room', 'Studio A', ''],
    ['Type', 'Flat rate', 'none'],
    ['Absent', 'Ana, Bo', ''],
  ]);
});
