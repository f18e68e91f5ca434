import * as z from 'zod/mini';
import { nextDate } from '#features/scheduling/rules.ts';
import {
  areRight,
  atLeast,
  atMost,
  flag,
  id,
  localDate,
  localTime,
  optionalDate,
  optionalId,
  requestKey,
  requiredText,
  version,
  weekdayList,
  wholeNumber,
} from '#shared/fields.ts';
import { daysBetween, type LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';
import type { Weekday } from '#shared/weekday.ts';

// spec §9
export const classTypes = ['Group', 'Private'] as const;
const maxCalendarDays = 62;

export const endsTooEarly = 'End time must be after start time.';
export const startTime = localTime('Enter a start time.');
export const endTime = localTime('Enter an end time.');

const classFields = {
  name: requiredText(120, 'Enter a class name.'),
  classType: z._default(z.enum(classTypes, 'Choose a class type.'), 'Group'),
  danceTypeId: id('Choose a dance type.'),
  instructorId: id('Choose an instructor.'),
  roomId: id('Choose a classroom.'),
  daysOfWeek: weekdayList('Choose at least one day.'),
  startTime,
  endTime,
  sessionStartDate: localDate('Enter a start date.'),
  sessionEndDate: optionalDate(),
  ignoreRoomConflict: flag,
};

const classChecks = [
  z.refine<ClassFields>((rule) => rule.startTime < rule.endTime, {
    error: endsTooEarly,
    path: ['endTime'],
    when: areRight('startTime', 'endTime'),
  }),
  z.refine<ClassFields>(
    ({ sessionStartDate, sessionEndDate }) => sessionEndDate === null || sessionEndDate >= sessionStartDate,
    {
      error: 'The end date must not be before the start date.',
      path: ['sessionEndDate'],
      when: areRight('sessionStartDate', 'sessionEndDate'),
    },
  ),
  z.refine<ClassFields>((rule) => nextDate(rule, rule.sessionStartDate) !== null, {
    error: 'None of these days lies between the start and the end date.',
    path: ['daysOfWeek'],
    when: areRight('daysOfWeek', 'sessionStartDate', 'sessionEndDate'),
  }),
] as const;

type ClassFields = {
  daysOfWeek: Weekday[];
  startTime: LocalTime;
  endTime: LocalTime;
  sessionStartDate: LocalDate;
  sessionEndDate: LocalDate | null;
};

export const createClassInput = z
  .strictObject({ ...classFields, idempotencyKey: requestKey() })
  .check(...classChecks);
/** `appliesFrom` is the first day on which a changed class is as given; today when it is left out. */
export const updateClassInput = z
  .strictObject({ id: id(), version, appliesFrom: optionalDate(), ...classFields })
  .check(...classChecks);
export const classInput = z.strictObject({ id: id() });

const cancelledDate = localDate('Please select a date to cancel.');
export const cancelDateInput = z.strictObject({
  classId: id('Choose a class.'),
  date: cancelledDate,
  idempotencyKey: requestKey(),
});
export const cancellationsPerPage = 50;
export const listCancellationsInput = z.prefault(
  z.strictObject({
    classId: z.optional(id('Choose a class.')),
    page: z._default(wholeNumber(1, 100_000, 'Choose a page.'), 1),
    limit: z._default(wholeNumber(1, 100, 'Ask for 1 to 100 cancellations at once.'), cancellationsPerPage),
  }),
  {},
);
export const restoreDateInput = z.strictObject({ id: id(), ignoreRoomConflict: flag });
export const restoredAtMost = 1000;
export const restoreDaysInput = z.strictObject({
  ids: z
    .array(id('Choose a cancellation.'))
    .check(
      atLeast(1, 'Choose at least one cancellation.'),
      atMost(restoredAtMost, `Restore at most ${restoredAtMost} at once.`),
    ),
});

export const daysInOrder = z.refine<{ start: LocalDate | null; end: LocalDate | null }>(
  ({ start, end }) => start === null || end === null || start <= end,
  { error: 'The last day must not be before the first day.', path: ['end'], when: areRight('start', 'end') },
);

export const calendarInput = z
  .strictObject({ start: localDate('Enter the first day.'), end: localDate('Enter the last day.') })
  .check(
    daysInOrder,
    z.refine(({ start, end }) => daysBetween(start, end) < maxCalendarDays, {
      error: `Choose at most ${maxCalendarDays} days.`,
      path: ['end'],
      when: areRight('start', 'end'),
    }),
  );

/** spec §7, with the dates it leaves out: either weekdays of a class, or the one day of a session. */
export const checkConflictInput = z
  .strictObject({
    instructorId: optionalId(),
    roomId: optionalId(),
    startTime,
    endTime,
    daysOfWeek: z.optional(weekdayList('Choose at least one day.')),
    sessionStartDate: optionalDate(),
    sessionEndDate: optionalDate(),
    sessionDate: optionalDate(),
    excludeClassId: optionalId(),
    excludeSessionId: optionalId(),
    organizationId: optionalId(),
  })
  .check(
    z.refine(({ startTime, endTime }) => startTime < endTime, {
      error: endsTooEarly,
      path: ['endTime'],
      when: areRight('startTime', 'endTime'),
    }),
    z.refine(({ daysOfWeek, sessionDate }) => (daysOfWeek === undefined) !== (sessionDate === null), {
      error: 'Give either weekdays or one date.',
      path: ['daysOfWeek'],
      when: areRight('daysOfWeek', 'sessionDate'),
    }),
  );

export type ConflictCheck = z.output<typeof checkConflictInput>;
export type NewClass = z.output<typeof createClassInput>;
export type ClassBooking = Omit<NewClass, 'idempotencyKey'>;
export type ClassEdit = z.output<typeof updateClassInput>;

const clash = z.object({
  resource: z.enum(['instructor', 'room']),
  kind: z.enum(['class', 'session']),
  id: z.string(),
  title: z.string(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  instructorName: z.string(),
});

/** What a booking runs into: `date` is the first real day on which both take place. */
export type Clash = z.infer<typeof clash>;

const clashData = z.object({ clashes: z.array(clash) });

/** The refusals of every procedure that books: spread them into its `.errors()`. */
export const bookingErrors = {
  INSTRUCTOR_BUSY: {
    status: 409,
    message: 'Scheduling Conflict: Instructor is already booked.',
    data: clashData,
  },
  ROOM_BUSY: {
    status: 409,
    message: 'Warning: This room is already booked at this time.',
    data: clashData,
  },
} as const;

export type Named = { id: string; name: string };
export type Person = { id: string; fullName: string };

/** A class as lists and forms show it. */
export type ClassRule = {
  id: string;
  name: string;
  classType: (typeof classTypes)[number];
  danceType: Named;
  instructor: Person;
  room: Named;
  daysOfWeek: Weekday[];
  startTime: LocalTime;
  endTime: LocalTime;
  sessionStartDate: LocalDate;
  sessionEndDate: LocalDate | null;
  enrolledCount: number;
  /** Today's and later ones, ascending. */
  cancelledDates: { id: string; date: LocalDate }[];
  /** Whether today's session is logged as cancelled. */
  isOffToday: boolean;
  /** The first day on which it is as shown, when it was changed. */
  changedFrom: LocalDate | null;
  isRoomConflictIgnored: boolean;
  version: number;
};

/** A cancelled date as the log shows it. */
export type Cancellation = {
  id: string;
  classId: string;
  className: string;
  cancelledDate: LocalDate;
  instructorName: string;
  startTime: LocalTime;
  endTime: LocalTime;
  /** Whether the class still has a session on that date; if not, the times are those of its other dates. */
  takesPlace: boolean;
  /** Its class was deleted: the date can not be restored. */
  isArchived: boolean;
};
/** What became of the classes of a range of days. */
export type CancelledDays = {
  /** Of the dates that were not cancelled before. */
  newIds: string[];
  /** How many dates are cancelled by now, those included that were before. */
  cancelled: number;
  /** How many stay, because a log says what became of them. */
  logged: number;
  /** How many others stay, because they began earlier today. */
  begun: number;
};
/** What became of several cancelled dates. */
export type RestoredDays = {
  /** How many take place again. */
  restored: number;
  /** Of how many the room or the instructor is taken by now. */
  taken: number;
  /** How many were not cancelled any more. */
  before: number;
};
export type NewCancellation = z.output<typeof cancelDateInput>;
export type CancellationFilter = z.output<typeof listCancellationsInput>;
/** One page of cancelled dates, the latest first, and how many there are in all. */
export type CancellationPage = { total: number; items: Cancellation[] };

/** One dated occurrence of a class, or a one-off session. */
export type CalendarSession = {
  kind: 'class' | 'session';
  /** The class's or the one-off session's. */
  id: string;
  date: LocalDate;
  title: string;
  startTime: LocalTime;
  endTime: LocalTime;
  type: 'Group' | 'Private' | 'Catch-up' | 'Tryout';
  danceTypeName: string | null;
  instructor: Person;
  room: Named;
  isCancelled: boolean;
  /** Of a cancelled class date: what restores it. */
  cancellationId: string | null;
  /** Whether it was told how it went. */
  isLogged: boolean;
  studentName: string | null;
};
