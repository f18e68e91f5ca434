import { counted } from '#shared/counted.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  formatDate,
  formatDateOn,
  type LocalDate,
} from '#shared/local-date.ts';
import type { TimeRange } from '#shared/time-range.ts';
import { weekdayOfNumber } from '#shared/weekday.ts';
import type {
  PaymentPurpose,
  Subscription,
  SubscriptionStatus,
  SubscriptionType,
} from '#features/payments/schema.ts';
import { classLabel } from '#features/scheduling/rules.ts';

/** "3 of 10 sessions left", or null where sessions are not counted. */
export function sessionsLeftText(sessionsLeft: number | null, numberOfSessions: number): string | null {
  if (sessionsLeft === null) return null;
  return `${sessionsLeft} of ${counted(numberOfSessions, 'session')} left`;
}

type Pack = Pick<Subscription, 'sessionsLeft' | 'numberOfSessions' | 'startDate'>;

/** "10 of 10 sessions left", with the day from which where that is to come; null where sessions are not counted. */
export function packText(
  { sessionsLeft, numberOfSessions, startDate }: Pack,
  today: LocalDate,
): string | null {
  const left = sessionsLeftText(sessionsLeft, numberOfSessions);
  return left && startDate > today ? `${left} from ${formatDateOn(startDate, today)}` : left;
}

/** What an active subscription is worth: its sessions, or until when it lasts; what begins later also from when on. */
export function activeText(
  { endDate, ...subscription }: Pack & Pick<Subscription, 'endDate'>,
  today: LocalDate,
): string {
  const { startDate } = subscription;
  const from = startDate > today ? `from ${formatDateOn(startDate, today)} ` : '';
  return packText(subscription, today) ?? `${from}until ${formatDate(endDate, true)}`;
}

type Counted = Pick<Subscription, 'className' | 'sessionsLeft' | 'numberOfSessions'>;

/**
 * What to know before a payment is moved to another class, or null: sessions are taken off by what was attended of its
 * class, so those used in the one before would be given back.
 */
export function movedText({ className, sessionsLeft, numberOfSessions }: Counted): string | null {
  if (sessionsLeft === null || sessionsLeft === numberOfSessions) return null;
  const used = numberOfSessions - sessionsLeft;
  const lost = `${used} of ${numberOfSessions} ${used === 1 ? 'was' : 'were'} used in ${className} and will not count in another class.`;
  if (sessionsLeft === 0) return `${lost} Nothing is left to move: add a new payment instead.`;
  return `${lost} Set the sessions to the ${sessionsLeft} that ${sessionsLeft === 1 ? 'is' : 'are'} left.`;
}

/** What to know about a payment that is cancelled, or null: its amount counts as revenue like any other. */
export function stillCountedText(status: SubscriptionStatus, amountPaidCents: number | null): string | null {
  if (status !== 'cancelled' || !amountPaidCents) return null;
  return 'A cancelled payment stays in the revenue. Set the amount to what was kept, or to 0 if nothing was paid.';
}

/**
 * The word of the student's subscription card: ACTIVE while any subscription is, as the spec shows it, else what
 * became of them.
 */
export function studentStatusText(status: SubscriptionStatus | null): string {
  return status === null ? 'NO SUBSCRIPTION' : status.toUpperCase();
}

/** The words screens have for the stored types of a subscription. */
export const subscriptionTypeLabels: Record<SubscriptionType, string> = {
  time_based: 'Time-based',
  session_based: 'Session-based',
};

/** The words screens have for what a payment is for. */
export const paymentPurposeLabels: Record<PaymentPurpose, string> = {
  new_class: 'New class',
  renewal: 'Renewal',
};

