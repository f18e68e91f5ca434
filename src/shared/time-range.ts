/** A wall-clock time of day, `HH:MM`, 00:00 to 23:59. */
export type LocalTime = string;

/** Start and end of something within one day. Half-open: 17:00-18:00 and 18:00-19:00 do not overlap. */
export type TimeRange = { startTime: LocalTime; endTime: LocalTime };

/** Whether the text is a time of day: '24:00' is not. */
export function isLocalTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Whether two ranges share at least one minute. */
export function timesOverlap(a: TimeRange, b: TimeRange): boolean {
  return a.startTime < b.endTime && b.startTime < a.endTime;
}

/** Minutes since midnight. */
export function minutesOf(time: LocalTime): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The time that lies some minutes after midnight, at most 23:59. */
export function timeOfMinutes(minutes: number): LocalTime {
  const capped = Math.max(0, Math.min(minutes, 24 * 60 - 1));
  return `${String(Math.floor(capped / 60)).padStart(2, '0')}:${String(capped % 60).padStart(2, '0')}`;
}

/** "4:00 PM": how a time is shown (en-US). */
export function formatTime(time: LocalTime): string {
  const minutes = minutesOf(time);
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** "4:00 – 5:30 PM", naming AM and PM once where both ends share it. */
export function formatTimeRange({ startTime, endTime }: TimeRange): string {
  const [start, end] = [formatTime(startTime), formatTime(endTime)];
  return start.slice(-2) === end.slice(-2) ? `${start.slice(0, -3)} – ${end}` : `${start} – ${end}`;
}
