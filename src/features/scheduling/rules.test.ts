import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byStart,
  changesFrom,
  datesInRange,
  endedProblem,
  nextDate,
  oneOffTitle,
  parallelDays,
  priceProblem,
  resumes,
  takesPlaceOn,
  type Recurrence,
  type Timetable,
} from '#features/scheduling/rules.ts';
import { addDays } from '#shared/local-date.ts';
import { timeOfMinutes } from '#shared/time-range.ts';
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

describe('two classes at the same time', () => {
  const today = '2026-11-21';
  const at = (startTime: string, endTime: string, more: Partial<Timetable> = {}): Timetable => ({
    daysOfWeek: ['Monday', 'Wednesday'],
    startTime,
    endTime,
    sessionStartDate: '2026-09-01',
    sessionEndDate: null,
    changedFrom: null,
    cancelledDates: [],
    ...more,
  });
  const ballet = at('17:00', '18:00');
  const aTimetable: fc.Arbitrary<Timetable> = fc
    .record({
      daysOfWeek: fc.subarray([...weekdays], { minLength: 1 }),
      sessionStartDate: fc.integer({ min: -9, max: 9 }).map((days) => addDays(today, days)),
      sessionEndDate: fc.option(fc.nat({ max: 14 }).map((days) => addDays(today, days))),
      changedFrom: fc.option(fc.integer({ min: -2, max: 1 }).map((days) => addDays(today, days))),
      cancelledDates: fc.array(fc.nat({ max: 14 }).map((days) => ({ date: addDays(today, days) }))),
      times: fc.record({ start: fc.constantFrom(480, 510, 540), length: fc.constantFrom(30, 31, 60) }),
    })
    .map(({ times: { start, length }, ...rest }) => ({
      ...rest,
      startTime: timeOfMinutes(start),
      endTime: timeOfMinutes(start + length),
    }));

  it.each<[string, Timetable, string[]]>([
    ['overlap on the days both have', at('17:30', '18:30', { daysOfWeek: ['Friday', 'Monday'] }), ['Monday']],
    ['touch at the end', at('18:00', '19:00'), []],
    ['touch at the start', at('16:00', '17:00'), []],
    ['share no weekday', at('17:00', '18:00', { daysOfWeek: ['Tuesday'] }), []],
    ['are one in the other', at('17:15', '17:30'), ['Monday', 'Wednesday']],
    ['ended before', at('17:00', '18:00', { sessionEndDate: '2026-11-20' }), []],
    ['share a last day alone', at('17:00', '18:00', { sessionEndDate: '2026-11-23' }), ['Monday']],
    [
      'have that day cancelled',
      at('17:00', '18:00', { sessionEndDate: '2026-11-23', cancelledDates: [{ date: '2026-11-23' }] }),
      [],
    ],
    [
      'meet once the other begins',
      at('17:00', '18:00', { sessionStartDate: '2027-03-01' }),
      ['Monday', 'Wednesday'],
    ],
  ])('%s', (_, other, days) => {
    expect(parallelDays(ballet, other, today)).toEqual(days);
    expect(parallelDays(other, ballet, today).toSorted()).toEqual(days.toSorted());
  });

  it('never meet where one ends before the other begins', () => {
    const autumn = at('17:00', '18:00', { sessionEndDate: '2026-12-31' });
    expect(parallelDays(autumn, at('17:00', '18:00', { sessionStartDate: '2027-01-01' }), today)).toEqual([]);
  });

  it('is what the list of their days and minutes says, whichever of them is asked for', () => {
    const horizon = addDays(today, 200);
    const daysFrom = (one: Timetable) =>
      datesInRange(one, [today, one.changedFrom ?? today].toSorted()[1] ?? today, horizon).filter((date) =>
        one.cancelledDates.every((cancelled) => cancelled.date !== date),
      );
    const minutes = (one: Timetable) =>
      Array.from({ length: 24 * 60 }, (_, minute) => timeOfMinutes(minute)).filter(
        (time) => one.startTime <= time && time < one.endTime,
      );
    fc.assert(
      fc.property(aTimetable, aTimetable, (a, b) => {
        const [minutesOfB, daysOfB] = [minutes(b), daysFrom(b)];
        const isAtOnce = minutes(a).some((minute) => minutesOfB.includes(minute));
        const shared = daysFrom(a).filter((date) => daysOfB.includes(date));
        const expected = isAtOnce
          ? weekdays.filter((day) => shared.some((date) => weekdayOf(date) === day))
          : [];
        expect(parallelDays(a, b, today)).toEqual(expected);
        expect(parallelDays(b, a, today)).toEqual(expected);
      }),
    );
  });
});

it('orders classes by start time, and those of one time by what their numbers count', () => {
  const classes = [
    { name: 'Class 10', startTime: '17:00' },
    { name: 'Class 2', startTime: '17:00' },
    { name: 'Waltz', startTime: '09:30' },
  ];
  expect(byStart(classes).map(({ name }) => name)).toEqual(['Waltz', 'Class 2', 'Class 10']);
});
