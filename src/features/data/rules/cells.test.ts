import { describe, expect, it } from 'vitest';
import {
  readCents,
  readChoice,
  readDay,
  readPercentage,
  readPhone,
  readTime,
  readWeekdays,
} from '#features/data/rules/cells.ts';

describe('a cell is read as', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    ['11/21/2026', '2026-11-21'],
    ['4/5/2026', '2026-04-05'],
    ['21/11/2026', null],
    ['2026-02-30', null],
    ['21.11.2026', '2026-11-21'],
    ['4.5.2026', '2026-05-04'],
    ['11.21.2026', null],
    ['21.11.26', null],
    ['2026-11-21T00:00', null],
    ['46347', null],
  ])('a day: %s', (text, day) => expect(readDay(text)).toBe(day));

  it.each([
    ['17:00', '17:00'],
    ['9:05', '09:05'],
    ['17:00:00', '17:00'],
    ['5:00 PM', '17:00'],
    ['5 pm', '17:00'],
    ['5:30 p.m.', '17:30'],
    ['12:00 AM', '00:00'],
    ['12:15pm', '12:15'],
    ['24:00', null],
    ['13:00 PM', null],
    ['0:30 am', null],
    ['17:60', null],
    ['17', null],
    ['5.30', null],
  ])('a time: %s', (text, time) => expect(readTime(text)).toBe(time));

  it.each([
    ['Monday, Wednesday', ['Monday', 'Wednesday']],
    ['wed/MON', ['Monday', 'Wednesday']],
    ['Tues & Thurs', ['Tuesday', 'Thursday']],
    ['Mo Mo', ['Monday']],
    ['Saturdays', ['Saturday']],
    ['Monday and Thursday', ['Monday', 'Thursday']],
    ['Mon-Fri', ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']],
    ['Monday – Wednesday', ['Monday', 'Tuesday', 'Wednesday']],
    ['tue to thu', ['Tuesday', 'Wednesday', 'Thursday']],
    ['Fri-Mon', ['Monday', 'Friday', 'Saturday', 'Sunday']],
    ['Mondays-Mondays', ['Monday']],
    ['Mon - Wed, Sat', ['Monday', 'Tuesday', 'Wednesday', 'Saturday']],
    ['Mon Wed-Fri', ['Monday', 'Wednesday', 'Thursday', 'Friday']],
    ['Mon-Wed-Fri', ['Monday', 'Wednesday', 'Friday']],
    ['T', null],
    ['Mon-Funday', null],
    ['Mon-', null],
    ['to Friday', null],
    ['Mon to', null],
    ['and', null],
    ['-', null],
    ['Monday, Funday', null],
    ['1,3', null],
  ])('weekdays: %s', (text, days) => expect(readWeekdays(text)).toEqual(days));

  it.each([
    ['1200', 120_000],
    ['1,200.5', 120_050],
    ['$35.00', 3500],
    ['0', 0],
    ['12.345', null],
    ['-1', null],
    ['1e3', null],
    ['12,5', null],
    ['99999999', null],
  ])('an amount: %s', (text, cents) => expect(readCents(text)).toBe(cents));

  it.each([
    ['+1 (555) 010-0199', '+1 (555) 010-0199'],
    ['5550100 ext. 2', '5550100 ext. 2'],
    ['1.55501E+10', null],
    ['4,91511E+11', null],
    ['5E+09', null],
  ])('a phone number: %s', (text, phone) => expect(readPhone(text)).toBe(phone));

  it.each([
    ['10', 10],
    ['12.5%', 12.5],
    ['12.5 %', 12.5],
    ['100', 100],
    ['100.01', null],
    ['-1', null],
    ['0.125', null],
  ])('a percentage: %s', (text, percentage) => expect(readPercentage(text)).toBe(percentage));

  // Each is far under a second where nothing else runs; minutes if it began anew at every character.
  it.each([
    ['no percentage, however many blanks are in it', () => readPercentage(`1${' '.repeat(1_000_000)}0`)],
    ['no weekdays, however many there are', () => readWeekdays('mon-'.repeat(250_000))],
    ['no weekday, however many blanks are in it', () => readWeekdays(`mon${' '.repeat(1_000_000)}x`)],
  ])('%s, in no long time', (_, read) => {
    const started = performance.now();
    expect(read()).toBe(null);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it.each([
    ['per class', 'per_class'],
    ['Per_Class', 'per_class'],
    ['s', 'salary'],
    ['p', null],
    ['sal', null],
    ['constructor', null],
  ])('one of some words: %s', (text, choice) =>
    expect(readChoice(['per_class', 'salary', 'percentage'], text)).toBe(choice),
  );
});
