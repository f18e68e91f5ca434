import { payFieldsOf, type PayField, type PaymentType, type PayTerms } from '#features/payroll/rules.ts';
import { formatMoney } from '#shared/money.ts';

export const paymentTypeNames: Record<PaymentType, string> = {
  per_class: 'Per class',
  salary: 'Salary',
  hybrid: 'Hybrid',
  percentage: 'Percentage',
};

export const payFieldNames: Record<PayField, string> = {
  fixedSalaryCents: 'Fixed monthly salary',
  ratePerClassCents: 'Rate per class',
  percentageRate: 'Commission percentage',
};

/** The fields the terms use, each as one reads it: "$25.00", "12.5%", or null where nothing is agreed. */
export function payAmounts(terms: PayTerms, currency: string) {
  return payFieldsOf(terms.paymentType).map((field) => ({
    field,
    name: payFieldNames[field],
    amount: amountOf(terms, field, currency),
  }));
}

/** All terms in a line: "$1,500.00 a month + $25.00 per class". Empty when no amount is agreed. */
export function payLine(terms: PayTerms, currency: string): string {
  return payAmounts(terms, currency)
    .flatMap(({ field, amount }) => (amount === null ? [] : [`${amount}${units[field]}`]))
    .join(' + ');
}

const units: Record<PayField, string> = {
  fixedSalaryCents: ' a month',
  ratePerClassCents: ' per class',
  percentageRate: ' commission',
};

function amountOf(terms: PayTerms, field: PayField, currency: string): string | null {
  const amount = terms[field];
  if (amount === null) return null;
  return field === 'percentageRate' ? `${amount}%` : formatMoney(amount, currency);
}
