import * as z from 'zod/mini';
import { isLocalDate } from '#shared/local-date.ts';
import { isLocalTime } from '#shared/time-range.ts';
import { maxAmountCents } from '#shared/money.ts';
import { weekdays } from '#shared/weekday.ts';

// Characters nobody types; what ends lines and columns is none of them.
const unprintable = /[^\P{Cc}\t\n\r]/u;
// Letters, digits and signs, but for those that are drawn as nothing; marks and joiners are nothing by themselves.
const visible = /(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

const isPrintable = z.refine<string>(
  (text) => !unprintable.test(text) && text.isWellFormed(),
  'Remove the control characters.',
);
// Nobody sees or types them: they turn around whatever stands beside the name, or keep it from being found. What is copied
// from contacts, chats and documents brings them along. Joiners are part of words and emoji, and stay.
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
// Pasted names bring line breaks and tabs along.
const onOneLine = z.overwrite<string>((text) =>
  text
    .replaceAll(unseen, '')
    .replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ')
    .trim(),
);

// Left alone, the library measures whatever has a length: {"length": {"toString": 1}} would be no refusal but a fault.
const hasLength = ({ value }: { value: unknown }) => typeof value === 'string' || Array.isArray(value);

/** At least so many characters or items; `message` says so. */
export function atLeast(min: number, message: string) {
  const params = { error: message, when: hasLength };
  return z.minLength(min, params);
}

/** At most so many characters or items; `message` says so. */
export function atMost(max: number, message: string) {
  const params = { error: message, when: hasLength };
  return z.maxLength(max, params);
}

/** A line of text that must be there: put on one line, trimmed, at most `max` characters. */
export function requiredText(max: number, message: string) {
  return z.string({ error: message }).check(
    onOneLine,
    atLeast(1, message),
    z.refine((text) => text === '' || visible.test(text), message),
    atMost(max, `Use at most ${max} characters.`),
    isPrintable,
  );
}

/** A line of text that may be left out: put on one line, trimmed, and null when nothing is to be seen of it. */
export function optionalText(max: number) {
  return orNone(max, onOneLine);
}

/** Text of any number of lines that may be left out, else as `optionalText`. */
export function optionalNotes(max: number) {
  return orNone(max, z.trim());
}

function orNone(max: number, tidy: typeof onOneLine) {
  return z._default(
    z.pipe(
      z.nullable(
        z
          .string({ error: 'Enter text.' })
          .check(tidy, atMost(max, `Use at most ${max} characters.`), isPrintable),
      ),
      z.transform((text: string | null) => (text !== null && visible.test(text) ? text : null)),
    ),
    null,
  );
}

/** What may be left out: null and an empty text are nothing, any other is as `given` says. */
export function optional<T extends z.core.$ZodType<unknown, string>>(given: T, text = z.string()) {
  return z._default(
    z.pipe(
      z.pipe(
        z.nullable(text),
        z.transform((typed: string | null) => (typed === '' ? null : typed)),
      ),
      z.nullable(given),
    ),
    null,
  );
}

/** An email address that may be left out. */
export function optionalEmail() {
  return optional(anEmail(), emailText('Enter text.'));
}

/** An email address that must be there. */
export function requiredEmail() {
  return emailText('Enter an email address.').check(anEmail());
}

function emailText(missing: string) {
  return z.string({ error: missing }).check(z.trim(), atMost(254, 'Use at most 254 characters.'));
}

/** What an email address looks like, as it is kept. */
export const anEmail = () => z.email('Enter an email address such as name@example.com.');

/** Who somebody is and how to reach them (spec §5): the name is required, the rest may be left out. */
export function contactFields() {
  return {
    fullName: requiredText(120, 'Enter the full name.'),
    email: optionalEmail(),
    phoneNumber: optionalText(40),
  };
}

/** A row's id, in the lower case in which the database tells ids: they are compared as text. */
export function id(message = 'Choose one.') {
  return z.uuid(message).check(z.toLowerCase());
}

/** A row's id that may be left out; an empty choice is none. */
export function optionalId() {
  return optional(id());
}

/** A calendar day, `YYYY-MM-DD`, that exists. */
export function localDate(message: string) {
  return z.string({ error: message }).check(z.refine(isLocalDate, message));
}

/** A calendar day that may be left out. */
export function optionalDate() {
  return optional(localDate('Enter a date that exists.'));
}

/** A time of day, `HH:MM`. */
export function localTime(message: string) {
  return z.string({ error: message }).check(z.refine(isLocalTime, message));
}

/** Money in integer minor units; `missing` is said instead when nothing is given. */
export function amountCents(message: string, missing = message) {
  return z
    .int(saying(message, missing))
    .check(z.minimum(0, message), z.maximum(maxAmountCents, 'This amount is too large.'));
}

/** A whole number within bounds; `missing` is said instead when nothing is given. */
export function wholeNumber(min: number, max: number, message: string, missing = message) {
  return z.int(saying(message, missing)).check(z.minimum(min, message), z.maximum(max, message));
}

function saying(message: string, missing: string) {
  return {
    error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? missing : message),
  };
}

/** Weekday names, at least one, each once. */
export function weekdayList(message: string) {
  return z.array(z.enum(weekdays, message), { error: message }).check(
    atLeast(1, message),
    z.refine((days) => new Set(days).size === days.length, 'Choose each day once.'),
  );
}

/** Yes or no, and no when left out. */
export const flag = z._default(z.boolean('Choose yes or no.'), false);

/** The version of a row that an edit was made on. */
export const version = z
  .int('Reload the page and try again.')
  .check(
    z.minimum(1, 'Reload the page and try again.'),
    z.maximum(2_147_483_647, 'Reload the page and try again.'),
  );

/** Chosen by the sender of a request that must be done once, and sent again with every repetition of it. */
export function requestKey() {
  const message = 'A request key is 8 to 100 letters, digits, dots, colons or dashes.';
  return z._default(
    z.nullable(z.string({ error: message }).check(z.regex(/^[\w.:-]{8,100}$/, message))),
    null,
  );
}

/**
 * The `when` of a check that compares `fields`: only once each is right by itself, whatever else is wrong, so that all of
 * it is told at the first try.
 */
export const areRight =
  (...fields: string[]) =>
  ({ issues }: { issues: readonly { path?: readonly PropertyKey[] | undefined }[] }): boolean =>
    issues.every(({ path: [field] = [] }) => field !== undefined && !fields.includes(String(field)));
