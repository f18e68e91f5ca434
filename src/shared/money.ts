/** The largest amount one payment may carry: 9,999,999.99 in a currency with cents. */
export const maxAmountCents = 999_999_999;

/**
 * Shows cents as money (spec §9: en-US).
 * @param cents integer hundredths of the currency
 * @param currency ISO 4217 code of the studio
 */
export function formatMoney(cents: number, currency: string): string {
  return moneyFormat(currency).format(fromCents(cents));
}

/** Minor units as the decimal number a form field shows: 1250 -> 12.5. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/**
 * A typed amount ("12.50", "12.", 12.5) in minor units.
 * @returns null when it is not a number, is negative, has more than two decimals, or is too large
 */
export function toCents(amount: number | string): number | null {
  const text = String(amount).trim();
  if (!/^\d{1,7}(\.\d{0,2})?$/.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    // What is stored are hundredths, whatever the currency has itself.
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  formats.set(currency, format);
  return format;
}
