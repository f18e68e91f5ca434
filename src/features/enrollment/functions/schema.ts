import * as z from 'zod/mini';
import { cartTexts } from '#features/enrollment/rules.ts';
import { cartChecks } from '#features/enrollment/schema.ts';
import { isPayFieldRequired, paymentTypes, type PaymentType } from '#features/payroll/rules.ts';
import { salaryText } from '#features/payroll/schema.ts';
import {
  amountText,
  datesInOrder,
  maxSessions,
  sessionsText,
  subscriptionTerms,
} from '#features/payments/schema.ts';
import { studentDetails } from '#features/people/students/schema.ts';
import {
  id,
  localDate,
  optionalEmail,
  optionalId,
  optionalText,
  requestKey,
  requiredEmail,
  wholeNumber,
} from '#shared/fields.ts';
import { toCents } from '#shared/money.ts';

// The payloads of spec §7, with its names: amounts in major units, 12.5 or "12.50".

/** An amount as payloads carry it, in cents. */
function amount(missing: string) {
  return z.pipe(
    z.union([z.number(), z.string()], missing),
    z.transform((value: number | string, { issues }) => {
      const cents = toCents(value);
      if (cents !== null) return cents;
      issues.push({ code: 'custom', message: amountText, input: value });
      return z.NEVER;
    }),
  );
}

/** A number of a payload that may be left out: null and an empty one are none (spec §5). */
function optionalNumber<T extends z.core.$ZodType<unknown, number | string>>(given: T, message: string) {
  const typed = z.nullable(z.union([z.number(), z.string()], message));
  const orNone = z.transform((value: z.output<typeof typed>) => (value === '' ? null : value));
  return z._default(z.pipe(z.pipe(typed, orNone), z.nullable(given)), null);
}

function optionalAmount() {
  return optionalNumber(amount(amountText), amountText);
}

/** A number as payloads carry it, 12 or "12": no other way of writing numbers is meant by any. */
function plainNumber(missing: string) {
  return z.pipe(
    z.union([z.number(), z.string()], missing),
    z.transform((value: number | string) =>
      typeof value === 'number' || /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN,
    ),
  );
}

function optionalPercentage() {
  const message = 'Enter a percentage from 0 to 100.';
  const number = z
    .number(message)
    .check(z.minimum(0, message), z.maximum(100, message), z.multipleOf(0.01, message));
  return optionalNumber(z.pipe(plainNumber(message), number), message);
}

const sessions = z.pipe(plainNumber(cartTexts.incomplete), wholeNumber(1, maxSessions, sessionsText));

const enrollmentItem = z.strictObject({
  classId: id(cartTexts.incomplete),
  className: optionalText(120),
  danceType: optionalText(80),
  subscription: z
    .pipe(
      z.strictObject({
        amount_paid: amount(cartTexts.incomplete),
        start_date: localDate(cartTexts.incomplete),
        end_date: localDate(cartTexts.incomplete),
        number_of_sessions: sessions,
        subscription_type: subscriptionTerms.subscriptionType,
        payment_notes: subscriptionTerms.paymentNotes,
      }),
      z.transform((terms) => ({
        amountPaidCents: terms.amount_paid,
        startDate: terms.start_date,
        endDate: terms.end_date,
        numberOfSessions: terms.number_of_sessions,
        subscriptionType: terms.subscription_type,
        paymentNotes: terms.payment_notes,
        paidOn: null,
      })),
    )
    .check(datesInOrder('end_date')),
});

// Spelled both ways in the payloads (spec §3); one of the two is enough.
const names = { full_name: optionalText(120), fullName: optionalText(120) };
const isNamed = z.refine<{ full_name: string | null; fullName: string | null }>(
  ({ full_name, fullName }) => full_name !== null || fullName !== null,
  { message: 'Enter the full name.', path: ['full_name'] },
);

const hasSalary = z.refine<{ role: string; payment_type: PaymentType | null; fixed_salary: number | null }>(
  ({ role, payment_type, fixed_salary }) =>
    role !== 'instructor' ||
    payment_type === null ||
    fixed_salary !== null ||
    !isPayFieldRequired(payment_type, 'fixedSalaryCents'),
  { message: salaryText, path: ['fixed_salary'] },
);

const paymentType = z.pipe(
  z.enum([...paymentTypes, ''], 'Choose a payment type.'),
  z.transform((type: PaymentType | '') => (type === '' ? null : type)),
);

export const createUserPayload = z
  .strictObject({
    ...names,
    role: z.enum(['student', 'instructor'], 'Choose student or instructor.'),
    organization_id: optionalId(),
    email: optionalEmail(),
    phone_number: optionalText(40),
    phoneNumber: optionalText(40),
    gender: studentDetails.gender,
    date_of_birth: studentDetails.dateOfBirth,
    payment_type: z._default(z.nullable(paymentType), null),
    fixed_salary: optionalAmount(),
    rate_per_class: optionalAmount(),
    percentage_rate: optionalPercentage(),
    enrollmentItems: z._default(z.array(enrollmentItem).check(...cartChecks), []),
    idempotencyKey: requestKey(),
  })
  .check(isNamed, hasSalary);

export const addUserPayload = z
  .strictObject({
    ...names,
    email: requiredEmail(),
    role: z.enum(['admin', 'staff', 'instructor', 'student'], 'Choose admin, staff, instructor or student.'),
    organization_id: optionalId(),
  })
  .check(isNamed);

export const deleteUserPayload = z.strictObject({ userId: id('Name the user to delete.') });

export type CreateUserPayload = Omit<z.output<typeof createUserPayload>, 'idempotencyKey'>;
export type AddUserPayload = z.output<typeof addUserPayload>;
