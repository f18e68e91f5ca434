import * as z from 'zod/mini';
import {
  amountText,
  datesInOrder,
  maxSessions,
  sessionsText,
  subscriptionTerms,
} from '#features/payments/schema.ts';
import { studentDetails } from '#features/people/students/schema.ts';
import {
  amountCents,
  atLeast,
  atMost,
  id,
  localDate,
  optionalDate,
  optionalId,
  optionalText,
  requestKey,
  wholeNumber,
} from '#shared/fields.ts';
import type { LocalDate } from '#shared/local-date.ts';
import type { TimeRange } from '#shared/time-range.ts';
import { cartTexts } from '#features/enrollment/rules.ts';

/** One line of the cart: a class and what is paid for it (spec §5: all of it required). */
export const enrollmentItemInput = z
  .strictObject({
    classId: id(cartTexts.incomplete),
    ...subscriptionTerms,
    amountPaidCents: amountCents(amountText, cartTexts.incomplete),
    startDate: localDate(cartTexts.incomplete),
    endDate: localDate(cartTexts.incomplete),
    numberOfSessions: wholeNumber(1, maxSessions, sessionsText, cartTexts.incomplete),
  })
  .check(datesInOrder());

/** What is true of every cart: it is not endless, and a class is in it once (spec §5). */
export const cartChecks = [
  atMost(50, 'Enroll in at most 50 classes at once.'),
  z.refine<{ classId: string }[]>(
    (items) => new Set(items.map(({ classId }) => classId.toLowerCase())).size === items.length,
    cartTexts.twice,
  ),
] as const;

export const enrollStudentInput = z.strictObject({
  studentDetails: z.strictObject(studentDetails),
  enrollmentItems: z.array(enrollmentItemInput).check(atLeast(1, cartTexts.empty), ...cartChecks),
  /** The inquiry this student comes from: it becomes Converted to Student in the same step. */
  inquiryId: optionalId(),
  idempotencyKey: requestKey(),
});

export const rosterInput = z.strictObject({ classId: id(), date: optionalDate() });
export const availableStudentsInput = z.strictObject({
  classId: id(),
  q: optionalText(200),
  limit: z._default(wholeNumber(1, 100, 'Ask for 1 to 100 students at once.'), 20),
});
const place = { classId: id(), studentId: id('Choose a student.') };
export const registrationInput = z.strictObject(place);
/** The first day of the place: today when left out. */
export const enrollInput = z.strictObject({ ...place, enrolledOn: optionalDate() });
export const updateRegistrationInput = z.strictObject({
  registrationId: id(),
  /** The first day as it was seen: the change is refused when somebody has changed it since. */
  since: optionalDate(),
  enrolledOn: localDate('Enter a date that exists.'),
});
export const restoreRegistrationInput = z.strictObject({ registrationId: id() });
export const deleteStudentInput = z.strictObject({ id: id() });

export type EnrollmentItem = z.output<typeof enrollmentItemInput>;
export type NewPlace = z.output<typeof enrollInput>;
export type PlaceEdit = z.output<typeof updateRegistrationInput>;

/** A student on a class's roster. */
export type RosterEntry = {
  registrationId: string;
  studentId: string;
  fullName: string;
  /** For those who manage people; null for the class's instructor. */
  email: string | null;
  phoneNumber: string | null;
  enrolledOn: LocalDate;
  /**
   * Their session-based subscriptions of the class that are active today, or the one used up last; those that begin later
   * only where nothing has begun.
   */
  sessionSubscriptions: Pack[];
  /** Their other classes at the same time from today on, for those who manage people. */
  parallelClasses: ParallelClass[];
};

/** Of a subscription that is sold by the session: what is left, and its first day. */
export type Pack = { id: string; sessionsLeft: number; numberOfSessions: number; startDate: LocalDate };

/** A class, and on which ISO weekdays it takes place at the same time as another. */
export type ParallelClass = TimeRange & { id: string; name: string; daysOfWeek: number[] };

export type Roster = { classId: string; className: string; date: LocalDate; students: RosterEntry[] };

export type AvailableStudent = {
  id: string;
  fullName: string;
  email: string | null;
  phoneNumber: string | null;
};
export type AvailableStudents = { total: number; items: AvailableStudent[] };
