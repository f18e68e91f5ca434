import { addDays, formatDate, localDateAt, localTimeAt } from '#shared/local-date.ts';
import { formatTime } from '#shared/time-range.ts';

const minuteMs = 60_000;

/** "after 9:45 PM" or "after 2:10 AM tomorrow": when somebody who was refused `now` may try again, by their own clock. */
export function laterWords(end: Date, now: Date, timeZone: string | null): string {
  // To the minute, and never sooner than it is.
  const minute = new Date(Math.ceil(end.getTime() / minuteMs) * minuteMs);
  const zone = timeZone ?? 'UTC';
  const [today, day] = [localDateAt(now, zone), localDateAt(minute, zone)];
  const dayWord = day === today ? '' : day === addDays(today, 1) ? ' tomorrow' : ` on ${formatDate(day)}`;
  return `after ${formatTime(localTimeAt(minute, zone))}${timeZone ? '' : ' UTC'}${dayWord}`;
}
