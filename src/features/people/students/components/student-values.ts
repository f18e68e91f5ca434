import type { StudentDetails } from '../schema.ts';

/** What the forms of a student hold while they are filled in. */
export type StudentValues = {
  fullName: string;
  email: string;
  phoneNumber: string;
  gender: string | null;
  dateOfBirth: string;
};

/** What is known of a person already: of a student, or of an inquiry about to become one. */
export function valuesOf(known: Partial<StudentDetails>): StudentValues {
  return {
    fullName: known.fullName ?? '',
    email: known.email ?? '',
    phoneNumber: known.phoneNumber ?? '',
    gender: known.gender ?? null,
    dateOfBirth: known.dateOfBirth ?? '',
  };
}
