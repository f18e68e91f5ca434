import * as z from 'zod/mini';
import { isPayFieldRequired, paymentTypes } from '#features/payroll/rules.ts';
import { amountCents } from '#shared/fields.ts';

export const salaryText = 'Enter the fixed monthly salary.';
const percentageText = 'Enter a percentage from 0 to 100.';

function optionalAmount(message: string) {
  return z._default(z.nullable(amountCents(message)), null);
}

/** Pay terms as they are typed: what the payment type does not use is dropped by the rules afterwards. */
export const payTermsInput = z
  .strictObject({
    paymentType: z._default(z.enum(paymentTypes, 'Choose a payment type.'), 'per_class'),
    fixedSalaryCents: optionalAmount('Enter a salary of 0 or more, such as 2,500.00.'),
    ratePerClassCents: optionalAmount('Enter a rate of 0 or more, such as 35.00.'),
    percentageRate: z._default(
      z.nullable(
        z
          .number(percentageText)
          .check(
            z.minimum(0, percentageText),
            z.maximum(100, percentageText),
            z.refine(hasTwoDecimals, 'Use at most two decimals.'),
          ),
      ),
      null,
    ),
  })
  .check(
    z.refine(
      ({ paymentType, fixedSalaryCents }) =>
        fixedSalaryCents !== null || !isPayFieldRequired(paymentType, 'fixedSalaryCents'),
      { message: salaryText, path: ['fixedSalaryCents'] },
    ),
  );

function hasTwoDecimals(percentage: number): boolean {
  return Number(percentage.toFixed(2)) === percentage;
}