/** The words screens have for the state of a subscription. */
export const subscriptionStatusLabels: Record<SubscriptionStatus, string> = {
  active: 'Active',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

/** Why a payment can not have been made on a day, or null. */
export function paidOnProblem(paidOn: LocalDate | null, today: LocalDate): string | null {
  return paidOn !== null && paidOn > today ? 'Enter a day that is not in the future.' : null;
}

const mostMonths = 24;

/** What a payment for a class is: a renewal once that class was paid for, and it was not cancelled. */
export function purposeOf(
  classId: string | null,
  earlier: readonly { classId: string; status: SubscriptionStatus }[],
): PaymentPurpose {
  const isPaid = earlier.some((payment) => payment.classId === classId && payment.status !== 'cancelled');
  return isPaid ? 'renewal' : 'new_class';
}

/** The payment for a class that is not among those that were seen for it: it is new, or was moved there since. */
export function unseenPayment<Known extends { id: string; classId: string }>(
  classId: string,
  payments: readonly Known[],
  seen: readonly { id: string; classId: string }[],
): Known | undefined {
  const known = new Set(seen.filter((payment) => payment.classId === classId).map(({ id }) => id));
  return payments.find((payment) => payment.classId === classId && !known.has(payment.id));
}

/**
 * The period a renewal is for, as long as the last one. What is sold by the session starts today: sessions are taken off
 * in turn, and are mostly used up long before the end date. Time starts the day after the last one that is paid for of
 * the class, today if that has passed.
 * A period of whole months stays one: 14 November to 13 December is followed by 14 December to 13 January.
 */
export function renewalPeriod(last: Paid, payments: readonly Paid[], today: LocalDate): Period {
  const paidDays = payments.filter((other) => isPaidTime(other, last.classId)).map(({ endDate }) => endDate);
  const startDate = last.subscriptionType === 'session_based' ? today : dayAfter(paidDays, today);
  for (let months = 1; months <= mostMonths; months++) {
    if (endAfterMonths(last.startDate, months) === last.endDate)
      return { startDate, endDate: endAfterMonths(startDate, months) };
  }
  return { startDate, endDate: addDays(startDate, daysBetween(last.startDate, last.endDate)) };
}

function isPaidTime(payment: Paid, classId: string): boolean {
  const { subscriptionType, effectiveStatus } = payment;
  return payment.classId === classId && subscriptionType === 'time_based' && effectiveStatus === 'active';
}

/** The day after the last of some days, or today when they are over. */
function dayAfter(days: readonly LocalDate[], today: LocalDate): LocalDate {
  return days.map((day) => addDays(day, 1)).reduce((latest, day) => (day > latest ? day : latest), today);
}

/**
 * The first day of a payment once another class is chosen for it: today, or the first day of a class that begins later. A
 * day that was not proposed so stays.
 */
export function startForClass(
  startDate: string,
  { previousValue, value }: { previousValue: string | null; value: string | null },
  classes: readonly { id: string; sessionStartDate: LocalDate }[],
  today: LocalDate,
): string {
  const proposed = (classId: string | null) => {
    const chosen = classes.find(({ id }) => id === classId);
    return chosen && chosen.sessionStartDate > today ? chosen.sessionStartDate : today;
  };
  return startDate === proposed(previousValue) ? proposed(value) : startDate;
}

type Period = { startDate: LocalDate; endDate: LocalDate };
export type Paid = Period & {
  classId: string;
  subscriptionType: SubscriptionType;
  effectiveStatus: SubscriptionStatus;
};

/**
 * The last day of a period of some months: one from 15 January ends on 14 February, one from 31 January with February.
 */
export function endAfterMonths(startDate: LocalDate, months: number): LocalDate {
  const sameDay = addMonths(startDate, months);
  const isThere = sameDay.slice(8) === startDate.slice(8);
  return isThere ? addDays(sameDay, -1) : sameDay;
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

/** A class a payment was made for, before or after it was changed. */
export type PaidClass = TimeRange & { name: string; daysOfWeek: number[] };

/** What a class is called beside the one a payment was moved from or to: also by when it is, where both have one name. */
export function paidClassName(own: PaidClass | null, other: PaidClass | null): string | null {
  if (own?.name !== other?.name || !own) return own?.name ?? null;
  return classLabel({ ...own, daysOfWeek: own.daysOfWeek.map(weekdayOfNumber) });
}

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
