import type { Inquiry } from '../schema.ts';

/** What the forms of an inquiry hold while they are filled in. */
export type InquiryValues = {
  fullName: string;
  email: string;
  phoneNumber: string;
  danceTypeInterest: string;
  leadSource: string;
  age: string;
  gender: string | null;
  availabilityNotes: string;
};

export const noInquiry: InquiryValues = {
  fullName: '',
  email: '',
  phoneNumber: '',
  danceTypeInterest: '',
  leadSource: '',
  age: '',
  gender: null,
  availabilityNotes: '',
};

export function valuesOf(inquiry: Inquiry): InquiryValues {
  return {
    fullName: inquiry.fullName,
    email: inquiry.email ?? '',
    phoneNumber: inquiry.phoneNumber ?? '',
    danceTypeInterest: inquiry.danceTypeInterest ?? '',
    leadSource: inquiry.leadSource ?? '',
    age: String(inquiry.age ?? ''),
    gender: inquiry.gender,
    availabilityNotes: inquiry.availabilityNotes ?? '',
  };
}

/** An age that was not typed is none. */
export function inputOf<Values extends { age: string }>({ age, ...details }: Values) {
  return { ...details, age: age.trim() === '' ? null : Number(age) };
}
