import { isLocalDate, type LocalDate } from '#shared/local-date.ts';
import { toCents } from '#shared/money.ts';
import type { LocalTime } from '#shared/time-range.ts';
import { sortWeekdays, weekdays, type Weekday } from '#shared/weekday.ts';

// What people and spreadsheets put into cells, read as what it means; null where it means nothing.

/** A day as 2026-11-21, or as spreadsheets write it in the United States, 11/21/2026, and where dots are used, 21.11.2026. */
export function readDay(text: string): LocalDate | null {
  const written =
    /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/.exec(text) ??
    /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/.exec(text);
  const { month = '', day = '', year = '' } = written?.groups ?? {};
  const date = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  return isLocalDate(date) ? date : null;
}

/** A time of day as 17:00, 17:00:00, 5:00 PM, 5 pm. */
export function readTime(text: string): LocalTime | null {
  const [, hour = '', minute = '00', half = ''] =
    /^(\d{1,2})(?::(\d{2})(?::00)?)?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (hour === '' || (half === '' && !text.includes(':')) || Number(minute) > 59) return null;
  const hours = Number(hour);
  if (half === '') return hours < 24 ? `${hour.padStart(2, '0')}:${minute}` : null;
  if (hours < 1 || hours > 12) return null;
  const ofDay = (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  return `${String(ofDay).padStart(2, '0')}:${minute}`;
}

/**
 * Weekdays as Monday, Mon or Mo, listed one by one (Mon, Wed and Fri) or from one to another (Mon-Fri, Fri to Mon).
 * Null when any of them is none.
 */
export function readWeekdays(text: string): Weekday[] | null {
  const parts = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Pd}−~]+/gu, ' ')
    .replaceAll(/ ?[\p{Pd}−~] ?| to /gu, '-')
    .split(' ')
    .filter((part) => part !== '' && part !== 'and');
  const days = parts.flatMap(readWeekdaySpan);
  const found = days.filter((day) => day !== undefined);
  return found.length > 0 && found.length === days.length ? sortWeekdays(found) : null;
}

// Three days with dashes between them are a list: Mon-Wed-Fri.
function readWeekdaySpan(part: string): (Weekday | undefined)[] {
  const days = part.split('-').map(readWeekday);
  const [first, last] = days;
  if (days.length !== 2 || !first || !last) return days;
  const twoWeeks = [...weekdays, ...weekdays];
  const from = weekdays.indexOf(first);
  return twoWeeks.slice(from, twoWeeks.indexOf(last, from) + 1);
}

function readWeekday(name: string): Weekday | undefined {
  if (name.length < 2) return undefined;
  return weekdays.find((day) => day.toLowerCase().startsWith(name.replace(/days$/, 'day')));
}

/** An amount as 1200, 1,200.50 or $1,200.50, in cents. */
export function readCents(text: string): number | null {
  const digits = text.replace(/^\$\s*/, '');
  return toCents(/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits) ? digits.replaceAll(',', '') : digits);
}

/** A percentage as 10, 12.5 or 12.5%. */
export function readPercentage(text: string): number | null {
  const digits = text.replace(/%$/, '').trimEnd();
  return /^\d{1,3}(\.\d{1,2})?$/.test(digits) && Number(digits) <= 100 ? Number(digits) : null;
}

/** A phone number as it is; what a spreadsheet shows in place of a long one, 1.55501E+10, has lost its last digits. */
export function readPhone(text: string): string | null {
  return /^\d([.,]\d+)?e\+\d+$/i.test(text) ? null : text;
}

/** One of some words, in any case, with blanks or dashes for underscores, or by its first letter if that tells. */
export function readChoice<Choice extends string>(choices: readonly Choice[], text: string): Choice | null {
  const plain = (word: string) => word.toLowerCase().replaceAll(/[\s_-]+/g, '');
  const given = plain(text);
  const initials = choices.filter((choice) => plain(choice).startsWith(given));
  return (
    choices.find((choice) => plain(choice) === given) ??
    (given.length === 1 && initials.length === 1 ? (initials[0] ?? null) : null)
  );
}
