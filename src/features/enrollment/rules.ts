import { parallelDays, type Timetable } from '#features/scheduling/rules.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';

/** What the cart says (spec §5 and §2). */
export const cartTexts = {
  incomplete: 'Please fill in all fields for the enrollment item.',
  notFound: 'Selected class not found.',
  twice: 'This class is already in your enrollment cart.',
  empty: 'Please add at least one class enrollment before submitting.',
  nothingYet: 'Your enrollment cart is empty',
} as const;

/** What is typed into the cart's form. */
export type CartDraft = {
  classId: string | null;
  amountPaidCents: number | null;
  startDate: string;
  endDate: string;
  numberOfSessions: string | number;
};

type CartClass = { id: string };
type TimedClass = CartClass & Timetable & { name: string };
type CartLine = { classId: string };

/**
 * Why a draft can not join the cart, in the order of spec §5: every field filled in, the class one of the
 * studio's, and not in the cart already. Null when it can.
 */
export function cartProblem(
  { classId, amountPaidCents, startDate, endDate, numberOfSessions }: CartDraft,
  cart: readonly CartLine[],
  classes: readonly CartClass[],
): string | null {
  const filled = [classId, amountPaidCents, startDate, endDate, numberOfSessions];
  if (filled.some((value) => String(value ?? '').trim() === '')) return cartTexts.incomplete;
  if (!classes.some(({ id }) => id === classId)) return cartTexts.notFound;
  if (cart.some((line) => line.classId === classId)) return cartTexts.twice;
  return null;
}

/** Whether a class takes place no more, so that nobody joins it. */
export function hasEnded(
  { sessionEndDate }: { sessionEndDate: LocalDate | null },
  today: LocalDate,
): boolean {
  return sessionEndDate !== null && sessionEndDate < today;
}

/**
 * The classes in the cart before its nth line that take place at the same time as that line's, each with the weekdays
 * on which they do. `classes` are those there are to enroll in.
 */
export function parallelBefore(
  nth: number,
  cart: readonly CartLine[],
  classes: readonly TimedClass[],
  today: LocalDate,
): TimedClass[] {
  const rules = cart.map(({ classId }) => classes.find(({ id }) => id === classId));
  const own = rules[nth];
  return rules.slice(0, nth).flatMap((other) => {
    const daysOfWeek = own && other ? parallelDays(own, other, today) : [];
    return other && daysOfWeek.length > 0 ? { ...other, daysOfWeek } : [];
  });
}

/** What a cart costs, in cents. */
export function cartTotalCents(cart: readonly { amountPaidCents: number }[]): number {
  return cart.reduce((total, { amountPaidCents }) => total + amountPaidCents, 0);
}

/**
 * The day from which a new student is on the class's roster: the first paid day when it lies in the past, so that
 * attendance of sessions already held can be logged, else today.
 */
export function enrolledFrom(startDate: LocalDate, today: LocalDate): LocalDate {
  return startDate < today ? startDate : today;
}

/** Between which days a place in a class can begin. */
export type Bounds = {
  today: LocalDate;
  /** The first day of the class. */
  begins: LocalDate;
  /** Its last day, if it has one. */
  ends?: LocalDate | null;
  /** The day on which the student last left the class, if they were in it before. */
  leftOn: LocalDate | null;
  /** The first day on which the student was marked in this place, if it is there already. */
  markedOn?: LocalDate | null;
  /** The day on which this place begins so far, if it is there already. */
  since?: LocalDate;
};

/**
 * Why a place in a class can not begin on a day, or null. Today it can, though the class may begin later; so a place that
 * is there may begin before its class.
 */
export function enrolledOnProblem(
  enrolledOn: LocalDate,
  { today, begins, ends = null, leftOn, markedOn = null, since = today }: Bounds,
): string | null {
  if (enrolledOn > today) return 'Enter a day that is not in the future.';
  if (ends !== null && enrolledOn > ends && enrolledOn > since)
    return `The class ended on ${formatDate(ends, true)}. Choose that day or an earlier one.`;
  if (markedOn !== null && enrolledOn > markedOn)
    return `Attendance was taken of this student on ${formatDate(markedOn, true)}. Choose that day or an earlier one.`;
  if (leftOn !== null && enrolledOn < leftOn)
    return `This student was in the class until ${formatDate(leftOn, true)}. Choose that day or a later one.`;
  const earliest = since < today ? since : today;
  if (enrolledOn >= earliest || enrolledOn >= begins) return null;
  const early =
    earliest === today ? `today, ${formatDate(today, true)}` : `${formatDate(earliest, true)} or a later day`;
  const choice = begins > earliest ? early : 'that day or a later one';
  return `The class begins on ${formatDate(begins, true)}. Choose ${choice}.`;
}
