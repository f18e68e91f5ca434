import type { Ref } from 'react';

import { PayFields, type InputProps, type PayForm } from '#features/payroll/components/pay-fields.tsx';
import { defaultPayTerms, editedPayTerms, type PayTerms } from '#features/payroll/rules.ts';
import type { Instructor } from '#features/people/instructors/schema.ts';
import { ContactFields } from '#ui/contact-fields.tsx';

/** What the forms that add and edit an instructor hold. */
type InstructorValues = {
  fullName: string;
  email: string;
  phoneNumber: string;
  payTerms: PayTerms;
};

export const noInstructor: InstructorValues = {
  fullName: '',
  email: '',
  phoneNumber: '',
  payTerms: defaultPayTerms,
};

export function valuesOf({ fullName, email, phoneNumber, payTerms }: Instructor): InstructorValues {
  return {
    fullName,
    email: email ?? '',
    phoneNumber: phoneNumber ?? '',
    payTerms: payTerms ?? defaultPayTerms,
  };
}

/** Fields of other payment types are not sent (spec §5); who may not see pay sends none of it. */
export function inputOf({ payTerms, ...details }: InstructorValues, hasPay: boolean) {
  return { ...details, payTerms: hasPay ? editedPayTerms(payTerms) : null };
}

type DetailForm = {
  key: (path: keyof InstructorValues) => string;
  getInputProps: (path: keyof InstructorValues) => InputProps;
};

type Props = { form: DetailForm & PayForm; hasPay: boolean; nameRef?: Ref<HTMLInputElement> };

export function InstructorFields({ form, hasPay, nameRef }: Props) {
  return (
    <>
      <ContactFields keyOf={form.key} propsOf={form.getInputProps} nameRef={nameRef} />
      {/* Its key changes with a reset of the form, and with it the chosen type. */}
      {hasPay && <PayFields form={form} key={form.key('payTerms')} />}
    </>
  );
}
