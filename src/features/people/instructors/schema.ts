import * as z from 'zod/mini';
import type { PayTerms } from '#features/payroll/rules.ts';
import { payTermsInput } from '#features/payroll/schema.ts';
import { contactFields, id, optionalText, requestKey, version } from '#shared/fields.ts';

const details = {
  ...contactFields(),
  /** Left out, a new instructor gets the default terms and an edited one keeps theirs. */
  payTerms: z._default(z.nullable(payTermsInput), null),
};

export const listInstructorsInput = z.prefault(z.strictObject({ q: optionalText(200) }), {});
export const instructorInput = z.strictObject({ id: id() });
export const instructorDetails = z.strictObject(details);
export const createInstructorInput = z.strictObject({ ...details, idempotencyKey: requestKey() });
export const updateInstructorInput = z.strictObject({ id: id(), version, ...details });

export type Instructor = {
  id: string;
  fullName: string;
  email: string | null;
  phoneNumber: string | null;
  /** Null for readers who may not see this person's pay. */
  payTerms: PayTerms | null;
  /** Classes they teach now or later. */
  classCount: number;
  version: number;
};
