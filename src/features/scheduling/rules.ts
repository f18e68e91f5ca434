import { addDays, formatDate, isoWeekday, latestDate, type LocalDate } from '#shared/local-date.ts';
import { compareNames } from '#shared/name-order.ts';
import { formatTimeRange, timesOverlap, type LocalTime, type TimeRange } from '#shared/time-range.ts';
import { formatWeekdays, weekdayNumber, type Weekday } from '#shared/weekday.ts';

/** The part of a class that says on which days it takes place. A null end is an ongoing class. */
export type Recurrence = {
  daysOfWeek: readonly Weekday[];
  sessionStartDate: LocalDate;
  sessionEndDate: LocalDate | null;
};

/** What the title of a one-off session is made of. */
type TitledSession = { sessionType: string; outcome: string | null; outcomeNotes?: string | null };

/** Whether a class has a session on a day, cancelled or not. */
export function takesPlaceOn(rule: Recurrence, date: LocalDate): boolean {
  const { daysOfWeek, sessionStartDate, sessionEndDate } = rule;
  if (date < sessionStartDate || (sessionEndDate !== null && date > sessionEndDate)) return false;
  return daysOfWeek.some((day) => weekdayNumber(day) === isoWeekday(date));
}

/** The first day from `from` on with a session that is not cancelled; null when there is none any more. */
export function nextDate(
  rule: Recurrence,
  from: LocalDate,
  cancelled: readonly LocalDate[] = [],
): LocalDate | null {
  const end = rule.sessionEndDate ?? latestDate;
  let date = from > rule.sessionStartDate ? from : rule.sessionStartDate;
  // Whole weeks are never walked day by day: lists ask this for every class.
  while (rule.daysOfWeek.length > 0) {
    date = addDays(date, daysUntil(rule.daysOfWeek, isoWeekday(date)));
    if (date > end) return null;
    if (!cancelled.includes(date)) return date;
    date = addDays(date, 1);
  }
  return null;
}

function daysUntil(days: readonly Weekday[], weekday: number): number {
  return days.reduce((least, day) => Math.min(least, (weekdayNumber(day) - weekday + 7) % 7), 7);
}

/** What tells since when a class is as it is: the day its last change holds from, null when it was never changed. */
type Changed = { changedFrom: LocalDate | null };

/** The first day from `date` on on which a class is as it is shown: what was changed from tomorrow on is not so today. */
export function asShownFrom({ changedFrom }: Changed, date: LocalDate): LocalDate {
  return changedFrom !== null && changedFrom > date ? changedFrom : date;
}

/**
 * From which day on a class can be changed without touching a session that has begun: today, or tomorrow once today's
 * has. `now` is the studio's wall clock.
 */
export function changesFrom(
  rule: Recurrence & Changed & { startTime: LocalTime },
  now: { date: LocalDate; time: LocalTime },
): LocalDate {
  const shown = asShownFrom(rule, now.date);
  if (shown > now.date) return shown;
  const hasBegun = takesPlaceOn(rule, now.date) && rule.startTime <= now.time;
  return hasBegun ? addDays(now.date, 1) : now.date;
}

/** What tells when a class takes place: `cancelledDates` are at least those from today on. */
export type Timetable = Recurrence & Changed & TimeRange & { cancelledDates: readonly { date: LocalDate }[] };

/** The weekdays on which two classes, as they are shown, share a minute of some day from `today` on. */
export function parallelDays(a: Timetable, b: Timetable, today: LocalDate): Weekday[] {
  if (!timesOverlap(a, b)) return [];
  const begins = asShownFrom(b, asShownFrom(a, today));
  const from = begins > b.sessionStartDate ? begins : b.sessionStartDate;
  const cancelled = [...a.cancelledDates, ...b.cancelledDates].map(({ date }) => date);
  return a.daysOfWeek.filter((day) => {
    const date = nextDate({ ...a, daysOfWeek: [day] }, from, cancelled);
    return date !== null && takesPlaceOn(b, date);
  });
}

/** Whether a class that had ended goes on from a day on: then nothing took place in between. */
export function resumes(
  { sessionEndDate: end }: Pick<Recurrence, 'sessionEndDate'>,
  { sessionEndDate: ended }: Pick<Recurrence, 'sessionEndDate'>,
  from: LocalDate,
): boolean {
  return ended !== null && ended < addDays(from, -1) && (end === null || end >= from);
}

/** Why a change from a day on would change nothing, or null: the class had ended by then and does not go on. */
export function endedProblem(
  { sessionEndDate: end }: Pick<Recurrence, 'sessionEndDate'>,
  { sessionEndDate: ended }: Pick<Recurrence, 'sessionEndDate'>,
  from: LocalDate,
): string | null {
  if (end === null || ended === null || end >= from || ended >= from) return null;
  return `This class ended on ${formatDate(end, true)}. Choose that day or an earlier one, or a later end date.`;
}

/** The days from `start` to `end`, both included, with a session, cancelled or not, in order. */
export function datesInRange(rule: Recurrence, start: LocalDate, end: LocalDate): LocalDate[] {
  const last = rule.sessionEndDate !== null && rule.sessionEndDate < end ? rule.sessionEndDate : end;
  const dates: LocalDate[] = [];
  let date = start > rule.sessionStartDate ? start : rule.sessionStartDate;
  for (; date <= last; date = addDays(date, 1)) if (takesPlaceOn(rule, date)) dates.push(date);
  return dates;
}

/** The title of a one-off session: 'One-Time ' and its type (spec §3), then outcome and notes once logged (spec §4). */
export function oneOffTitle({ sessionType, outcome, outcomeNotes = null }: TitledSession): string {
  return [`One-Time ${sessionType}`, outcome, outcomeNotes].filter(Boolean).join(' - ');
}

/** Of a tryout that is paid for with nothing (spec §5). */
export const missingTryoutPrice = 'Please enter a valid price for paid tryouts.';

/** What is wrong with a one-off session's price, or null: a paid tryout needs one (spec §5). */
export function priceProblem(session: {
  sessionType: string;
  isPaid: boolean;
  priceCents: number | null;
}): string | null {
  if (session.sessionType !== 'Tryout' || !session.isPaid) return null;
  return (session.priceCents ?? 0) > 0 ? null : missingTryoutPrice;
}

/** A class as it is told apart from others of its name: also by when it takes place. */
export function classLabel(rule: TimeRange & { name: string; daysOfWeek: readonly Weekday[] }): string {
  return `${rule.name} · ${formatWeekdays(rule.daysOfWeek)}, ${formatTimeRange(rule)}`;
}

/** Classes by start time, those of one time as a person looks for them: "Class 2" before "Class 10". */
export function byStart<Rule extends { startTime: LocalTime; name: string }>(rules: readonly Rule[]): Rule[] {
  return rules.toSorted((a, b) => compareNames(a.startTime, b.startTime) || compareNames(a.name, b.name));
}
