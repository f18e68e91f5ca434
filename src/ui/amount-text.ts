import { toCents } from '#shared/money.ts';

// Schemas refuse half a cent, and unlike NaN a kept draft holds it.
const noAmount = 0.5;

/** What is typed of an amount as it is shown, "$1,234.5"; what is none ("1.234,56") as it was typed. */
export function amountText(typed: string): string {
  const amount = partsOf(typed);
  if (!amount) return typed;
  const { sign, whole, fraction } = amount;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return grouped + fraction === '' ? sign : `${sign}$${grouped}${fraction}`;
}

/** The cents of a typed amount, null for an empty one; of what is no amount, a number that schemas refuse. */
export function amountCentsOf(typed: string): number | null {
  const { sign, whole, fraction } = partsOf(typed) ?? { sign: '', whole: '', fraction: '?' };
  if (sign + whole + fraction === '') return null;
  if (!/\d/.test(whole + fraction)) return noAmount;
  const amount = `${sign}${whole || '0'}${fraction}`;
  return toCents(amount) ?? Math.round(Number(amount) * 100);
}

/** Whether pasted text means the amount it would become: in "1,20" the comma groups no thousands. */
export function isWrittenAmount(pasted: string): boolean {
  return /^-?\$?(\d{1,3}([,\s]\d{3})+|\d*)(\.\d{0,2})?$/.test(pasted.trim());
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
