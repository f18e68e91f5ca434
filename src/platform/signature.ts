import { createHmac, timingSafeEqual } from 'node:crypto';

/** The secrets of an installation: the first signs and encrypts, all are accepted, so that the first can be changed unseen. */
export type Secrets = readonly [string, ...string[]];

/** How a signature is spelled: `base64` in cookies, `base64url` in the tokens of letters, as the account library has it. */
type Spelling = 'base64' | 'base64url';

/** A text and behind a dot its signature, HMAC-SHA-256: `text.signature`. */
export function signed(text: string, secret: string, spelling: Spelling): string {
  return `${text}.${createHmac('sha256', secret).update(text).digest(spelling)}`;
}

/** The text of `text.signature` if one of the secrets signed it, else null. The first secret is tried first. */
export function verified(given: string, secrets: readonly string[], spelling: Spelling): string | null {
  const text = given.slice(0, given.lastIndexOf('.'));
  const isSigned = secrets.some((secret) => isSame(given, signed(text, secret, spelling)));
  return isSigned ? text : null;
}

/**
 * For the account library, which believes the first secret alone (those it can be given besides are for what it encrypts):
 * what another one signed is signed anew, all else stays.
 */
export function signedAnew(given: string, [first, ...others]: Secrets, spelling: Spelling): string {
  const text = verified(given, others, spelling);
  return text === null ? given : signed(text, first, spelling);
}

/** Compares in a time that says nothing of where two texts differ. */
export function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
