import { toCents } from '#shared/money.ts';

/** What is typed of an amount as it is shown, "$1,234.5"; what is none ("1.234,56") as it was typed. */
export function amountText(typed: string): string {
  const amount = partsOf(typed);
  if (!amount) return typed;
  const { sign, whole, fraction } = amount;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return grouped + fraction === '' ? sign : `${sign}$${grouped}${fraction}`;
}

/** The cents of a typed amount, null for an empty one; what is no amount as it was typed, which schemas refuse. */
export function amountCentsOf(typed: string): number | string | null {
  const parts = partsOf(typed);
  if (!parts) return typed;
  const { sign, whole, fraction } = parts;
  if (sign + whole + fraction === '') return null;
  if (!/\d/.test(whole + fraction)) return typed;
  const amount = `${sign}${whole || '0'}${fraction}`;
  return toCents(amount) ?? Math.round(Number(amount) * 100);
}

/** Whether text is an amount as people write it: in "12,3456" and "12 34" nothing groups thousands or begins the cents. */
export function isWrittenAmount(text: string): boolean {
  return /^-?\$?(\d{1,3}([,\s]\d{3})+|\d*)([.,]\d{0,2})?$/.test(text.trim());
}

/**
 * A written amount with a point before its cents: "1,20" is 1.20, since a comma with fewer than three digits after it
 * groups no thousands, and some keyboards have no point.
 */
export function withPoint(written: string): string {
  return isWrittenAmount(written) ? written.replace(/,(\d{0,2})$/, '.$1') : written;
}

/** What was typed or pasted into a text to make another of it. */
export function insertedInto(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let kept = Math.min(before.length, after.length) - start;
  while (kept > 0 && !after.endsWith(before.slice(-kept))) kept -= 1;
  return after.slice(start, after.length - kept);
}

/** Where the caret that was `at` a place of what was typed is in what is shown: behind the same digits. */
export function caretAt(shown: string, typed: string, at: number): number {
  const before = withoutGrouping(typed.slice(0, at)).length;
  let caret = 0;
  while (caret < shown.length && withoutGrouping(shown.slice(0, caret)).length < before) caret += 1;
  return shown[caret] === '$' ? caret + 1 : caret;
}

function partsOf(typed: string): { sign: string; whole: string; fraction: string } | null {
  // The dollar sign may be anywhere: somebody may type in front of the one that is shown.
  const found = /^(-?)([\d,]*)(\.\d{0,2})?$/.exec(typed.replaceAll(/[$\s]/g, ''));
  if (!found) return null;
  const [, sign = '', whole = '', fraction = ''] = found;
  return { sign, whole: withoutGrouping(whole), fraction };
}

function withoutGrouping(text: string): string {
  return text.replaceAll(/[$,\s]/g, '');
}
