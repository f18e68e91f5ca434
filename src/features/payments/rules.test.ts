import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Paid,
  activeText,
  changedFields,
  endAfterMonths,
  movedText,
  packText,
  purposeOf,
  renewalPeriod,
  sessionsLeftText,
  startForClass,
  stillCountedText,
  studentStatusText,
  unseenPayment,
} from '#features/payments/rules.ts';
import { addDays, monthOf } from '#shared/local-date.ts';

describe('a renewal', () => {
  const today = '2026-11-21';
  const period = (startDate: string, endDate: string) => ({ startDate, endDate });
  const paid = (startDate: string, endDate: string, other: Partial<Paid> = {}): Paid => ({
    ...period(startDate, endDate),
    classId: 'ballet',
    subscriptionType: 'time_based',
    effectiveStatus: endDate < today ? 'expired' : 'active',
    ...other,
  });
  const renewed = (last: Paid, ...others: Paid[]) => renewalPeriod(last, [last, ...others], today);

  it('follows the last period, by months where that was of months', () => {
    const month = paid('2026-11-14', '2026-12-13');
    expect(renewed(month)).toEqual(period('2026-12-14', '2027-01-13'));
    const quarter = paid('2026-11-01', '2027-01-31');
    expect(renewed(quarter)).toEqual(period('2027-02-01', '2027-04-30'));
    const tenDays = paid('2026-11-20', '2026-11-29');
    expect(renewed(tenDays)).toEqual(period('2026-11-30', '2026-12-09'));
  });

  it('starts today when the last period is long over', () => {
    expect(renewed(paid('2026-01-01', '2026-01-31'))).toEqual(period('2026-11-21', '2026-12-20'));
  });

  it('of what was cancelled starts today', () => {
    const cancelled = paid('2026-11-01', '2027-01-31', { effectiveStatus: 'cancelled' });
    expect(renewed(cancelled)).toEqual(period('2026-11-21', '2027-02-20'));
  });

  it('follows the last day the class is paid for, whichever payment is renewed', () => {
    const october = paid('2026-10-01', '2026-10-31');
    const november = paid('2026-11-01', '2026-11-30');
    const december = paid('2026-12-01', '2026-12-31');
    const jazz = paid('2026-11-01', '2027-10-31', { classId: 'jazz' });
    const cancelled = paid('2026-11-01', '2027-06-30', { effectiveStatus: 'cancelled' });
    const pack = paid('2026-11-01', '2027-06-30', { subscriptionType: 'session_based' });
    expect(renewed(october, november, jazz, cancelled, pack)).toEqual(period('2026-12-01', '2026-12-31'));
    expect(renewed(october, december, november)).toEqual(period('2027-01-01', '2027-01-31'));
  });

  it('of a pack starts today, used up or not: what is left of the last one is used first', () => {
    const pack = paid('2026-09-01', '2027-02-28', { subscriptionType: 'session_based' });
    expect(renewed(pack)).toEqual(period('2026-11-21', '2027-05-20'));
    expect(renewed({ ...pack, effectiveStatus: 'expired' })).toEqual(period('2026-11-21', '2027-05-20'));
  });

  it('of a month from a day that the next month lacks is for a month', () => {
    const then = (startDate: string, endDate: string, asked = '2026-01-05') =>
      renewalPeriod(
        paid(startDate, endDate, { effectiveStatus: 'active' }),
        [paid(startDate, endDate, { effectiveStatus: 'active' })],
        asked,
      );
    for (const start of ['2026-01-29', '2026-01-30', '2026-01-31', '2026-02-01'])
      expect(then(start, '2026-02-28')).toEqual(period('2026-03-01', '2026-03-31'));
    expect(then('2026-03-31', '2026-04-30')).toEqual(period('2026-05-01', '2026-05-31'));
    expect(then('2026-01-28', '2026-02-28')).toEqual(period('2026-03-01', '2026-04-01'));
  });

  it('of two years stays one, a leap day more or less', () => {
    expect(renewed(paid('2025-01-01', '2026-12-31'))).toEqual(period('2027-01-01', '2028-12-31'));
  });
});

it('ends a period of months the day before the day it began on, or with a month that lacks that day', () => {
  const day = fc.integer({ min: 0, max: 5 * 366 }).map((days) => addDays('2026-01-01', days));
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 24 }), (start, months) => {
      const end = endAfterMonths(start, months);
      const next = addDays(end, 1);
      const [asked, got] = [start, next].map((date) => Number(date.slice(8)));
      expect(got === asked || got === 1).toBe(true);
      if (got !== asked) expect(Number(end.slice(8))).toBeLessThan(asked ?? 0);
      // Who starts a day later is never done sooner, and whole calendar months stay whole.
      expect(endAfterMonths(addDays(start, 1), months) >= end).toBe(true);
      expect(endAfterMonths(start, months + 1) > end).toBe(true);
      const { start: first } = monthOf(start);
      const last = endAfterMonths(first, months);
      expect(last).toBe(monthOf(last).end);
    }),
  );
});

it('takes a payment for a renewal once the class was paid for, whatever else was', () => {
  const earlier = [
    { classId: 'ballet', status: 'expired' },
    { classId: 'tap', status: 'cancelled' },
  ] as const;
  expect(purposeOf('ballet', earlier)).toBe('renewal');
  expect(purposeOf('jazz', earlier)).toBe('new_class');
  expect(purposeOf(null, earlier)).toBe('new_class');
  // mistyped, say, and entered anew
  expect(purposeOf('tap', earlier)).toBe('new_class');
});

