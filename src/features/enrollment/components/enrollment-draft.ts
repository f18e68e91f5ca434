import type { useForm } from '@mantine/form';

import { valuesOf, type StudentValues } from '#features/people/students/components/student-values.ts';
import type { SubscriptionType } from '#features/payments/schema.ts';
import type { StudentDetails } from '#features/people/students/schema.ts';
import type { LocalDate } from '#shared/local-date.ts';

/** What the cart's form holds. */
export type ItemValues = {
  classId: string | null;
  subscriptionType: SubscriptionType;
  amountPaidCents: number | null;
  numberOfSessions: number | string;
  startDate: string;
  endDate: string;
  paymentNotes: string;
};

export type ItemForm = ReturnType<typeof useForm<ItemValues>>;

/** A line of the cart, with what it is shown by. */
export type CartLine = {
  classId: string;
  className: string;
  danceTypeName: string;
  subscriptionType: SubscriptionType;
  amountPaidCents: number;
  numberOfSessions: number;
  startDate: LocalDate;
  endDate: LocalDate;
  paymentNotes: string | null;
};

/** Everything typed so far: kept over a reload (R14). */
type EnrollmentDraft = { studentDetails: StudentValues; item: ItemValues; cart: CartLine[] };

export function newItem(today: LocalDate): ItemValues {
  return {
    classId: null,
    subscriptionType: 'time_based',
    amountPaidCents: null,
    numberOfSessions: '',
    startDate: today,
    endDate: '',
    paymentNotes: '',
  };
}

/** An enrollment to begin with, filled in with what is known of the person. */
export function newEnrollment(today: LocalDate, known: Partial<StudentDetails>): EnrollmentDraft {
  return { studentDetails: valuesOf(known), item: newItem(today), cart: [] };
}

/** What the server is told of a line. */
export function inputOfLine({ className: _, danceTypeName: __, ...line }: CartLine) {
  return line;
}
