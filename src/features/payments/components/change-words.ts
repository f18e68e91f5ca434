import { formatDate } from '#shared/local-date.ts';
import { formatMoney } from '#shared/money.ts';

import { paymentPurposeLabels, subscriptionStatusLabels, subscriptionTypeLabels } from '../rules.ts';

const words: Record<string, string> = {
  ...paymentPurposeLabels,
  ...subscriptionTypeLabels,
  ...subscriptionStatusLabels,
};

// By people, who may write any word there is.
const written = ['classId', 'paymentNotes'];

/** A field's value before or after a change, as people read it. */
export function valueText(field: string, value: string | number | null, currency: string): string {
  if (value === null || value === '') return 'none';
  if (field === 'amountPaidCents') return formatMoney(Number(value), currency);
  if (field.endsWith('Date') || field === 'paidOn') return formatDate(String(value), true);
  return written.includes(field) ? String(value) : (words[value] ?? String(value));
}
