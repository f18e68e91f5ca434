import type { Random } from '#server/demo/random.ts';
import type { DemoClass } from '#server/demo/schedule.ts';
import { addDays, addMonths, type LocalDate } from '#shared/local-date.ts';

export type DemoRegistration = {
  classId: string;
  studentId: string;
  enrolledOn: LocalDate;
  endedOn: LocalDate | null;
};

type DemoSubscription = {
  studentId: string;
  classId: string;
  startDate: LocalDate;
  endDate: LocalDate;
  amountPaidCents: number;
  numberOfSessions: number;
  paymentFor: 'new_class' | 'renewal';
  subscriptionType: 'time_based' | 'session_based';
  status: 'active' | 'expired' | 'cancelled';
  paymentNotes: string | null;
  paidOn: LocalDate;
};

/** Who is in which class since when: one to three classes each, no class fuller than its room. */
export function planRegistrations(
  random: Random,
  students: readonly string[],
  classes: readonly DemoClass[],
  today: LocalDate,
): DemoRegistration[] {
  const seats = new Map(classes.map(({ id, classType }) => [id, classType === 'Private' ? 2 : 24]));
  return students.flatMap((studentId) => {
    const joined = addDays(today, -random.whole(3, 420));
    const wanted = new Set(Array.from({ length: random.whole(1, 3) }, () => random.pick(classes)));
    return [...wanted].flatMap((rule) => {
      const left = seats.get(rule.id) ?? 0;
      if (left === 0) return [];
      seats.set(rule.id, left - 1);
      const earliest = rule.sessionStartDate < today ? rule.sessionStartDate : today;
      const enrolledOn = joined > earliest ? joined : earliest;
      const endedOn = random.chance(0.06) ? addDays(enrolledOn, random.whole(1, 120)) : null;
      return [
        { classId: rule.id, studentId, enrolledOn, endedOn: endedOn && endedOn <= today ? endedOn : null },
      ];
    });
  });
}

/** Payments of a registration from the day it began until it ended or, mostly, until today. */
export function planSubscriptions(
  random: Random,
  registration: DemoRegistration,
  today: LocalDate,
): DemoSubscription[] {
  const { classId, studentId, enrolledOn, endedOn } = registration;
  const isPack = random.chance(0.3);
  const months = isPack ? random.pick([2, 3]) : random.pick([1, 1, 3]);
  const price = isPack ? random.pick([12_000, 14_500, 16_000]) : months * random.pick([6_500, 7_200, 7_900]);
  const stopsPaying = random.chance(0.1) ? addDays(today, -random.whole(20, 80)) : today;
  const subscriptions: DemoSubscription[] = [];
  for (
    let start = enrolledOn;
    start <= stopsPaying && (!endedOn || start < endedOn);
    start = addMonths(start, months)
  ) {
    const paid = addDays(start, random.whole(-3, 2));
    subscriptions.push({
      studentId,
      classId,
      startDate: start,
      endDate: addDays(addMonths(start, months), -1),
      amountPaidCents: price,
      numberOfSessions: isPack ? 10 : months * 4,
      paymentFor: subscriptions.length === 0 ? 'new_class' : 'renewal',
      subscriptionType: isPack ? 'session_based' : 'time_based',
      status: random.chance(0.015) ? 'cancelled' : 'active',
      paymentNotes: random.chance(0.12)
        ? random.pick(['Paid in cash', 'Bank transfer', 'Sibling discount', 'Paid at the front desk'])
        : null,
      paidOn: paid > today ? today : paid,
    });
  }
  return subscriptions;
}
