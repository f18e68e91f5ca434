import * as z from 'zod/mini';
import {
  atMost,
  flag,
  id,
  localDate,
  localTime,
  optionalId,
  optionalNotes,
  version,
} from '#shared/fields.ts';
import type { LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';
import type { OneOffSession } from '#features/scheduling/one-offs/schema.ts';
import type { Named, Person } from '#features/scheduling/schema.ts';

// spec §9
export const attendanceStatuses = ['Completed', 'Cancelled'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];
export const sessionOutcomes = ['Completed', 'Cancelled', 'No Show'] as const;
export type SessionOutcome = (typeof sessionOutcomes)[number];

const date = localDate('Enter a date that exists.');

const entries = z
  .array(z.strictObject({ studentId: id('Choose a student.'), isPresent: z.boolean('Say who was present.') }))
  .check(
    atMost(5000, 'Send at most 5,000 students.'),
    z.refine(
      (list) => new Set(list.map(({ studentId }) => studentId)).size === list.length,
      'Name each student once.',
    ),
  );

export const sessionNotes = optionalNotes(2000);

const log = {
  status: z._default(z.enum(attendanceStatuses, 'Choose Completed or Cancelled.'), 'Completed'),
  /** Who taught; the class's own instructor when left out. */
  instructorId: optionalId(),
  notes: sessionNotes,
  entries: z._default(entries, []),
};

export const sheetInput = z.strictObject({ classId: id('Class not found.'), date });
export const saveAttendanceInput = z.strictObject({
  classId: id('Class not found.'),
  date,
  ...log,
  idempotencyKey: z
    .string('Send a key that is the same for every repetition.')
    .check(z.regex(/^[\w-]{8,100}$/, 'Use 8 to 100 letters, digits, - and _.')),
});
/** What was called off and is said to have been held may be so in a room that others have taken meanwhile. */
const again = { ignoreRoomConflict: flag };
export const correctAttendanceInput = z.strictObject({ id: id(), version, ...log, ...again });
export const attendanceIdInput = z.strictObject({ id: id() });

const noSessionId = 'No session ID provided';
export const oneOffOutcomeInput = z.strictObject({ id: id(noSessionId) });
export const logOutcomeInput = z.strictObject({
  id: id(noSessionId),
  version,
  outcome: z._default(z.enum(sessionOutcomes, 'Choose Completed, Cancelled or No Show.'), 'Completed'),
  notes: sessionNotes,
  ...again,
});

const optionalTime = z._default(z.nullable(localTime('Enter a time such as 16:00.')), null);

export const dailyLogInput = z.strictObject({
  date,
  from: optionalTime,
  to: optionalTime,
  roomId: optionalId(),
});

export type AttendanceEntry = { studentId: string; isPresent: boolean };
export type NewAttendance = z.output<typeof saveAttendanceInput>;
export type AttendanceCorrection = z.output<typeof correctAttendanceInput>;
export type OutcomeLog = z.output<typeof logOutcomeInput>;
export type DailyLogFilter = z.output<typeof dailyLogInput>;

/**
 * What can be done with a date of a class: `open` takes a log, `logged` has one, and the others take none:
 * cancelled, in the future, or a day on which the class does not take place.
 */
export type DayState = 'open' | 'logged' | 'cancelled' | 'future' | 'elsewhere';

/**
 * A row of the sheet: nobody is marked until a log says so. `wasPresent` is how a log marked them until it was corrected to
 * Cancelled.
 */
export type SheetStudent = {
  id: string;
  fullName: string;
  isGuest: boolean;
  isPresent: boolean | null;
  wasPresent?: boolean;
};

export type AttendanceLog = {
  id: string;
  status: AttendanceStatus;
  instructor: Person;
  notes: string | null;
  loggedBy: string | null;
  loggedAt: string;
  version: number;
};

/** Everything the attendance page shows of one class on one date. */
export type Sheet = {
  class: {
    id: string;
    name: string;
    danceTypeName: string;
    room: Named;
    instructor: Person;
    startTime: LocalTime;
    endTime: LocalTime;
  };
  date: LocalDate;
  state: DayState;
  students: SheetStudent[];
  log: AttendanceLog | null;
  may: { log: boolean; correct: boolean; chooseInstructor: boolean; enroll: boolean };
};

/** One change of a log after it was made. A name stands for the student whose entry changed; null for the log itself. */
export type AttendanceChange = {
  id: number;
  at: string;
  by: string | null;
  studentName: string | null;
  before: AttendanceFacts | null;
  after: AttendanceFacts | null;
};
export type AttendanceFacts = {
  status?: string;
  instructorId?: string;
  instructorName?: string | null;
  notes?: string | null;
  isPresent?: boolean;
};

/** A one-off session to be logged, and what the log of its class says already of who came to catch up. */
export type SessionToLog = OneOffSession & { toldOutcome: SessionOutcome | null };

/** How many days back from yesterday a session that is not logged is asked after. */
export const unloggedDays = 35;

/** A day, and how many of its sessions nobody has logged. */
export type UnloggedDay = { date: LocalDate; count: number };

/** One line of the day: a class or a one-off session, and what is known of how it went. */
export type DailyItem = {
  kind: 'class' | 'session';
  id: string;
  title: string;
  type: 'Group' | 'Private' | 'Catch-up' | 'Tryout';
  danceTypeName: string | null;
  instructor: Person;
  room: Named;
  /** Who comes to a one-off session: a student, or the lead who tries out. */
  personName: string | null;
  /** How many are on the roster of a class on this date. */
  rosterCount: number | null;
  startTime: LocalTime;
  endTime: LocalTime;
  isCancelled: boolean;
  /** Completed, Cancelled or No Show once logged. */
  result: SessionOutcome | null;
  /** Present ones of a completed class. */
  presentCount: number | null;
};
