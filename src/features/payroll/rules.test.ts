import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultPayTerms,
  editedPayTerms,
  isPayFieldRequired,
  newPayTerms,
  payFieldsOf,
  paymentTypes,
  type PayField,
  type PayTerms,
} from '#features/payroll/rules.ts';
import { payTermsInput } from '#features/payroll/schema.ts';

const payFields: readonly PayField[] = ['fixedSalaryCents', 'ratePerClassCents', 'percentageRate'];

const amount = fc.option(fc.oneof(fc.constant(0), fc.nat({ max: 999_999_999 })));
const anyTerms: fc.Arbitrary<PayTerms> = fc.record({
  paymentType: fc.constantFrom(...paymentTypes),
  fixedSalaryCents: amount,
  ratePerClassCents: amount,
  percentageRate: fc.option(fc.nat({ max: 10_000 }).map((hundredths) => hundredths / 100)),
});

describe('which fields a payment type uses', () => {
  it.each([
    ['per_class', ['ratePerClassCents'], []],
    ['salary', ['fixedSalaryCents'], ['fixedSalaryCents']],
    ['hybrid', ['fixedSalaryCents', 'ratePerClassCents', 'percentageRate'], ['fixedSalaryCents']],
    ['percentage', ['percentageRate'], []],
  ] as const)('%s', (paymentType, shown, required) => {
    expect(payFieldsOf(paymentType)).toEqual(shown);
    expect(payFields.filter((field) => isPayFieldRequired(paymentType, field))).toEqual(required);
  });
});

describe('pay terms as they are saved', () => {
  it('keep what the type uses and nothing else, on an edit', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const saved = editedPayTerms(terms);
        const used = payFieldsOf(terms.paymentType);
        expect(saved.paymentType).toBe(terms.paymentType);
        for (const field of payFields) expect(saved[field]).toBe(used.includes(field) ? terms[field] : null);
      }),
    );
  });

  it('turn zero into null for a new instructor unless it is required, and differ from an edit in nothing else', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const edited = editedPayTerms(terms);
        for (const field of payFields) {
          const isKept = isPayFieldRequired(terms.paymentType, field);
          expect(newPayTerms(terms)[field]).toBe(isKept ? edited[field] : edited[field] || null);
        }
      }),
    );
  });

  it('can be edited once they are saved', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        fc.pre(payTermsInput.safeParse(terms).success);
        expect(payTermsInput.parse(newPayTerms(terms))).toEqual(newPayTerms(terms));
      }),
    );
  });

  it('stay as they are when saved again', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        expect(editedPayTerms(editedPayTerms(terms))).toEqual(editedPayTerms(terms));
        expect(newPayTerms(newPayTerms(terms))).toEqual(newPayTerms(terms));
      }),
    );
  });

  it('never lose the percentage of a hybrid', () => {
    expect(editedPayTerms({ ...defaultPayTerms, paymentType: 'hybrid', percentageRate: 12.5 })).toMatchObject(
      {
        percentageRate: 12.5,
      },
    );
  });
});

describe('pay terms as they are typed', () => {
  it('default to per class', () => {
    expect(payTermsInput.parse({})).toEqual(defaultPayTerms);
  });

  it('need a salary where one is shown, which may be zero', () => {
    for (const paymentType of ['salary', 'hybrid'] as const) {
      expect(payTermsInput.safeParse({ paymentType }).error?.issues).toMatchObject([
        { path: ['fixedSalaryCents'], message: 'Enter the fixed monthly salary.' },
      ]);
      expect(payTermsInput.safeParse({ paymentType, fixedSalaryCents: 0 }).success).toBe(true);
    }
  });

  it.each([
    ['fixedSalaryCents', -1],
    ['ratePerClassCents', 0.5],
    ['ratePerClassCents', 1_000_000_000],
    ['percentageRate', 100.01],
    ['percentageRate', -1],
    ['percentageRate', 33.333],
    ['percentageRate', Number.NaN],
    ['paymentType', 'monthly'],
  ])('refuse %s %s', (field, value) => {
    expect(payTermsInput.safeParse({ [field]: value }).error?.issues).toMatchObject([{ path: [field] }]);
  });
});
