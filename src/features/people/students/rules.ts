import type { LocalDate } from '#shared/local-date.ts';

/** The name of a student whose personal data was erased. */
export const deletedStudentName = 'Deleted student';

/** Of a student who is not there, or not any more (spec §8). */
export const studentProfileMissing = 'Student profile not found.';

/** Why a date of birth can not be right on a day, or null. */
export function birthProblem(dateOfBirth: LocalDate | null, today: LocalDate): string | null {
  return dateOfBirth !== null && dateOfBirth > today
    ? 'Enter a date of birth that is not in the future.'
    : null;
}
