import * as z from 'zod/mini';
import { isLocalDate } from '#shared/local-date.ts';
import { isLocalTime } from '#shared/time-range.ts';
import { maxAmountCents } from '#shared/money.ts';
import { weekdays } from '#shared/weekday.ts';

// Line breaks and tabs are text; other control characters and lone surrogates are not.
// eslint-disable-next-line no-control-regex -- naming them is the point
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function isPrintable(text: string): boolean {
  return !unprintable.test(text) && text.isWellFormed();
}

/** Text that must be there: trimmed, at most `max` characters. */
export function requiredText(max: number, message: string) {
  return z
    .string({ error: message })
    .check(
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `Use at most ${max} characters.`),
      z.refine(isPrintable, 'Remove the control characters.'),
    );
}

/** Text that may be left out: trimmed, and null when nothing is left of it. */
export function optionalText(max: number) {
  return z._default(
    z.pipe(
      z.nullable(
        z
          .string({ error: 'Enter text.' })
          .check(
            z.trim(),
            z.maxLength(max, `Use at most ${max} characters.`),
            z.refine(isPrintable, 'Remove the control characters.'),
          ),
      ),
      z.transform((text: string | null) => (text === '' ? null : text)),
    ),
    null,
  );
}

/** An e-mail address that may be left out. */
export function optionalEmail() {
  return z._default(
    z.pipe(
      z.pipe(
        z.nullable(
          z.string({ error: 'Enter text.' }).check(z.trim(), z.maxLength(254, 'Use at most 254 characters.')),
        ),
        z.transform((text: string | null) => (text === '' ? null : text)),
      ),
      z.nullable(z.email('Enter an e-mail address such as name@example.com.')),
    ),
    null,
  );
}

/** A row's id, in the lower case in which the database tells ids: they are compared as text. */
export function id(message = 'Choose one.') {
  return z.uuid(message).check(z.toLowerCase());
}

/** A row's id that may be left out; an empty choice is none. */
export function optionalId() {
  return z._default(
    z.pipe(
      z.pipe(
        z.nullable(z.string()),
        z.transform((text: string | null) => (text === '' ? null : text)),
      ),
      z.nullable(id()),
    ),
    null,
  );
}

/** A calendar day, `YYYY-MM-DD`, that exists. */
export function localDate(message: string) {
  return z.string({ error: message }).check(z.refine(isLocalDate, message));
}

/** A calendar day that may be left out. */
export function optionalDate() {
  return z._default(
    z.pipe(
      z.pipe(
        z.nullable(z.string()),
        z.transform((text: string | null) => (text === '' ? null : text)),
      ),
      z.nullable(localDate('Enter a date that exists.')),
    ),
    null,
  );
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
    z.minLength(1, message),
    z.refine((days) => new Set(days).size === days.length, 'Choose each day once.'),
  );
}

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
