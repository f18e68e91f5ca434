import { isAllowed, type Role } from '#shared/access.ts';
import type { LocalDate } from '#shared/local-date.ts';
import type { LocalTime, TimeRange } from '#shared/time-range.ts';
import type { AttendanceStatus, DayState, SessionOutcome } from '#features/attendance/schema.ts';

/** What is known about a class on a date. */
type ClassDay = {
  date: LocalDate;
  takesPlace: boolean;
  isCancelled: boolean;
  isLogged: boolean;
};

/** What can be done with a class on a date, seen on the studio's `today`. A log outlives changes of the rule. */
export function dayState(day: ClassDay, today: LocalDate): DayState {
  if (day.isLogged) return 'logged';
  if (!day.takesPlace) return 'elsewhere';
  if (day.isCancelled) return 'cancelled';
  return day.date > today ? 'future' : 'open';
}

/** Why a date that is not open takes no log. The first is spec §8's. */
export const refusalTexts: Record<Exclude<DayState, 'open'>, string> = {
  logged: 'A log for this session already exists.',
  cancelled: 'The class is cancelled on this date.',
  future: 'Attendance can be logged on the day of the session, not before.',
  elsewhere: 'The class does not take place on this date.',
};

/** The refusal of who teaches another class; this one may have been theirs when they opened its sheet. */
export const taughtByOthers =
  'This class is taught by somebody else now. Only they, the owner, admins and staff take its attendance.';

/** Who may log a class: the office, and the instructor whose class it is. */
export type Logger = { isOffice: boolean; profileId: string };

/** What of a caller decides here. */
export function loggerOf({ role, profileId }: { role: Role; profileId: string }): Logger {
  return { isOffice: isAllowed(role, 'manageSchedule'), profileId };
}

/** Whether someone may see and log a class's sheet; whoever taught a session as a substitute may, too. */
export function mayLog(
  { isOffice, profileId }: Logger,
  { instructorId, taughtBy }: { instructorId: string; taughtBy: string | null },
): boolean {
  return isOffice || profileId === instructorId || profileId === taughtBy;
}

/** Entries are kept of sessions that were held (spec §4). */
export function entriesToKeep<Entry>(status: AttendanceStatus, entries: readonly Entry[]): readonly Entry[] {
  return status === 'Completed' ? entries : [];
}

/** Why an outcome can not be logged yet, or null: a session is only held or missed once its day has come. */
export function outcomeProblem(
  session: { sessionDate: LocalDate; isCancelled: boolean; outcome: SessionOutcome | null },
  outcome: SessionOutcome,
  today: LocalDate,
): string | null {
  // One whose outcome is Cancelled counts as cancelled, too, and may be corrected.
  if (session.isCancelled && session.outcome === null)
    return 'This session was cancelled and takes no outcome.';
  if (outcome !== 'Cancelled' && session.sessionDate > today)
    return 'This session has not taken place yet. Until then it can only be cancelled.';
  return null;
}

type DayGroup<Item> = { name: 'Now' | 'Later' | 'Earlier'; items: Item[] };

/** Today's sessions by what concerns one first: those running at `time`, those to come, those over. */
export function groupByTime<Item extends TimeRange>(
  items: readonly Item[],
  time: LocalTime,
): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = [
    { name: 'Now', items: items.filter(({ startTime, endTime }) => startTime <= time && time < endTime) },
    { name: 'Later', items: items.filter(({ startTime }) => startTime > time) },
    { name: 'Earlier', items: items.filter(({ endTime }) => endTime <= time) },
  ];
  return groups.filter((group) => group.items.length > 0);
}
