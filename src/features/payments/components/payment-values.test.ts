import { expect, it } from 'vitest';

import type { Subscription } from '../schema.ts';
import { renewalOf } from './payment-values.ts';

const paid: Subscription = {
  id: 'one',
  classId: 'ballet',
  className: 'Ballet',
  danceTypeName: 'Ballet',
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  amountPaidCents: 12_000,
  numberOfSessions: 8,
  paymentFor: 'new_class',
  subscriptionType: 'time_based',
  status: 'active',
  effectiveStatus: 'active',
  sessionsLeft: null,
  paymentNotes: null,
  paidOn: '2026-11-01',
  version: 1,
};

it('renews what was paid, and enters anew what was cancelled', () => {
  const cancelled: Subscription = { ...paid, id: 'two', status: 'cancelled', effectiveStatus: 'cancelled' };
  const purpose = (last: Subscription, payments: readonly Subscription[]) =>
    renewalOf(last, payments, '2026-11-21').paymentFor;
  expect(purpose(paid, [paid])).toBe('renewal');
  expect(purpose(cancelled, [cancelled])).toBe('new_class');
  expect(purpose(cancelled, [cancelled, paid])).toBe('renewal');
});
