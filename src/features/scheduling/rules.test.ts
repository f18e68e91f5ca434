import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changesFrom,
  datesInRange,
  endedProblem,
  nextDate,
  oneOffTitle,
  priceProblem,
  resumes,
  takesPlaceOn,
  type Recurrence,
} from '#features/scheduling/rules.ts';
import { addDays } from '#shared/local-date.ts';
import { weekdayOf, weekdays } from '#shared/weekday.ts';

const mondays: Recurrence = {
  daysOfWeek: ['Monday'],
  sessionStartDate: '2026-11-01',
  sessionEndDate: '2026-11-30',
};

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2027-12-01', days));
const rule: fc.Arbitrary<Recurrence> = fc.record({
  daysOfWeek: fc.subarray([...weekdays], { minLength: 1 }),
  sessionStartDate: day,
  sessionEndDate: fc.option(day),
});

describe('the title of a one-off session', () => {
  it.each([
    [{ sessionType: 'Private', outcome: null }, 'One-Time Private'],
    [{ sessionType: 'Tryout', outcome: 'No Show' }, 'One-Time Tryout - No Show'],
    [
      { sessionType: 'Tryout', outcome: 'Completed', outcomeNotes: 'Loved it' },
      'One-Time Tryout - Completed - Loved it',
    ],
  ])('%j reads %s', (session, title) => expect(oneOffTitle(session)).toBe(title));
});

describe('the price of a one-off session', () => {
  it.each([
    [{ sessionType: 'Tryout', isPaid: true, priceCents: null }, false],
    [{ sessionType: 'Tryout', isPaid: true, priceCents: 0 }, false],
    [{ sessionType: 'Tryout', isPaid: true, priceCents: 1 }, true],
    [{ sessionType: 'Tryout', isPaid: false, priceCents: null }, true],
    [{ sessionType: 'Private', isPaid: true, priceCents: 0 }, true],
  ])('%j is fine: %s', (session, isFine) =>
    expect(priceProblem(session)).toBe(isFine ? null : 'Please enter a valid price for paid tryouts.'),
  );
});

describe('a change of a class', () => {
  it.each([
    ['2026-11-16', '16:59', '2026-11-16'],
    ['2026-11-16', '17:00', '2026-11-17'],
    ['2026-11-17', '17:00', '2026-11-17'],
    ['2026-12-07', '17:00', '2026-12-07'],
  ])('made on %s at %s holds from %s', (date, time, from) =>
    expect(changesFrom({ ...mondays, startTime: '17:00', changedFrom: null }, { date, time })).toBe(from),
  );

  it('holds from when the one before does, once that is yet to come: what is held today is not what is changed', () => {
    const changed = { ...mondays, startTime: '17:00', changedFrom: '2026-11-17' };
    expect(changesFrom(changed, { date: '2026-11-16', time: '09:00' })).toBe('2026-11-17');
    expect(changesFrom(changed, { date: '2026-11-17', time: '09:00' })).toBe('2026-11-17');
    expect(changesFrom(changed, { date: '2026-11-23', time: '17:00' })).toBe('2026-11-24');
  });

  it.each([
    ['2026-11-14', null, true],
    ['2026-11-14', '2026-11-16', true],
    ['2026-11-14', '2026-11-15', false],
    ['2026-11-15', null, false],
    [null, null, false],
  ])('lets a class that ended %s and now ends %s resume on 16 November: %s', (ended, end, isResumed) =>
    expect(resumes({ sessionEndDate: end }, { sessionEndDate: ended }, '2026-11-16')).toBe(isResumed),
  );
});

describe('a change of a class that has ended', () => {
  const text =
    'This class ended on Sun, Nov 15, 2026. Choose that day or an earlier one, or a later end date.';
  it.each([
    ['2026-11-15', '2026-11-15', text],
    ['2026-11-14', '2026-11-15', text],
    ['2026-11-14', '2026-11-16', null],
    ['2026-11-16', '2026-11-15', null],
    ['2026-11-14', null, null],
    [null, '2026-11-15', null],
  ])('where it ended %s and now ends %s, from 16 November: %s', (ended, end, problem) =>
    expect(endedProblem({ sessionEndDate: end }, { sessionEndDate: ended }, '2026-11-16')).toBe(problem),
  );
});

describe('the days of a class', () => {
  it('includes first and last day and keeps to its weekdays', () => {
    expect(datesInRange(mondays, '2026-01-01', '2027-01-01')).toEqual([
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(takesPlaceOn(mondays, '2026-11-30')).toBe(true);
    expect(takesPlaceOn(mondays, '2026-12-07')).toBe(false);
    expect(takesPlaceOn(mondays, '2026-11-24')).toBe(false);
  });

  it('knows 29 February and the weeks in which clocks change', () => {
    const ongoing: Recurrence = { ...mondays, daysOfWeek: ['Tuesday', 'Sunday'], sessionEndDate: null };
    expect(datesInRange(ongoing, '2028-02-27', '2028-03-05')).toEqual([
      '2028-02-27',
      '2028-02-29',
      '2028-03-05',
    ]);
    expect(datesInRange(ongoing, '2027-03-14', '2027-03-16')).toEqual(['2027-03-14', '2027-03-16']);
    expect(datesInRange(ongoing, '2027-11-07', '2027-11-09')).toEqual(['2027-11-07', '2027-11-09']);
  });

  it('skips cancelled days when it looks for the next one', () => {
    expect(nextDate(mondays, '2026-11-10')).toBe('2026-11-16');
    expect(nextDate(mondays, '2026-11-16', ['2026-11-16', '2026-11-23'])).toBe('2026-11-30');
    expect(nextDate(mondays, '2026-11-24', ['2026-11-30'])).toBeNull();
    expect(nextDate(mondays, '2026-12-01')).toBeNull();
    expect(nextDate(mondays, '2020-01-01')).toBe('2026-11-02');
  });

  it('is the same set whichever way it is asked for', () => {
    fc.assert(
      fc.property(rule, day, fc.nat({ max: 60 }), (recurrence, start, length) => {
        const end = addDays(start, length);
        const oneByOne = Array.from({ length: length + 1 }, (_, days) => addDays(start, days)).filter(
          (date) =>
            recurrence.daysOfWeek.includes(weekdayOf(date)) &&
            date >= recurrence.sessionStartDate &&
            date <= (recurrence.sessionEndDate ?? date),
        );
        const dates = datesInRange(recurrence, start, end);
        expect(dates).toEqual(oneByOne);
        expect(dates.every((date) => takesPlaceOn(recurrence, date))).toBe(true);
      }),
    );
  });

  it('has as next day the first of them that is not cancelled', () => {
    fc.assert(
      fc.property(rule, day, fc.array(fc.nat({ max: 30 })), (recurrence, from, picks) => {
        const dates = datesInRange(recurrence, from, addDays(from, 1000));
        const cancelled = picks.flatMap((pick) => dates[pick] ?? []);
        const expected = dates.find((date) => !cancelled.includes(date)) ?? null;
        expect(nextDate(recurrence, from, cancelled)).toBe(expected);
      }),
    );
  });
});
