import { formatDateOn, localDateAt, localTimeAt, type LocalDate } from '#shared/local-date.ts';
import { formatTime } from '#shared/time-range.ts';

import type { AttendanceLog } from '../schema.ts';

/** "Logged by Ana on Mon, Nov 16 at 6:05 PM.": who took a log, and when by the studio's clock, as it is told on a day. */
export function loggedWords(
  { loggedBy, loggedAt }: Pick<AttendanceLog, 'loggedBy' | 'loggedAt'>,
  { timeZone, today }: { timeZone: string; today: LocalDate },
): string {
  const at = new Date(loggedAt);
  const when = `${formatDateOn(localDateAt(at, timeZone), today)} at ${formatTime(localTimeAt(at, timeZone))}`;
  return loggedBy ? `Logged by ${loggedBy} on ${when}.` : `Logged on ${when}.`;
}
