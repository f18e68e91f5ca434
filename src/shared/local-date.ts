/** A calendar day, `YYYY-MM-DD`, in the studio's time zone. Never a JS `Date`. */
export type LocalDate = string;

const earliestDate = '1900-01-01';
/** The last day anything can be on; the first is in 1900. */
export const latestDate = '2199-12-31';
const dayMs = 86_400_000;

/** Whether the text is a real day between 1900 and 2199: '2026-02-30' is not. */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < earliestDate || text > latestDate) return false;
  // A day 31 rolls over into the next month; a month 13 is no date at all.
  return !Number.isNaN(utcMs(text)) && addDays(text, 0) === text;
}

/** The day that lies a number of calendar days after (or, negative, before) another. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(utcMs(date) + days * dayMs).toISOString().slice(0, 10);
}

/** Calendar days from one day to another: negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((utcMs(to) - utcMs(from)) / dayMs);
}

/** ISO weekday, Monday 1 … Sunday 7. */
export function isoWeekday(date: LocalDate): number {
  // The first day of 1970 was a Thursday.
  const days = utcMs(date) / dayMs + 3;
  return (((days % 7) + 7) % 7) + 1;
}

/** The Monday of the week a day lies in. */
export function startOfWeek(date: LocalDate): LocalDate {
  return addDays(date, 1 - isoWeekday(date));
}

/** First and last day of the month a day lies in. */
export function monthOf(date: LocalDate): { start: LocalDate; end: LocalDate } {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { start: `${date.slice(0, 7)}-01`, end };
}

/** The same day of a month some months away, cut to that month's last day: 31 Jan + 1 month is 28 or 29 Feb. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const { end } = monthOf(first);
  return `${first.slice(0, 8)}${String(Math.min(day, Number(end.slice(8)))).padStart(2, '0')}`;
}

/** The calendar day that it is at an instant in an IANA time zone. */
export function localDateAt(instant: Date, timeZone: string): LocalDate {
  return zoned(instant, timeZone).slice(0, 10);
}

/** The wall-clock time `HH:MM` that it is at an instant in an IANA time zone. */
export function localTimeAt(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone).slice(11, 16);
}

// The database turns offsets around, takes most names of three letters for abbreviations that know no summer or for none,
// and does not know what the runtime still does of old.
const readOtherwise =
  /^[+-]|^(?!est|gmt|hst|mst|prc|roc|rok|uct|utc)[a-z]{3}$|^systemv\/|^us\/pacific-new$|^canada\/east-saskatchewan$/i;

/** Whether this is the name of a time zone in which runtime and database tell the same time. */
export function isTimeZone(name: string): boolean {
  if (readOtherwise.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whole years lived on a day; a 29 February birthday counts from 1 March in other years. */
export function ageOn(birth: LocalDate, date: LocalDate): number {
  const years = Number(date.slice(0, 4)) - Number(birth.slice(0, 4));
  return date.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** "Sat, Nov 21": how a day is shown. With the year where it is not obvious: "Sat, Nov 21, 2026". */
export function formatDate(date: LocalDate, withYear = false): string {
  return (withYear ? longFormat : shortFormat).format(utc(date));
}

/** How a day is shown to who reads it on another: with the year where that is another one. */
export function formatDateOn(date: LocalDate, today: LocalDate): string {
  return formatDate(date, date.slice(0, 4) !== today.slice(0, 4));
}

/** "Nov 16 – 22, 2026" or "Nov 30 – Dec 6, 2026": how a span of days is shown. */
export function formatDateSpan(start: LocalDate, end: LocalDate): string {
  return spanFormat.formatRange(utc(start), utc(end));
}

/** "Nov 21, 2026, 10:00 AM": how an instant is shown, by the clock of an IANA time zone. */
export function formatInstant(instant: Date, timeZone: string): string {
  return instant.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

const shortFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const longFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const spanFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

type Zone = { format: Intl.DateTimeFormat; second: number; text: string };
const zones = new Map<string, Zone>();

// Asked for by every request, so the answer of the last second is kept: formatting costs a hundred times the look.
function zoned(instant: Date, timeZone: string): string {
  // Every spelling is taken: kept by each, studios could fill the memory with one zone.
  const name = timeZone.toLowerCase();
  const zone = zones.get(name) ?? openZone(name);
  const second = Math.floor(instant.getTime() / 1000);
  if (zone.second !== second) {
    zone.text = zone.format.format(instant);
    zone.second = second;
  }
  return zone.text;
}

function openZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const zone = { format, second: NaN, text: '' };
  zones.set(timeZone, zone);
  return zone;
}

function utc(date: LocalDate): Date {
  return new Date(utcMs(date));
}

// A day alone is read as one of UTC, and in half the time of a day with its hour.
function utcMs(date: LocalDate): number {
  return Date.parse(date);
}
