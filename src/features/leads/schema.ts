import * as z from 'zod/mini';
import {
  amountCents,
  contactFields,
  id,
  localDate,
  localTime,
  optionalId,
  optionalNotes,
  optionalText,
  requestKey,
  version,
  wholeNumber,
} from '#shared/fields.ts';
import { genders, type Gender } from '#features/people/students/schema.ts';
import { missingTryoutPrice, priceProblem } from '#features/scheduling/rules.ts';
import type { LocalDate } from '#shared/local-date.ts';

/** Statuses anybody may choose (spec §4): new on creation; the last one is set by booking a tryout, too. */
export const openStatuses = ['new', 'contacted', 'enrolled', 'Tryout Scheduled'] as const;
/** Set by enrolling, or by naming the student who is there already. */
export const convertedStatus = 'Converted to Student';
export const inquiryStatuses = [...openStatuses, convertedStatus] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

export const inquiriesPerPage = 50;

const status = z.enum(inquiryStatuses, 'Choose a status.');

export const onlyByEnrolling = 'Use Convert to Student: enrolling sets this status.';
const openStatus = z.enum(openStatuses, {
  error: ({ input }) => (input === convertedStatus ? onlyByEnrolling : 'Choose a status.'),
});

// spec §5: age 1-120, gender Male or Female.
const details = {
  ...contactFields(),
  age: z._default(z.nullable(wholeNumber(1, 120, 'Enter an age from 1 to 120.')), null),
  gender: z._default(z.nullable(z.enum(genders, 'Choose Female or Male.')), null),
  leadSource: optionalText(120),
  danceTypeInterest: optionalText(200),
  availabilityNotes: optionalNotes(2000),
};

export const createInquiryInput = z.strictObject({
  ...details,
  status: z._default(openStatus, 'new'),
  idempotencyKey: requestKey(),
});
export const updateInquiryInput = z.strictObject({ id: id(), version, ...details, status });
export const setInquiryStatusInput = z.strictObject({ id: id(), version, status });
export const linkStudentInput = z.strictObject({ id: id(), studentId: id('Choose a student.') });
export const undoConversionInput = z.strictObject({ id: id(), version });
export const inquiryIdInput = z.strictObject({ id: id() });

export const listInquiriesInput = z.prefault(
  z.strictObject({
    q: optionalText(200),
    danceType: optionalText(200),
    status: z._default(z.nullable(status), null),
    page: z._default(wholeNumber(1, 100_000, 'Choose a page.'), 1),
  }),
  {},
);

// spec §5: these five are required, and the form says so in one sentence.
export const missingTryoutField = 'Please fill in all required fields.';

export const scheduleTryoutInput = z
  .strictObject({
    inquiryId: id(),
    instructorId: id(missingTryoutField),
    roomId: id(missingTryoutField),
    sessionDate: localDate(missingTryoutField),
    startTime: localTime(missingTryoutField),
    endTime: localTime(missingTryoutField),
    isPaid: z._default(z.boolean('Say whether the tryout is paid.'), false),
    priceCents: z._default(z.nullable(amountCents(missingTryoutPrice)), null),
    danceTypeId: optionalId(),
    ignoreRoomConflict: z._default(z.boolean('Say whether to book a busy room.'), false),
    idempotencyKey: requestKey(),
  })
  .check(
    z.refine(({ startTime, endTime }) => startTime < endTime, {
      message: 'End time must be after start time.',
      path: ['endTime'],
    }),
    z.refine((tryout) => priceProblem({ ...tryout, sessionType: 'Tryout' }) === null, {
      message: missingTryoutPrice,
      path: ['priceCents'],
    }),
  );

export type InquiryFilter = z.output<typeof listInquiriesInput>;
export type NewInquiry = z.output<typeof createInquiryInput>;
export type InquiryEdit = z.output<typeof updateInquiryInput>;
export type StudentLink = z.output<typeof linkStudentInput>;
export type TryoutBooking = z.output<typeof scheduleTryoutInput>;

/** An inquiry as lists and forms show it. */
export type Inquiry = {
  id: string;
  fullName: string;
  email: string | null;
  phoneNumber: string | null;
  age: number | null;
  /** The day on which the age was true. */
  ageToldOn: LocalDate | null;
  gender: Gender | null;
  leadSource: string | null;
  danceTypeInterest: string | null;
  availabilityNotes: string | null;
  status: InquiryStatus;
  /** The student it became. */
  studentId: string | null;
  createdOn: LocalDate;
  version: number;
};

/** One page of inquiries, newest first, and how many there are in all. */
export type InquiryPage = { total: number; rows: Inquiry[] };
