import { describe, expect, it } from 'vitest';
import {
  changedFields,
  purposeOf,
  renewalPeriod,
  sessionsLeftText,
  studentStatusText,
} from '#features/payments/rules.ts';

describe('a renewal', () => {
  const period = (startDate: string, endDate: string) => ({ startDate, endDate });
  const over = (startDate: string, endDate: string, usedUpOn: string | null = null) => ({
    ...period(startDate, endDate),
    usedUpOn,
  });

  it('follows the last period, by months where that was of months', () => {
    const month = over('2026-11-14', '2026-12-13');
    expect(renewalPeriod(month, '2026-11-21')).toEqual(period('2026-12-14', '2027-01-13'));
    const quarter = over('2026-11-01', '2027-01-31');
    expect(renewalPeriod(quarter, '2026-11-21')).toEqual(period('2027-02-01', '2027-04-30'));
    const tenDays = over('2026-11-20', '2026-11-29');
    expect(renewalPeriod(tenDays, '2026-11-21')).toEqual(period('2026-11-30', '2026-12-09'));
  });

  it('starts today when the last period is long over', () => {
    expect(renewalPeriod(over('2026-01-01', '2026-01-31'), '2026-11-21')).toEqual(
      period('2026-11-21', '2026-12-20'),
    );
  });

  it('of sessions that are used up starts before the last period has passed, after the session that used them', () => {
    const pack = over('2026-09-01', '2027-02-28', '2026-11-18');
    expect(renewalPeriod(pack, '2026-11-21')).toEqual(period('2026-11-21', '2027-05-20'));
    expect(renewalPeriod(pack, '2026-11-18')).toEqual(period('2026-11-19', '2027-05-18'));
  });
});

it('takes a payment for a renewal once the class was paid for, whatever else was', () => {
  const earlier = [{ classId: 'ballet' }];
  expect(purposeOf('ballet', earlier)).toBe('renewal');
  expect(purposeOf('jazz', earlier)).toBe('new_class');
  expect(purposeOf(null, earlier)).toBe('new_class');
});

describe('payments', () => {
  it('says how many sessions are left, where they are counted', () => {
    expect(sessionsLeftText(3, 10)).toBe('3 of 10 sessions left');
    expect(sessionsLeftText(0, 1)).toBe('0 of 1 session left');
    expect(sessionsLeftText(null, 10)).toBeNull();
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