it('lets a payment begin with a class that begins later, unless another day was chosen', () => {
  const classes = [
    { id: 'ballet', sessionStartDate: '2026-09-07' },
    { id: 'jazz', sessionStartDate: '2027-01-11' },
    { id: 'tap', sessionStartDate: '2027-02-01' },
  ];
  const start = (startDate: string, previousValue: string | null, value: string | null) =>
    startForClass(startDate, { previousValue, value }, classes, '2026-11-21');
  expect(start('2026-11-21', null, 'ballet')).toBe('2026-11-21');
  expect(start('2026-11-21', null, 'jazz')).toBe('2027-01-11');
  expect(start('2027-01-11', 'jazz', 'tap')).toBe('2027-02-01');
  expect(start('2027-01-11', 'jazz', 'ballet')).toBe('2026-11-21');
  expect(start('2027-01-11', 'jazz', null)).toBe('2026-11-21');
  expect(start('2026-12-01', 'ballet', 'jazz')).toBe('2026-12-01');
  expect(start('2026-11-21', 'jazz', 'tap')).toBe('2026-11-21');
  expect(start('', 'ballet', 'jazz')).toBe('');
});

it('finds the payment for a class that was not seen, also one that was seen for another', () => {
  const seen = [
    { id: 'one', classId: 'ballet' },
    { id: 'two', classId: 'jazz' },
  ];
  const unseen = (...found: typeof seen) => unseenPayment('jazz', [...found, ...seen.slice(1)], seen)?.id;
  expect(unseen(...seen.slice(0, 1))).toBeUndefined();
  expect(unseen({ id: 'three', classId: 'ballet' })).toBeUndefined();
  expect(unseen({ id: 'three', classId: 'jazz' })).toBe('three');
  expect(unseen({ id: 'one', classId: 'jazz' })).toBe('one');
});

describe('payments', () => {
  it('says how many sessions are left, where they are counted', () => {
    expect(sessionsLeftText(3, 10)).toBe('3 of 10 sessions left');
    expect(sessionsLeftText(0, 1)).toBe('0 of 1 session left');
    expect(sessionsLeftText(null, 10)).toBeNull();
  });

  it('says of a pack what is left of it, and from when where it begins later', () => {
    const pack = { sessionsLeft: 10, numberOfSessions: 10 };
    const texts = ['2026-11-21', '2026-11-22', '2027-01-01'].map((startDate) =>
      packText({ ...pack, startDate }, '2026-11-21'),
    );
    expect(texts).toEqual([
      '10 of 10 sessions left',
      '10 of 10 sessions left from Sun, Nov 22',
      '10 of 10 sessions left from Fri, Jan 1, 2027',
    ]);
    expect(packText({ ...pack, sessionsLeft: null, startDate: '2026-11-22' }, '2026-11-21')).toBeNull();
  });

  it('says of an active subscription what it is worth, and from when where it begins later', () => {
    const text = (sessionsLeft: number | null, startDate: string) =>
      activeText({ sessionsLeft, numberOfSessions: 4, startDate, endDate: '2026-12-31' }, '2026-11-21');
    expect(text(3, '2026-11-21')).toBe('3 of 4 sessions left');
    expect(text(4, '2026-12-01')).toBe('4 of 4 sessions left from Tue, Dec 1');
    expect(text(null, '2026-11-21')).toBe('until Thu, Dec 31, 2026');
    expect(text(null, '2026-12-01')).toBe('from Tue, Dec 1 until Thu, Dec 31, 2026');
  });

  it('warns of sessions that moving to another class would give back', () => {
    const moved = (sessionsLeft: number | null) =>
      movedText({ className: 'Ballet', sessionsLeft, numberOfSessions: 5 });
    expect([moved(null), moved(5)]).toEqual([null, null]);
    expect(moved(4)).toBe(
      '1 of 5 was used in Ballet and will not count in another class. Set the sessions to the 4 that are left.',
    );
    expect(moved(1)).toContain('4 of 5 were used in Ballet');
    expect(moved(1)).toContain('the 1 that is left');
    expect(moved(0)).toContain('Nothing is left to move');
  });

  it('says of what was cancelled that its amount still counts, if there is any', () => {
    expect(stillCountedText('cancelled', 1)).toBe(
      'A cancelled payment stays in the revenue. Set the amount to what was kept, or to 0 if nothing was paid.',
    );
    const silent = [
      stillCountedText('cancelled', 0),
      stillCountedText('cancelled', null),
      stillCountedText('active', 1),
      stillCountedText('expired', 1),
    ];
    expect(new Set(silent)).toEqual(new Set([null]));
  });

  it('words the state of a student', () => {
    expect([studentStatusText('active'), studentStatusText('expired'), studentStatusText(null)]).toEqual([
      'ACTIVE',
      'EXPIRED',
      'NO SUBSCRIPTION',
    ]);
  });

  it('tells a change field by field, and the first state whole', () => {
    const before = { amountPaidCents: 100, status: 'active', paymentNotes: null, version: 1 };
    const after = { ...before, amountPaidCents: 250, paymentNotes: 'cash', version: 2, changedBy: 'x' };
    expect(changedFields(before, after)).toEqual([
      { field: 'amountPaidCents', before: 100, after: 250 },
      { field: 'paymentNotes', before: null, after: 'cash' },
    ]);
    expect(changedFields(null, before)).toEqual([
      { field: 'amountPaidCents', before: null, after: 100 },
      { field: 'status', before: null, after: 'active' },
    ]);
    expect(changedFields(before, { ...before })).toEqual([]);
  });
});
