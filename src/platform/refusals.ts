import { ORPCError, ValidationError } from '@orpc/server';
import { noteLimit, noteSeldom, type Log } from '#platform/log.ts';
import { OUTCOME_UNKNOWN } from '#platform/outcome.ts';
import { errorCode } from '#platform/prepared.ts';
import { unknownField } from '#shared/unknown-field.ts';

/**
 * What each constraint of the database means to the person whose change it refused. A constraint that a
 * valid request can run into has its message here; any other violation is a fault of ours.
 */
const constraintTexts: Record<string, string> = {
  classroom_name_taken: 'A classroom with this name already exists.',
  dance_type_name_taken: 'A dance type with this name already exists.',
  instructor_not_double_booked: 'Scheduling Conflict: Instructor is already booked.',
  instructor_was_deleted: 'This instructor was deleted. Choose another one.',
  classroom_was_deleted: 'This classroom was deleted. Choose another one.',
  dance_type_was_deleted: 'This dance type was deleted. Choose another one.',
  student_was_deleted: 'This student was deleted. Choose another one.',
  no_notes_of_erased: 'Nothing is noted about a student who was deleted. Leave the notes empty.',
  cancelled_session_has_no_outcome: 'This session was cancelled and takes no outcome.',
  class_date_cancelled_once: 'This date is already cancelled.',
  cancelled_date_is_a_session: 'The class does not take place on this date.',
  class_ends_after_start: 'End time must be after start time.',
  one_off_ends_after_start: 'End time must be after start time.',
  class_dates_in_order: 'The end date must not be before the start date.',
  subscription_dates_in_order: 'The end date must not be before the start date.',
  attendance_logged_once: 'A log for this session already exists.',
  attendance_date_is_a_session: 'The class does not take place on this date.',
  attendance_date_not_cancelled: 'The class is cancelled on this date.',
  cancelled_date_was_not_held: 'Attendance was already logged for this date.',
  student_enrolled_once: 'This student is already enrolled in this class.',
  one_place_at_a_time: 'This student was in this class at that time. Choose a later day.',
  inquiry_converted_once: 'This student already comes from another inquiry.',
};

// What is deleted for good may be gone before what was to refer to it is written: the words are those of a moment later.
const goneTexts: Record<string, string> = {
  one_off_sessions_organization_id_inquiry_id_fkey: 'Inquiry not found in your organization.',
};

/** The refusal where too much is asked for at once, with the limit's name for the log. */
export class TooBusy extends ORPCError<'SERVICE_UNAVAILABLE', undefined> {
  readonly limit: string;

  constructor(limit: string, message: string) {
    super('SERVICE_UNAVAILABLE', { status: 503, message });
    this.limit = limit;
  }
}

const violations = new Set(['23505', '23P01', '23514', '23503']);
const unavailable = /^(08|53|57P0)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/;

/** The name of the constraint a database error is about, or null. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !violations.has(errorCode(error))) return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
}

/**
 * Turns whatever was thrown into what the caller is told: refusals keep their text, wrong input names its
 * field, a broken constraint its message, an unreachable database a 503. Anything else is a fault: null.
 */
export function asRefusal(error: unknown): ORPCError<string, unknown> | null {
  if (error instanceof ORPCError)
    return wrongInput(error) ?? (error.status < 500 || error.status === 503 ? error : null);
  const constraint = violatedConstraint(error);
  const text = constraint && constraintTexts[constraint];
  if (text) return new ORPCError('CONFLICT', { message: text, data: { constraint } });
  if (constraint && errorCode(error) === '23503') {
    return new ORPCError('NOT_FOUND', {
      message: goneTexts[constraint] ?? 'Something this refers to was not found in your organization.',
    });
  }
  if (errorCode(error) === OUTCOME_UNKNOWN) {
    return new ORPCError('SERVICE_UNAVAILABLE', {
      status: 503,
      message:
        'The connection broke while this was being saved. Look whether it is there before you repeat it.',
    });
  }
  if (errorCode(error) === '57014' || isUnreachable(error)) {
    return new ORPCError('SERVICE_UNAVAILABLE', {
      status: 503,
      message: 'The studio’s data cannot be reached right now. Nothing was saved; try again in a moment.',
    });
  }
  return null;
}

/** Notes what is behind the 503 that `refusal` made of `error`, which its words do not tell: a limit, or the database's reason. */
export function noteUnavailable(log: Log, error: unknown, refusal: ORPCError<string, unknown> | null): void {
  if (refusal instanceof TooBusy) noteLimit(log, refusal.limit);
  else if (refusal?.status === 503 && refusal !== error)
    noteSeldom(log, errorCode(error), { err: error }, 'the database refused');
}

/** Whether the database could not be reached or broke off: worth a retry, never a fault of the request. */
export function isUnreachable(error: unknown): boolean {
  if (unavailable.test(errorCode(error))) return true;
  return (
    error instanceof Error &&
    /connection (terminated|timeout|error)|timeout exceeded when trying to connect/i.test(error.message)
  );
}

// A list of a hundred thousand things that are wrong is none that anybody reads: it would be twenty times the request.
const issuesTold = 100;
const longestName = 100;

function wrongInput(error: ORPCError<string, unknown>): ORPCError<string, unknown> | null {
  if (!(error.cause instanceof ValidationError)) return null;
  if (error.code !== 'BAD_REQUEST') return null;
  const issues = error.cause.issues.flatMap(issueLines).slice(0, issuesTold);
  const [first] = issues;
  const message = first
    ? [first.path.join('.'), first.message].filter(Boolean).join(': ')
    : 'The input is not valid.';
  return new ORPCError('BAD_REQUEST', { message, data: { issues } });
}

type Issue = {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
};

function issueLines(issue: Issue): { path: string[]; message: string }[] {
  const path = (issue.path ?? []).map((part) => shortName(typeof part === 'object' ? part.key : part));
  const unknownKeys = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(shortName) : [];
  if (unknownKeys.length > 0)
    return unknownKeys.map((key) => ({ path: [...path, key], message: unknownField }));
  return [{ path, message: issue.message }];
}

function shortName(part: unknown): string {
  return String(part).slice(0, longestName);
}
