import { APIError } from 'better-auth/api';
import * as z from 'zod/mini';
import { anEmail, atMost, optionalText } from '#shared/fields.ts';

type Given = Readonly<Record<string, unknown>>;

const nameTyped = optionalText(120);
const emailTyped = anEmail().check(atMost(254, 'Use at most 254 characters.'));

/**
 * Refuses what the account service would stumble over: characters that the database can not keep, things that only
 * look like a text, addresses to lead back to that are none, and email addresses that are none.
 */
export function refuseUnreadable(body: unknown, query: unknown): void {
  const inAddress = { ...(query as Given | undefined) };
  const broken = Object.entries({ ...(body as Given | undefined), ...inAddress }).find(([, text]) =>
    isBroken(text),
  );
  const lost = Object.entries(inAddress).find(([name, text]) => name.endsWith('URL') && !isAddress(text));
  const [field] = broken ?? lost ?? [];
  if (field) throw new APIError('BAD_REQUEST', { message: `${field}: Remove what is no text.` });
  refuseNoAddress(body);
}

// The library would name its own field, and not say what to enter.
function refuseNoAddress(body: unknown): void {
  const { email } = { ...(body as Given | undefined) };
  if (typeof email !== 'string') return;
  const { error } = z.safeParse(emailTyped, email);
  if (error)
    throw new APIError('BAD_REQUEST', { message: error.issues[0]?.message ?? 'Enter an email address.' });
}

/**
 * A sign-up with its names as they are kept everywhere. Done before anybody asks who has an account: what is said to a
 * name must not tell that of an address.
 */
export function withTidyNames(body: unknown): Given {
  const given = { ...(body as Given | undefined) };
  for (const field of ['name', 'organizationName'])
    if (given[field] !== undefined && given[field] !== null) given[field] = tidy(field, given[field]);
  return given;
}

function tidy(field: string, text: unknown): string {
  const { success, data, error } = z.safeParse(nameTyped, text);
  if (success) return data ?? '';
  throw new APIError('BAD_REQUEST', { message: `${field}: ${error.issues[0]?.message ?? 'Enter text.'}` });
}

/** A name another company has of somebody; none when it is not one that could be typed here. */
export function nameFromElsewhere(name: unknown): string {
  return z.safeParse(nameTyped, name).data ?? '';
}

function isBroken(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  // Its length would be asked for before it is found to be no text.
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'length' in value;
}

function isAddress(text: unknown): boolean {
  try {
    decodeURIComponent(String(text));
    return true;
  } catch {
    return false;
  }
}
