/** Payment types of an instructor (spec §9). */
export const paymentTypes = ['per_class', 'salary', 'hybrid', 'percentage'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** How an instructor is paid. Amounts in integer cents, the percentage from 0 to 100 with two decimals. */
export type PayTerms = {
  paymentType: PaymentType;
  /** A month. */
  fixedSalaryCents: number | null;
  ratePerClassCents: number | null;
  percentageRate: number | null;
};

export type PayField = Exclude<keyof PayTerms, 'paymentType'>;

/** What an instructor gets unless somebody says otherwise (spec §5: payment type default per_class). */
export const defaultPayTerms: PayTerms = {
  paymentType: 'per_class',
  fixedSalaryCents: null,
  ratePerClassCents: null,
  percentageRate: null,
};

const fields: Record<PaymentType, readonly PayField[]> = {
  per_class: ['ratePerClassCents'],
  salary: ['fixedSalaryCents'],
  hybrid: ['fixedSalaryCents', 'ratePerClassCents', 'percentageRate'],
  percentage: ['percentageRate'],
};

/**
 * The pay fields a payment type uses, in the order in which forms show them (spec §5). The same when editing
 * as when creating: a hybrid's percentage that could be typed once must not vanish with the next edit.
 */
export function payFieldsOf(paymentType: PaymentType): readonly PayField[] {
  return fields[paymentType];
}

/** Whether a pay field has to be filled in (spec §5: the salary, wherever it is shown; zero is an answer). */
export function isPayFieldRequired(paymentType: PaymentType, field: PayField): boolean {
  return field === 'fixedSalaryCents' && payFieldsOf(paymentType).includes(field);
}

/** Terms as an edit saves them (spec §5): fields irrelevant to the type are null. */
export function editedPayTerms(terms: PayTerms): PayTerms {
  return mapPayFields(terms, (amount) => amount);
}

/** Terms as a new instructor gets them (spec §5): irrelevant fields are null, and so is zero unless required. */
export function newPayTerms(terms: PayTerms): PayTerms {
  return mapPayFields(terms, (amount, isRequired) => (amount !== 0 || isRequired ? amount : null));
}

function mapPayFields(
  { paymentType, ...amounts }: PayTerms,
  map: (amount: number | null, isRequired: boolean) => number | null,
): PayTerms {
  const used = payFieldsOf(paymentType);
  const mapped = (field: PayField) =>
    used.includes(field) ? map(amounts[field], isPayFieldRequired(paymentType, field)) : null;
  return {
    paymentType,
    fixedSalaryCents: mapped('fixedSalaryCents'),
    ratePerClassCents: mapped('ratePerClassCents'),
    percentageRate: mapped('percentageRate'),
  };
}
