import * as z from 'zod/mini';
import {
  amountCents,
  areRight,
  id,
  localDate,
  optionalDate,
  optionalNotes,
  requestKey,
  version,
  wholeNumber,
} from '#shared/fields.ts';
import { isLocalDate, type LocalDate } from '#shared/local-date.ts';

// spec §9
export const subscriptionTypes = ['time_based', 'session_based'] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];
export const paymentPurposes = ['new_class', 'renewal'] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];
export const subscriptionStatuses = ['active', 'expired', 'cancelled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Fewer than in other lists: a payment is four lines high. */
export const paymentsPerPage = 25;
export const maxSessions = 10_000;
export const amountText = 'Enter an amount of 0 or more, with at most two decimals.';
export const sessionsText = `Enter a number of sessions from 1 to ${maxSessions.toLocaleString('en-US')}.`;

/** What was paid for how much and how long: the terms of every subscription, in the cart and on the profile alike. */
export const subscriptionTerms = {
  amountPaidCents: amountCents(amountText, 'Enter an amount of 0 or more.'),
  numberOfSessions: wholeNumber(1, maxSessions, sessionsText),
  startDate: localDate('Enter the start date.'),
  endDate: localDate('Enter the end date.'),
  subscriptionType: z._default(
    z.enum(subscriptionTypes, 'Choose time-based or session-based.'),
    'time_based',
  ),
  paymentNotes: optionalNotes(2000),
  /** The day revenue counts it; today when left out. */
  paidOn: optionalDate(),
};

/** The check that belongs to `subscriptionTerms`; its end date may have another name where it was sent. */
export function datesInOrder(path = 'endDate') {
  return z.refine<{ startDate: LocalDate; endDate: LocalDate }>(
    // Days that are none have their own message already.
    ({ startDate, endDate }) => !isLocalDate(startDate) || !isLocalDate(endDate) || startDate <= endDate,
    {
      error: 'The end date must not be before the start date.',
      path: [path],
      when: areRight('startDate', path),
    },
  );
}

const subscriptionFields = {
  classId: id('Choose a class.'),
  ...subscriptionTerms,
  paymentFor: z.enum(paymentPurposes, 'Choose new class or renewal.'),
};

export const listSubscriptionsInput = z.strictObject({ studentId: id() });
export const addSubscriptionInput = z
  .strictObject({
    studentId: id(),
    ...subscriptionFields,
    /** How many payments of this student for this class were seen: where there are more by now, none is recorded. */
    paymentsSeen: z._default(
      z.nullable(wholeNumber(0, 1_000_000, 'Enter how many payments were seen.')),
      null,
    ),
    idempotencyKey: requestKey(),
  })
  .check(datesInOrder());
export const updateSubscriptionInput = z
  .strictObject({
    id: id(),
    version,
    ...subscriptionFields,
    paidOn: localDate('Enter the day it was paid.'),
    status: z.enum(subscriptionStatuses, 'Choose active, expired or cancelled.'),
  })
  .check(datesInOrder());
export const subscriptionInput = z.strictObject({ id: id() });

export type NewSubscription = z.output<typeof addSubscriptionInput>;
export type SubscriptionEdit = z.output<typeof updateSubscriptionInput>;

/** A payment as the student's profile shows it. */
export type Subscription = {
  id: string;
  classId: string;
  className: string;
  danceTypeName: string;
  startDate: LocalDate;
  endDate: LocalDate;
  amountPaidCents: number;
  numberOfSessions: number;
  paymentFor: PaymentPurpose;
  subscriptionType: SubscriptionType;
  /** What staff set. */
  status: SubscriptionStatus;
  /** What it is today: an active one whose time or sessions are used up is expired. */
  effectiveStatus: SubscriptionStatus;
  /** Null unless it is sold by the session. */
  sessionsLeft: number | null;
  /** The office's: null for the student. */
  paymentNotes: string | null;
  paidOn: LocalDate;
  version: number;
};

/** One change of a payment: who, when, and every field with its old and new value. */
export type SubscriptionChange = {
  at: Date;
  /** Null when the person is gone or it was the system. */
  by: string | null;
  action: 'INSERT' | 'UPDATE' | 'DELETE';
  fields: { field: string; before: string | number | null; after: string | number | null }[];
};
