import * as z from 'zod/mini';
import {
  contactFields,
  id,
  optional,
  optionalDate,
  optionalId,
  optionalText,
  version,
  wholeNumber,
} from '#shared/fields.ts';
import type { LocalDate } from '#shared/local-date.ts';

export const genders = ['Male', 'Female'] as const;
export type Gender = (typeof genders)[number];

export const studentsPerPage = 50;

/** Who a student is (spec §5). */
export const studentDetails = {
  ...contactFields(),
  /** Null is "not stated". */
  gender: optional(z.enum(genders, 'Choose Female, Male or not stated.')),
  dateOfBirth: optionalDate(),
};

export const listStudentsInput = z.prefault(
  z.strictObject({
    q: optionalText(200),
    danceTypeId: optionalId(),
    page: z._default(wholeNumber(1, 100_000, 'Choose a page.'), 1),
    limit: z._default(wholeNumber(1, 100, 'Ask for 1 to 100 students at once.'), studentsPerPage),
  }),
  {},
);
export const studentInput = z.strictObject({ id: id() });
export const updateStudentInput = z.strictObject({ id: id(), version, ...studentDetails });

export type StudentFilter = z.output<typeof listStudentsInput>;
export type StudentDetails = {
  fullName: string;
  email: string | null;
  phoneNumber: string | null;
  gender: Gender | null;
  dateOfBirth: LocalDate | null;
};

/** Active while any subscription is; null for a student who never had one. */
type StudentStatus = 'active' | 'expired' | 'cancelled' | null;

/** A student as lists show them. */
export type StudentRow = {
  id: string;
  fullName: string;
  email: string | null;
  phoneNumber: string | null;
  status: StudentStatus;
  classes: { id: string; name: string; danceTypeName: string }[];
};

/** One page of students by name, and how many there are in all. */
export type StudentPage = { total: number; items: StudentRow[] };

/** A class a student is enrolled in. */
type EnrolledClass = {
  id: string;
  name: string;
  danceTypeName: string;
  instructorName: string;
  /** Whether it was changed from tomorrow on, and is as it is told here only since then. */
  isFromTomorrow: boolean;
  /** ISO weekday numbers. */
  daysOfWeek: number[];
  startTime: string;
  endTime: string;
  enrolledOn: LocalDate;
};

/** A student as their profile shows them. */
export type Student = StudentDetails & {
  id: string;
  status: StudentStatus;
  version: number;
  classes: EnrolledClass[];
};
