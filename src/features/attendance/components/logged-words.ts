import { formatDate, localDateAt, localTimeAt } from '#shared/local-date.ts';
import { formatTime } from '#shared/time-range.ts';

import type { AttendanceLog } from '../schema.ts';

/** "Logged by Ana on Mon, Nov 16 at 6:05 PM.": who took a log, and when by the studio's clock. */
export function loggedWords(
  { loggedBy, loggedAt }: Pick<AttendanceLog, 'loggedBy' | 'loggedAt'>,
  timeZone: string,
): string {
  const at = new Date(loggedAt);
  const when = `${formatDate(localDateAt(at, timeZone))} at ${formatTime(localTimeAt(at, timeZone))}`;
  return loggedBy ? `Logged by ${loggedBy} on ${when}.` : `Logged on ${when}.`;
}
