import { addDays, isoWeekday, localDateAt, type LocalDate } from '#shared/local-date.ts';
import { testNow } from './test-app.ts';

// A second, plain computation of the dashboard from raw rows, which the tests hold against the SQL.

export type RawStudio = {
  classes: {
    id: string;
    name: string;
    daysOfWeek: number[];
    sessionStartDate: LocalDate;
    sessionEndDate: LocalDate | null;
  }[];
  subscriptions: {
    studentId: string;
    classId: string;
    startDate: LocalDate;
    endDate: LocalDate;
    amountPaidCents: number;
    paymentFor: string;
    status: string;
    paidOn: LocalDate;
  }[];
  registrations: { classId: string; endedOn: LocalDate | null }[];
  sessions: {
    sessionType: string;
    sessionDate: LocalDate;
    priceCents: number | null;
    isPaid: boolean;
    outcome: string | null;
  }[];
  inquiries: { status: string; leadSource: string | null; createdAt: Date }[];
  logs: { status: string; sessionDate: LocalDate; instructorId: string }[];
  instructorNames: Map<string, string>;
};

/** What the dashboard must show for a range of days. */
export function countByHand(studio: RawStudio, from: LocalDate, to: LocalDate, timeZone: string) {
  const today = localDateAt(new Date(testNow), timeZone);
  const isIn = (day: LocalDate) => from <= day && day <= to;
  const paid = studio.subscriptions.filter(({ paidOn }) => isIn(paidOn));
  const oneOffs = studio.sessions.filter(({ sessionDate }) => isIn(sessionDate));
  const tryouts = oneOffs.filter(
    ({ sessionType, outcome }) => sessionType === 'Tryout' && outcome === 'Completed',
  );
  const leads = studio.inquiries.filter(({ createdAt }) => isIn(localDateAt(createdAt, timeZone)));
  const converted = leads.filter(({ status }) => status === 'Converted to Student').length;
  const logs = studio.logs.filter(({ status, sessionDate }) => status === 'Completed' && isIn(sessionDate));
  const over = studio.classes.filter(
    ({ sessionEndDate }) => sessionEndDate !== null && sessionEndDate < today,
  );
  const current = studio.registrations.filter(
    ({ endedOn, classId }) => endedOn === null && !over.some(({ id }) => id === classId),
  );
  return {
    totalRevenueCents: sum(paid.map(({ amountPaidCents }) => amountPaidCents)) + paidTotal(oneOffs),
    activeStudents: new Set(
      studio.subscriptions
        .filter(
          ({ status, startDate, endDate }) => status !== 'cancelled' && startDate <= to && endDate >= from,
        )
        .map(({ studentId }) => studentId),
    ).size,
    newInquiries: leads.length,
    totalInquiries: leads.length,
    tryoutsScheduled: leads.filter(({ status }) => status === 'Tryout Scheduled').length + converted,
    convertedToStudent: converted,
    conversionRate: leads.length === 0 ? 0 : Math.round((converted / leads.length) * 10_000) / 100,
    totalRenewals: paid.filter(({ paymentFor }) => paymentFor === 'renewal').length,
    completedTryouts: tryouts.length,
    tryoutRevenueCents: paidTotal(tryouts),
    totalCompletedSessions: logs.length,
    totalEnrollments: current.length,
    totalClasses: studio.classes.filter((rule) => runsWithin(rule, from, to)).length,
    leadSources: tally(leads.map(({ leadSource }) => leadSource ?? 'Unknown')),
    days: tally(logs.map(({ sessionDate }) => dayNames[isoWeekday(sessionDate) % 7] ?? '')),
    workload: tally(logs.map(({ instructorId }) => studio.instructorNames.get(instructorId) ?? '')),
    popular: Object.values(tally(current.map(({ classId }) => classId)))
      .toSorted((a, b) => b - a)
      .slice(0, 3),
    revenueByClass: revenueByClass(studio, paid),
  };
}

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function runsWithin(rule: RawStudio['classes'][number], from: LocalDate, to: LocalDate): boolean {
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const isInTerm =
      day >= rule.sessionStartDate && (rule.sessionEndDate === null || day <= rule.sessionEndDate);
    if (isInTerm && rule.daysOfWeek.includes(isoWeekday(day))) return true;
  }
  return false;
}

function revenueByClass(studio: RawStudio, paid: RawStudio['subscriptions']): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { classId, amountPaidCents } of paid) {
    const name = studio.classes.find(({ id }) => id === classId)?.name ?? '';
    totals[name] = (totals[name] ?? 0) + amountPaidCents;
  }
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => total > 0));
}

function paidTotal(sessions: RawStudio['sessions']): number {
  return sum(sessions.filter(({ isPaid }) => isPaid).map(({ priceCents }) => priceCents ?? 0));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** How often each word occurs. */
function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
