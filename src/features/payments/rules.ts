import { addDays, addMonths, daysBetween, type LocalDate } from '#shared/local-date.ts';
import type { PaymentPurpose, SubscriptionStatus, SubscriptionType } from '#features/payments/schema.ts';

/** "3 of 10 sessions left", or null where sessions are not counted. */
export function sessionsLeftText(sessionsLeft: number | null, numberOfSessions: number): string | null {
  if (sessionsLeft === null) return null;
  return `${sessionsLeft} of ${numberOfSessions} ${numberOfSessions === 1 ? 'session' : 'sessions'} left`;
}

/**
 * The word of the student's subscription card: ACTIVE while any subscription is, as the spec shows it, else what
 * became of them.
 */
export function studentStatusText(status: SubscriptionStatus | null): string {
  return status === null ? 'NO SUBSCRIPTION' : status.toUpperCase();
}

export const subscriptionTypeLabels: Record<SubscriptionType, string> = {
  time_based: 'Time-based',
  session_based: 'Session-based',
};

export const paymentPurposeLabels: Record<PaymentPurpose, string> = {
  new_class: 'New class',
  renewal: 'Renewal',
};

export const subscriptionStatusLabels: Record<SubscriptionStatus, string> = {
  active: 'Active',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

const mostMonths = 24;

/** What a payment for a class is: a renewal once that class was paid for. */
export function purposeOf(classId: string | null, earlier: readonly { classId: string }[]): PaymentPurpose {
  return earlier.some((payment) => payment.classId === classId) ? 'renewal' : 'new_class';
}

/**
 * The period a renewal is for: as long as the last one, from the day after it or after the session that used it up
 * or, once that has passed, from today.
 * A period of whole months stays one: 14 November to 13 December is followed by 14 December to 13 January.
 */
export function renewalPeriod(last: Period & { usedUpOn: LocalDate | null }, today: LocalDate): Period {
  const dayAfter = addDays(last.usedUpOn ?? last.endDate, 1);
  const startDate = dayAfter > today ? dayAfter : today;
  for (let months = 1; months <= mostMonths; months++) {
    if (endAfterMonths(last.startDate, months) === last.endDate)
      return { startDate, endDate: endAfterMonths(startDate, months) };
  }
  return { startDate, endDate: addDays(startDate, daysBetween(last.startDate, last.endDate)) };
}

export type Period = { startDate: LocalDate; endDate: LocalDate };

/** The last day of a period of some months: one from 15 January ends on 14 February. */
export function endAfterMonths(startDate: LocalDate, months: number): LocalDate {
  return addDays(addMonths(startDate, months), -1);
}

type Row = Readonly<Record<string, unknown>>;
type Value = string | number | null;

// What people set, in the order in which a change is told; the rest of a row is bookkeeping.
const toldFields = [
  'classId',
  'amountPaidCents',
  'startDate',
  'endDate',
  'numberOfSessions',
  'subscriptionType',
  'paymentFor',
  'status',
  'paymentNotes',
  'paidOn',
] as const;

/** The fields two states of a payment differ in, with both values; everything set when there was no earlier state. */
export function changedFields(
  before: Row | null,
  after: Row | null,
): { field: string; before: Value; after: Value }[] {
  return toldFields
    .map((field) => ({ field, before: valueOf(before, field), after: valueOf(after, field) }))
    .filter((change) => change.before !== change.after);
}

function valueOf(row: Row | null, field: string): Value {
  const value = row?.[field];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
