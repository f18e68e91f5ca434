import { isRecord } from '#shared/record.ts';
import { unknownField } from '#shared/unknown-field.ts';

// Told apart by shape, not by class: the class would bring the whole API client to the sign-in page.

const offlineText = 'You are offline. Check the connection and try again.';
const unreachableText = 'The server cannot be reached. Try again in a moment.';
const otherVersionText = 'Barre is being updated. Try again in a moment, or load this page anew.';
const faultText = 'Something went wrong on our side. Try again in a moment.';

/** What to tell the user about anything that was thrown. Refusals carry the server's own words. */
export function errorMessage(error: unknown): string {
  if (isOfOtherVersion(error)) return otherVersionText;
  if (isServerAnswer(error)) return isForPeople(error) ? error.message : faultText;
  if (!navigator.onLine) return offlineText;
  if (isOutOfReach(error)) return unreachableText;
  return error instanceof Error && error.message ? error.message : faultText;
}

type Asked = { data?: unknown; error: unknown; isPlaceholderData?: boolean };

/** What to say where a list has nothing to offer: `none` only once the server has said so. */
export function emptyListText({ data, error, isPlaceholderData }: Asked, none: string): string {
  if (data !== undefined && !isPlaceholderData) return none;
  return error ? errorMessage(error) : 'Searching...';
}

/**
 * Puts the specification's words before whatever a call fails with: "Error: {message}". What the server says about
 * single fields stays as it is.
 */
export async function reworded<Result>(call: Promise<Result>, words: string): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw fieldIssues(error).length > 0 ? error : new Error(words + errorMessage(error), { cause: error });
  }
}

/** What the server refuses keeps its words; any other failure of a call is told in the specification's sentence. */
export async function failingWith<Result>(
  call: Promise<Result>,
  sentence: (message: string) => string,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw isRefusal(error) ? error : new Error(sentence(errorMessage(error)), { cause: error });
  }
}

/** Whether the call did not get through, or its answer did not: nobody knows whether it was done. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof Error && error.message.startsWith('Unable to preload CSS')) return true; // Vite's
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

/** Whether the server answered and said no: nothing was done, and trying the same again would be refused again. */
export function isRefusal(error: unknown): boolean {
  return isServerAnswer(error) && error.status < 500;
}

/** Whether the server took nothing because too much was asked of it lately: a moment later it takes the same. */
export function isForLater(error: unknown): boolean {
  return isServerAnswer(error) && error.status === 429;
}

/** Whether the server answered that it failed: its words are not for people. */
export function isFault(error: unknown): boolean {
  return isServerAnswer(error) && !isForPeople(error);
}

/** The server's answer inside whatever was thrown, `reworded` or not; null when there was none. */
export function answerIn(error: unknown): ServerAnswer | null {
  const answer = error instanceof Error && !isServerAnswer(error) ? error.cause : error;
  return isServerAnswer(answer) ? answer : null;
}

/** Whether the answer is the typed error of this code, `reworded` or not: `isRefusedAs(error, 'ROOM_BUSY')`. */
export function isRefusedAs(error: unknown, code: string): boolean {
  return answerIn(error)?.code === code;
}

/** Who was quicker, when a save was refused because somebody else had saved meanwhile; null for other errors. */
export function changedBy(error: unknown): { name: string | null } | null {
  const answer = answerIn(error);
  if (answer?.code !== 'STALE' || !isRecord(answer.data)) return null;
  return { name: typeof answer.data.changedBy === 'string' ? answer.data.changedBy : null };
}

/** Whether the reader is not (or no longer) signed in. */
export function isSignedOut(error: unknown): boolean {
  return isServerAnswer(error) && error.status === 401;
}

/** Whether nothing of the reader's is taken until they have signed in again, or turned on two-step sign-in. */
export function isShutOut(error: unknown): boolean {
  return isSignedOut(error) || isRefusedAs(error, 'TWO_STEP_NEEDED');
}

type FieldIssue = { field: string; message: string };

/** The fields a refusal names, in dotted paths: `items.0.amountCents`. */
export function fieldIssues(error: unknown): FieldIssue[] {
  return isOfOtherVersion(error) ? [] : issuesOf(error);
}

/** Whether the server knows no such call or field: one of the two is older, while a new version is put in place. */
function isOfOtherVersion(error: unknown): boolean {
  if (isServerAnswer(error) && error.code === '404') return true;
  return issuesOf(error).some(({ message }) => message === unknownField);
}

function issuesOf(error: unknown): FieldIssue[] {
  if (!isServerAnswer(error) || !isRecord(error.data) || !Array.isArray(error.data.issues)) return [];
  return error.data.issues.filter(isIssue).map(({ path = [], message }) => ({
    field: path.map((step) => String(isRecord(step) ? step.key : step)).join('.'),
    message,
  }));
}

type ServerAnswer = Error & { status: number; code: string; data: unknown };

function isServerAnswer(error: unknown): error is ServerAnswer {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && 'code' in error;
}

function isIssue(issue: unknown): issue is { path?: unknown[]; message: string } {
  return isRecord(issue) && typeof issue.message === 'string' && Array.isArray(issue.path ?? []);
}

// A 503 is written for people ("The database is not available ..."), any other 5xx never is.
function isForPeople({ status, message }: ServerAnswer): boolean {
  return (status < 500 || status === 503) && message !== '';
}
