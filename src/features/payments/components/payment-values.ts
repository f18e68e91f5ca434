import type { LocalDate } from '#shared/local-date.ts';

import { purposeOf, renewalPeriod } from '../rules.ts';
import type { PaymentPurpose, Subscription, SubscriptionStatus, SubscriptionType } from '../schema.ts';

/** What the forms of a payment hold while they are filled in. */
export type PaymentValues = {
  classId: string | null;
  paymentFor: PaymentPurpose;
  subscriptionType: SubscriptionType;
  amountPaidCents: number | null;
  numberOfSessions: number | string;
  startDate: string;
  endDate: string;
  paidOn: string;
  status: SubscriptionStatus;
  paymentNotes: string;
};

/** A payment to begin with. */
export function newPayment(today: LocalDate): PaymentValues {
  return {
    classId: null,
    paymentFor: 'new_class',
    subscriptionType: 'time_based',
    amountPaidCents: null,
    numberOfSessions: '',
    startDate: today,
    endDate: '',
    paidOn: today,
    status: 'active',
    paymentNotes: '',
  };
}

/** The same once more, for the period that follows what is paid for. */
export function renewalOf(
  last: Subscription,
  payments: readonly Subscription[],
  today: LocalDate,
): PaymentValues {
  return {
    ...newPayment(today),
    classId: last.classId,
    // One that was cancelled is entered anew by it: nothing of that is a renewal.
    paymentFor: purposeOf(last.classId, payments),
    subscriptionType: last.subscriptionType,
    amountPaidCents: last.amountPaidCents,
    numberOfSessions: last.numberOfSessions,
    ...renewalPeriod(last, payments, today),
  };
}

export function valuesOf(payment: Subscription): PaymentValues {
  return {
    classId: payment.classId,
    paymentFor: payment.paymentFor,
    subscriptionType: payment.subscriptionType,
    amountPaidCents: payment.amountPaidCents,
    numberOfSessions: payment.numberOfSessions,
    startDate: payment.startDate,
    endDate: payment.endDate,
    paidOn: payment.paidOn,
    status: payment.status,
    paymentNotes: payment.paymentNotes ?? '',
  };
}

/** A number that was not typed is none. */
export function inputOf({ numberOfSessions, ...values }: PaymentValues) {
  return { ...values, numberOfSessions: numberOfSessions === '' ? null : numberOfSessions };
}
