import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#shared/local-date.ts';
import { barWidth, changeAgainst, formatRate, percentOf, previousRange } from '#features/insights/rules.ts';

describe('previousRange', () => {
  it.each([
    ['2027-02-01', '2027-02-28', '2027-01-01'],
    ['2026-11-01', '2026-11-30', '2026-10-01'],
    ['2027-03-01', '2027-03-31', '2027-02-01'],
    ['2028-03-01', '2028-03-31', '2028-02-01'],
    ['2027-01-01', '2027-03-31', '2026-10-01'],
    ['2026-01-01', '2026-12-31', '2025-01-01'],
    ['2026-11-02', '2026-11-30', '2026-10-04'],
    ['2026-11-01', '2026-11-29', '2026-10-03'],
  ])('of %s to %s begins on %s: of whole months it is as many months', (startDate, endDate, begins) => {
    expect(previousRange({ startDate, endDate })).toEqual({
      startDate: begins,
      endDate: addDays(startDate, -1),
    });
  });

  it('is as long and ends the day before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 800 }), (from, days) => {
        const startDate = addDays('1990-01-01', from);
        const range = { startDate, endDate: addDays(startDate, days) };
        fc.pre(!startDate.endsWith('-01'));
        const before = previousRange(range);
        expect(addDays(before.endDate, 1)).toBe(startDate);
        expect(daysBetween(before.startDate, before.endDate)).toBe(days);
      }),
    );
  });
});

describe('rates', () => {
  it('round to two decimals and are 0 of nothing', () => {
    expect(percentOf(1, 3)).toBe(33.33);
    expect(percentOf(57, 800)).toBe(7.13);
    expect(percentOf(2, 0)).toBe(0);
    expect(formatRate(33.33)).toBe('33.3%');
    expect(formatRate(0)).toBe('0.0%');
  });

  it('are shown by their nearest decimal, a half as the higher one', () => {
    const hundredths = Array.from({ length: 10_001 }, (_, nth) => nth);
    const shown = hundredths.map((nth) => formatRate(nth / 100));
    expect(shown).toEqual(
      hundredths.map((nth) => `${Math.floor((nth + 5) / 100)}.${Math.floor((nth + 5) / 10) % 10}%`),
    );
  });

  it('compare with the period before, where there was one', () => {
    expect(changeAgainst(150, 100)).toBe(50);
    expect(changeAgainst(229, 200)).toBe(15);
    expect(changeAgainst(5, 0)).toBeNull();
  });

  it('say a small change as one, and none that would read 0%', () => {
    expect(changeAgainst(10_040, 10_000)).toBe(0.4);
    expect(changeAgainst(9960, 10_000)).toBe(-0.4);
    expect(changeAgainst(10_160, 10_000)).toBe(2);
    expect(changeAgainst(10_004, 10_000)).toBeNull();
    expect(changeAgainst(9996, 10_000)).toBeNull();
  });

  it('say that all is gone only when it is', () => {
    expect(changeAgainst(0, 10_000)).toBe(-100);
    expect(changeAgainst(40, 10_000)).toBe(-99.6);
    expect(changeAgainst(1, 1_000_000)).toBe(-99.9);
    expect(changeAgainst(100, 10_000)).toBe(-99);
  });

  it('scale bars to the largest', () => {
    expect(barWidth(50, 200)).toBe(25);
    expect(barWidth(0, 0)).toBe(0);
  });
});
