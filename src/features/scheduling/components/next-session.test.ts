import { describe, expect, it } from 'vitest';

import type { ClassRule } from '../schema.ts';
import { aheadFrom, cancelledNext, cancelProblem, nextToCancel, nextWords } from './next-session.ts';

const today = '2026-11-21';
const [monday, tuesday, nextMonday] = ['2026-11-23', '2026-11-24', '2026-11-30'];

describe('the card of a class', () => {
  it('shows the next date as cancelled', () => {
    expect(cancelledNext(mondays({ cancelled: [monday] }), today)?.date).toBe(monday);
    expect(cancelledNext(mondays({ cancelled: [nextMonday] }), today)).toBeNull();
    expect(cancelledNext(mondays(), today)).toBeNull();
  });

  it('shows no date the class no longer has as cancelled, but the first it has', () => {
    const ended = { sessionEndDate: '2026-11-22', cancelled: [monday] };
    expect(cancelledNext(mondays(ended), today)).toBeNull();
    expect(cancelledNext(mondays({ daysOfWeek: ['Tuesday'], cancelled: [monday] }), today)).toBeNull();
    const moved = { daysOfWeek: ['Tuesday' as const], cancelled: [monday, tuesday] };
    expect(cancelledNext(mondays(moved), today)?.date).toBe(tuesday);
  });

  it('says when the class takes place next, and that it has ended only once it has', () => {
    expect(nextWords(mondays({ daysOfWeek: ['Saturday'] }), today)).toBe('Today');
    expect(nextWords(mondays({ cancelled: [monday] }), today)).toBe('Next: Mon, Nov 30');
    const changed = mondays({ daysOfWeek: ['Saturday'], changedFrom: '2026-11-22' });
    expect(nextWords(changed, today)).toBe('Changes tomorrow · Next: Sat, Nov 28');
    const offToday = mondays({ daysOfWeek: ['Saturday'], isOffToday: true });
    expect(nextWords(offToday, today)).toBe('Next: Sat, Nov 28');
    expect(nextWords(mondays({ sessionStartDate: monday }), today)).toBe('Starts Mon, Nov 23, 2026');
    expect(nextWords(mondays({ sessionEndDate: today }), today)).toBe('Ends Sat, Nov 21, 2026');
    expect(nextWords(mondays({ sessionEndDate: monday, cancelled: [monday] }), today)).toBe(
      'Ends Mon, Nov 23, 2026',
    );
    expect(nextWords(mondays({ sessionEndDate: '2026-11-16' }), today)).toBe('Ended Mon, Nov 16, 2026');
  });
});

it('goes on from a session of today to the next one as soon as that is over', () => {
  const rule = mondays({ daysOfWeek: ['Saturday', 'Monday'], cancelled: [monday] });
  expect(aheadFrom(rule, { date: today, time: '17:59' })).toBe(today);
  const tomorrow = aheadFrom(rule, { date: today, time: '18:00' });
  expect(tomorrow).toBe('2026-11-22');
  expect(nextWords(rule, today)).toBe('Today');
  expect(nextWords(rule, today, tomorrow)).toBe('Next: Sat, Nov 28');
  expect(cancelledNext(rule, today)).toBeNull();
  expect(cancelledNext(rule, tomorrow)?.date).toBe(monday);
  const last = mondays({ daysOfWeek: ['Saturday'], sessionEndDate: today });
  expect(nextWords(last, today, tomorrow)).toBe('Ended Sat, Nov 21, 2026');
  expect(aheadFrom(mondays(), { date: today, time: '23:00' }), 'none today').toBe(today);
});

describe('a date to cancel', () => {
  it('is at first the next one that has not begun', () => {
    const saturdays = mondays({ daysOfWeek: ['Saturday'], startTime: '17:00' });
    expect(nextToCancel(saturdays, { date: today, time: '16:59' })).toBe(today);
    expect(nextToCancel(saturdays, { date: today, time: '17:00' })).toBe('2026-11-28');
    expect(nextToCancel({ ...saturdays, isOffToday: true }, { date: today, time: '09:00' })).toBe(
      '2026-11-28',
    );
    expect(nextToCancel(mondays({ cancelled: [monday] }), { date: today, time: '09:00' })).toBe(nextMonday);
    expect(nextToCancel({ ...saturdays, sessionEndDate: today }, { date: today, time: '18:00' })).toBeNull();
  });

  it('is one of the class that is not cancelled yet, and is named with its year where that is another one', () => {
    const newYear = '2027-01-04';
    const rule = mondays({ name: 'Ballet', cancelled: [monday, newYear] });
    expect(cancelProblem(rule, nextMonday, today)).toBeNull();
    expect(cancelProblem(rule, '', today)).toBe('Please select a date to cancel.');
    expect(cancelProblem(rule, monday, today)).toBe('Ballet is already cancelled on Mon, Nov 23.');
    expect(cancelProblem(rule, newYear, today)).toBe('Ballet is already cancelled on Mon, Jan 4, 2027.');
    const offToday = mondays({ name: 'Ballet', daysOfWeek: ['Saturday'], isOffToday: true });
    expect(cancelProblem(offToday, today, today)).toBe('Ballet is already cancelled on Sat, Nov 21.');
    expect(cancelProblem(rule, tuesday, today)).toBe(
      'Ballet does not take place on Tue, Nov 24, 2026. Choose one of its dates.',
    );
  });
});

function mondays({
  cancelled = [],
  ...fields
}: Partial<ClassRule> & { cancelled?: string[] } = {}): ClassRule {
  return {
    id: 'class',
    name: 'Ballet One',
    classType: 'Group',
    danceType: { id: 'ballet', name: 'Ballet' },
    instructor: { id: 'ina', fullName: 'Ina Instructor' },
    room: { id: 'studio', name: 'Studio A' },
    daysOfWeek: ['Monday'],
    startTime: '17:00',
    endTime: '18:00',
    sessionStartDate: '2026-09-01',
    sessionEndDate: null,
    enrolledCount: 0,
    changedFrom: null,
    cancelledDates: cancelled.map((date) => ({ id: date, date })),
    isOffToday: false,
    isRoomConflictIgnored: false,
    version: 1,
    ...fields,
  };
}
