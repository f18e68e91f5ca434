import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayState, entriesToKeep, groupByTime, mayLog, outcomeProblem } from '#features/attendance/rules.ts';

const today = '2026-11-21';
const day = fc.record({
  date: fc.constantFrom('2026-11-20', today, '2026-11-22'),
  takesPlace: fc.boolean(),
  isCancelled: fc.boolean(),
  isLogged: fc.boolean(),
});

describe('the state of a date', () => {
  it('is open exactly when the class was held by today, uncancelled, and nobody has logged it', () => {
    fc.assert(
      fc.property(day, (known) => {
        const isOpen = known.takesPlace && !known.isCancelled && !known.isLogged && known.date <= today;
        expect(dayState(known, today) === 'open').toBe(isOpen);
      }),
    );
  });

  it('is logged whatever became of the rule', () => {
    fc.assert(fc.property(day, (known) => dayState({ ...known, isLogged: true }, today) === 'logged'));
  });
});

it('lets the office, the class’s instructor and whoever taught see a log', () => {
  const session = { instructorId: 'ina', taughtBy: 'sub' };
  const may = (profileId: string, isOffice = false) => mayLog({ isOffice, profileId }, session);
  expect([may('ina'), may('sub'), may('other'), may('other', true)]).toEqual([true, true, false, true]);
});

it('keeps entries of held sessions only (spec §4)', () => {
  expect(entriesToKeep('Completed', [1, 2])).toEqual([1, 2]);
  expect(entriesToKeep('Cancelled', [1, 2])).toEqual([]);
});

it('takes an outcome once the day has come, and a cancellation before', () => {
  const problem = (sessionDate: string, outcome: 'Completed' | 'Cancelled' | 'No Show') =>
    outcomeProblem({ sessionDate, isCancelled: false, outcome: null }, outcome, today);
  expect(problem(today, 'Completed')).toBeNull();
  expect(problem('2026-11-22', 'Cancelled')).toBeNull();
  expect(problem('2026-11-22', 'Completed')).toMatch(/not taken place yet/);
  expect(problem('2026-11-22', 'No Show')).toMatch(/not taken place yet/);
});

it('puts what runs now first, then what comes, then what is over; a session ends when its time is up', () => {
  const items = [
    { startTime: '09:00', endTime: '10:00' },
    { startTime: '10:00', endTime: '11:00' },
    { startTime: '10:01', endTime: '12:00' },
  ];
  expect(groupByTime(items, '10:00')).toEqual([
    { name: 'Now', items: [items[1]] },
    { name: 'Later', items: [items[2]] },
    { name: 'Earlier', items: [items[0]] },
  ]);
  expect(groupByTime(items, '08:00')).toEqual([{ name: 'Later', items }]);
});
