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
    archivedAt: Date | null;
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
  const leads = leadsIn(studio, from, to, timeZone);
  const logs = completedIn(studio, from, to);
  const open = studio.classes.filter(
    ({ archivedAt, sessionEndDate }) =>
      archivedAt === null && (sessionEndDate === null || sessionEndDate >= today),
  );
  const enrolled = open.map(({ id, name }) => ({
    className: name,
    enrollmentCount: studio.registrations.filter(({ endedOn, classId }) => endedOn === null && classId === id)
      .length,
  }));
  return {
    ...figuresByHand(studio, from, to, timeZone),
    totalInquiries: leads.length,
    totalEnrollments: sum(enrolled.map(({ enrollmentCount }) => enrollmentCount)),
    totalClasses: studio.classes.filter((rule) => runsWithin(rule, from, to, timeZone)).length,
    leadSources: mostNamed(leads.map(({ leadSource }) => leadSource)),
    days: tally(logs.map(({ sessionDate }) => dayNames[isoWeekday(sessionDate) % 7] ?? '')),
    workload: tally(logs.map(({ instructorId }) => studio.instructorNames.get(instructorId) ?? '')),
    popular: enrolled
      .filter(({ enrollmentCount }) => enrollmentCount > 0)
      .toSorted((a, b) => b.enrollmentCount - a.enrollmentCount || inOrder(a.className, b.className))
      .slice(0, 3),
    revenueByClass: revenueByClass(studio, paidIn(studio, from, to)),
  };
}

/** Those of its figures that are compared with the days before. */
export function figuresByHand(studio: RawStudio, from: LocalDate, to: LocalDate, timeZone: string) {
  const paid = paidIn(studio, from, to);
  const oneOffs = studio.sessions.filter(({ sessionDate }) => from <= sessionDate && sessionDate <= to);
  const tryouts = oneOffs.filter(
    ({ sessionType, outcome }) => sessionType === 'Tryout' && outcome === 'Completed',
  );
  const leads = leadsIn(studio, from, to, timeZone);
  const converted = leads.filter(({ status }) => status === 'Converted to Student').length;
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
    tryoutsScheduled: leads.filter(({ status }) => status === 'Tryout Scheduled').length + converted,
    convertedToStudent: converted,
    conversionRate: hundredths(converted, leads.length) / 100,
    totalRenewals: paid.filter(({ paymentFor }) => paymentFor === 'renewal').length,
    completedTryouts: tryouts.length,
    tryoutRevenueCents: paidTotal(tryouts),
    totalCompletedSessions: completedIn(studio, from, to).length,
  };
}

/** The days before a range: of whole months as many months, else as many days. */
export function rangeBefore(from: LocalDate, to: LocalDate) {
  const begins = (day: LocalDate) => day.endsWith('-01');
  const isOfMonths = begins(from) && begins(addDays(to, 1));
  const steps = daysOf(from, to).filter((day) => !isOfMonths || begins(day)).length;
  let startDate = from;
  for (let left = steps; left > 0; left -= !isOfMonths || begins(startDate) ? 1 : 0)
    startDate = addDays(startDate, -1);
  return { startDate, endDate: addDays(from, -1) };
}

function paidIn(studio: RawStudio, from: LocalDate, to: LocalDate): RawStudio['subscriptions'] {
  return studio.subscriptions.filter(({ paidOn }) => from <= paidOn && paidOn <= to);
}

function leadsIn(studio: RawStudio, from: LocalDate, to: LocalDate, timeZone: string) {
  return studio.inquiries.filter(({ createdAt }) => {
    const day = localDateAt(createdAt, timeZone);
    return from <= day && day <= to;
  });
}

function completedIn(studio: RawStudio, from: LocalDate, to: LocalDate): RawStudio['logs'] {
  return studio.logs.filter(
    ({ status, sessionDate }) => status === 'Completed' && from <= sessionDate && sessionDate <= to,
  );
}

/** A share in hundredths of a percent, halves rounded up, in whole numbers: 57 of 800 are 712.5, a little less as a fraction. */
function hundredths(part: number, whole: number): number {
  if (whole === 0) return 0;
  const doubled = part * 20_000 + whole;
  return (doubled - (doubled % (2 * whole))) / (2 * whole);
}

/** The ten sources named most, those that look alike as one under the spelling used most. */
function mostNamed(sources: readonly (string | null)[]): Record<string, number> {
  const alike = [...Map.groupBy(sources, looks)].map(([look, spellings]) => {
    const [mostUsed = ''] = Object.entries(tally(spellings.map(String)))
      .toSorted(([one, uses], [other, others]) => others - uses || inOrder(one, other))
      .map(([spelling]) => spelling);
    return { look, source: look === 'unknown' ? 'Unknown' : mostUsed, count: spellings.length };
  });
  const named = alike.toSorted((a, b) => b.count - a.count || inOrder(a.look, b.look)).slice(0, 10);
  return Object.fromEntries(named.map(({ source, count }) => [source, count]));
}

/** A source without what does not tell it from others: case, blanks and accents. */
function looks(source: string | null): string {
  const plain = (source ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/\s+/).filter(Boolean).join(' ') || 'unknown';
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function runsWithin(
  rule: RawStudio['classes'][number],
  from: LocalDate,
  to: LocalDate,
  timeZone: string,
): boolean {
  const lastDays = [rule.sessionEndDate, rule.archivedAt && localDateAt(rule.archivedAt, timeZone)];
  return daysOf(from, to).some(
    (day) =>
      day >= rule.sessionStartDate &&
      lastDays.every((last) => last === null || day <= last) &&
      rule.daysOfWeek.includes(isoWeekday(day)),
  );
}

function daysOf(from: LocalDate, to: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
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
