import * as z from 'zod/mini';
import { missingTryoutPrice, priceProblem } from '#features/scheduling/rules.ts';
import {
  amountCents,
  areRight,
  flag,
  id,
  localDate,
  optionalDate,
  optionalId,
  requestKey,
  version,
  wholeNumber,
} from '#shared/fields.ts';
import type { LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';

import { daysInOrder, endsTooEarly, endTime, startTime, type Named, type Person } from '../schema.ts';

// spec §9
const sessionTypes = ['Private', 'Catch-up', 'Tryout'] as const;
export const oneOffsPerPage = 50;

const oneOffFields = {
  sessionType: z.enum(sessionTypes, 'Choose a session type.'),
  studentId: optionalId(),
  inquiryId: optionalId(),
  danceTypeId: optionalId(),
  instructorId: id('Choose an instructor.'),
  roomId: id('Choose a classroom.'),
  classId: optionalId(),
  sessionDate: localDate('Enter a date.'),
  startTime,
  endTime,
  priceCents: z._default(z.nullable(amountCents('Enter a price of 0 or more, such as 25.00.')), null),
  isPaid: flag,
  ignoreRoomConflict: flag,
};

const oneOffChecks = [
  z.refine<OneOffFields>((session) => session.startTime < session.endTime, {
    error: endsTooEarly,
    path: ['endTime'],
    when: areRight('startTime', 'endTime'),
  }),
  z.refine<OneOffFields>((session) => priceProblem(session) === null, {
    error: missingTryoutPrice,
    path: ['priceCents'],
    when: areRight('sessionType', 'isPaid', 'priceCents'),
  }),
] as const;

type OneOffFields = {
  sessionType: string;
  startTime: LocalTime;
  endTime: LocalTime;
  priceCents: number | null;
  isPaid: boolean;
};

export const createOneOffInput = z
  .strictObject({ ...oneOffFields, idempotencyKey: requestKey() })
  .check(...oneOffChecks);
export const updateOneOffInput = z
  .strictObject({ id: id(), version, ...oneOffFields })
  .check(...oneOffChecks);
export const oneOffInput = z.strictObject({ id: id() });
/** When it was seen to take place: one that was moved since is not cancelled. */
export const cancelOneOffInput = z.strictObject({
  id: id(),
  sessionDate: optionalDate(),
  startTime: z._default(z.nullable(startTime), null),
});

/** Ascending from the first day on, or descending from the last one back; either may be left open. */
export const listOneOffsInput = z.prefault(
  z
    .strictObject({
      start: optionalDate(),
      end: optionalDate(),
      order: z._default(z.enum(['ascending', 'descending'], 'Choose ascending or descending.'), 'ascending'),
      page: z._default(wholeNumber(1, 100_000, 'Choose a page.'), 1),
      limit: z._default(wholeNumber(1, 100, 'Ask for 1 to 100 sessions at once.'), oneOffsPerPage),
    })
    .check(daysInOrder),
  {},
);

export type NewOneOff = z.output<typeof createOneOffInput>;
export type OneOffBooking = Omit<NewOneOff, 'idempotencyKey'>;
export type OneOffCancellation = z.output<typeof cancelOneOffInput>;
export type OneOffEdit = z.output<typeof updateOneOffInput>;
export type OneOffFilter = z.output<typeof listOneOffsInput>;

export type OneOffSession = {
  id: string;
  title: string;
  sessionType: (typeof sessionTypes)[number];
  student: Person | null;
  /** Whose tryout it is, and the student they became. */
  inquiry: (Person & { studentId: string | null }) | null;
  instructor: Person;
  room: Named;
  danceType: Named | null;
  classId: string | null;
  sessionDate: LocalDate;
  startTime: LocalTime;
  endTime: LocalTime;
  priceCents: number | null;
  isPaid: boolean;
  paidOn: LocalDate | null;
  outcome: 'Completed' | 'Cancelled' | 'No Show' | null;
  outcomeNotes: string | null;
  isCancelled: boolean;
  /** Whether it was told how it went: by its outcome, or in the log of the class its student caught up in. */
  isLogged: boolean;
  isRoomConflictIgnored: boolean;
  version: number;
};

/** One page of one-off sessions by date and time, and how many there are in all. */
export type OneOffPage = { total: number; items: OneOffSession[] };
