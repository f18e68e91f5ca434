import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clashesWithin, firstSharedDate } from '#features/data/rules/clashes.ts';
import { datesInRange } from '#features/scheduling/rules.ts';
import type { ClassBooking } from '#features/scheduling/schema.ts';
import { addDays } from '#shared/local-date.ts';
import { timeOfMinutes, timesOverlap } from '#shared/time-range.ts';
import { weekdays } from '#shared/weekday.ts';

const booking = fc
  .record({
    daysOfWeek: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 4 }),
    start: fc.integer({ min: 0, max: 20 }),
    length: fc.option(fc.integer({ min: 0, max: 20 })),
    from: fc.integer({ min: 0, max: 5 }),
    instructorId: fc.constantFrom('i1', 'i2'),
    roomId: fc.constantFrom('r1', 'r2'),
  })
  .map(({ start, length, from, ...rest }): ClassBooking => {
    const sessionStartDate = addDays('2028-02-20', start);
    return {
      name: 'Class',
      classType: 'Group',
      danceTypeId: 'd',
      ignoreRoomConflict: false,
      startTime: timeOfMinutes(600 + from * 30),
      endTime: timeOfMinutes(660 + from * 30),
      sessionStartDate,
      sessionEndDate: length === null ? null : addDays(sessionStartDate, length),
      ...rest,
    };
  });

function byHand(a: ClassBooking, b: ClassBooking): string | null {
  if (!timesOverlap(a, b)) return null;
  const dates = datesInRange(a, '2028-01-01', '2028-12-31');
  const others = new Set(datesInRange(b, '2028-01-01', '2028-12-31'));
  return dates.find((date) => others.has(date)) ?? null;
}

it('two classes share a date exactly when their lists of dates do', () => {
  fc.assert(
    fc.property(booking, booking, (a, b) => {
      expect(firstSharedDate(a, b)).toBe(byHand(a, b));
    }),
    { numRuns: 2000 },
  );
});

it('finds each class of a file that an earlier one is in the way of', () => {
  fc.assert(
    fc.property(fc.array(booking, { maxLength: 8 }), (bookings) => {
      const rows = bookings.map((value, index) => ({ row: index + 2, value }));
      for (const [resource, key] of [
        ['instructor', 'instructorId'],
        ['room', 'roomId'],
      ] as const) {
        const found = clashesWithin(rows).filter((clash) => clash.resource === resource);
        const expected = rows.filter(({ row, value }) =>
          rows.some(
            (other) => other.row < row && other.value[key] === value[key] && byHand(other.value, value),
          ),
        );
        expect(found.map(({ row }) => row)).toEqual(expected.map(({ row }) => row));
      }
    }),
    { numRuns: 200 },
  );
});
