import type { OneOffSession } from '#features/scheduling/one-offs/schema.ts';
import { formatMoney } from '#shared/money.ts';

/** "$40.50, not paid": what is asked for a one-off session, and whether it was paid. */
export function priceWords(
  { priceCents, isPaid }: Pick<OneOffSession, 'priceCents' | 'isPaid'>,
  currency: string,
): string {
  if (priceCents === null) return isPaid ? 'Paid' : 'No price given';
  return `${formatMoney(priceCents, currency)}, ${isPaid ? 'paid' : 'not paid'}`;
}
